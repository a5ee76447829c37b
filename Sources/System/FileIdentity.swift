/// A file, or the directory and the name of a file that doesn't exist yet.
///
/// Two paths lead to the same file exactly when their identities are equal; the size may differ.
package struct FileIdentity: Sendable {
  package let type: FileStatus.FileType
  /// The numbers of the file system and the file; if there is a ``name``, they identify its directory.
  package let device, node: UInt64
  /// The name of a file that doesn't exist; `nil` if the numbers identify the file.
  package var name: String?
  /// The size in bytes, at the time of the call.
  package var sizeInBytes = 0
  /// The permissions, without the type of the file.
  package var permissions: mode_t = 0

  package init(type: FileStatus.FileType, device: UInt64, node: UInt64, name: String?, sizeInBytes: Int = 0) {
    self.type = type
    self.device = device
    self.node = node
    self.name = name
    self.sizeInBytes = sizeInBytes
  }

  /// Identifies the file of a descriptor; `nil` if it isn't open.
  package init?(descriptor: CInt) {
    guard let status = try? FileStatus(descriptor: descriptor) else { return nil }
    self.init(status)
  }

  /// Identifies the file at a path, following links; `nil` if there is no file.
  package init?(path: String) {
    guard let status = try? FileStatus(path: path) else { return nil }
    self.init(status)
  }

  private init(_ status: FileStatus) {
    self.init(
      type: status.type,
      device: status.device,
      node: status.node,
      name: nil,
      sizeInBytes: status.byteCount
    )
    permissions = status.permissions
  }

  package var isRegular: Bool { type == .file }
  package var isDirectory: Bool { type == .directory }

  /// Returns whether both identities are of the same regular file.
  package func isSameFile(as other: FileIdentity) -> Bool { isRegular && other.isRegular && self == other }
}

extension FileIdentity: Hashable {
  package static func == (one: FileIdentity, other: FileIdentity) -> Bool {
    one.device == other.device && one.node == other.node && one.name == other.name
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(device)
    hasher.combine(node)
    hasher.combine(name)
  }
}
