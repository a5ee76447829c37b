/// The file that a path leads to, links followed, or the directory and the name of a file that does not exist yet.
///
/// Two paths lead to the same file exactly when their locations are equal.
public struct FileLocation: Sendable {
  /// The type of a file.
  public enum FileType: Sendable, Hashable {
    /// A regular file.
    case file
    case directory
    /// A pipe or a socket.
    case pipe
    /// A terminal, `/dev/null` and the like, which store nothing.
    case device
    /// Nothing yet.
    case nothing
  }

  /// The type of the file.
  public let type: FileType
  /// How many bytes a regular file has; 0 for anything else.
  public let sizeInBytes: Int
  private let device: UInt64
  private let node: UInt64
  /// The name of a file that does not exist, in the directory that the numbers identify; `nil` if they identify the file.
  private let name: String?

  /// Makes the location of a file.
  ///
  /// - Parameters:
  ///   - type: The type of the file.
  ///   - device: The number of the file system.
  ///   - node: The number of the file in it; of the directory when a name is given.
  ///   - name: The name of a file that does not exist yet.
  ///   - sizeInBytes: How many bytes a regular file has.
  public init(_ type: FileType, device: UInt64, node: UInt64, name: String? = nil, sizeInBytes: Int = 0) {
    self.type = type
    self.sizeInBytes = sizeInBytes
    self.device = device
    self.node = node
    self.name = name
  }
}

extension FileLocation: Hashable {
  /// Whether both are the same file; the size may differ.
  public static func == (one: FileLocation, other: FileLocation) -> Bool {
    one.device == other.device && one.node == other.node && one.name == other.name
  }

  /// Hashes what identifies the file.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(device)
    hasher.combine(node)
    hasher.combine(name)
  }
}

extension FileLocation {
  /// The maximum number of links followed; as in Linux.
  private static let maximumLinks = 40

  /// The location of a path on this machine; `nil` when its directory does not exist.
  init?(ofDiskPath path: String) {
    if let number = DiskFiles.descriptor(namedBy: path) {
      guard let file = FileIdentity(descriptor: number) else { return nil }
      self.init(file)
    } else if let file = FileIdentity(path: path) {
      self.init(file)
    } else {
      let target = Self.target(of: path)
      guard let directory = FileIdentity(path: DiskFiles.directory(of: target)) else { return nil }
      let name = target.split(separator: "/").last.map(String.init) ?? ""
      self.init(.nothing, device: directory.device, node: directory.node, name: Self.folded(name))
    }
  }

  /// The path at the end of symbolic links, even if no file exists there.
  static func target(of path: String) -> String {
    var target = path
    for _ in 0..<maximumLinks {
      guard let next = link(at: target) else { return target }
      let directory = DiskFiles.directory(of: target)
      target = next.hasPrefix("/") || directory == "." ? next : "\(directory == "/" ? "" : directory)/\(next)"
    }
    return target
  }

  private static func link(at path: String) -> String? {
    let capacity = Int(PATH_MAX)
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: capacity) { buffer, count in
      count = unsafe buffer.withMemoryRebound(to: CChar.self) { text in
        // In bounds: at most `capacity` bytes are written.
        unsafe text.baseAddress.map { unsafe max(0, readlink(path, $0, capacity)) } ?? 0
      }
    }
    return bytes.isEmpty ? nil : String(decoding: bytes, as: UTF8.self)
  }

  /// A name as the file system compares names.
  private static func folded(_ name: String) -> String {
    #if canImport(Darwin)
      // The default file system of macOS treats `A.csv` and `a.csv` as one name.
      name.lowercased()
    #else
      name
    #endif
  }

  private init(_ file: FileIdentity) {
    let type = file.type
    self.init(type, device: file.device, node: file.node, sizeInBytes: type == .file ? file.sizeInBytes : 0)
  }
}
