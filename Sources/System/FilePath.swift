/// Operations on paths.
package enum FilePath {
  /// The number of symbolic links that Linux follows.
  private static let maximumLinks = 40

  /// Returns the directory that contains a path.
  package static func directory(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// Returns the last component of a path.
  package static func name(of path: String) -> String { path.split(separator: "/").last.map(String.init) ?? path }

  /// Returns the path at the end of symbolic links, even if no file exists there; `nil` for circular links.
  package static func target(of path: String) -> String? {
    var target = path
    for _ in 0..<maximumLinks {
      guard let next = link(at: target) else { return target }
      let directory = directory(of: target)
      target = next.hasPrefix("/") || directory == "." ? next : "\(directory == "/" ? "" : directory)/\(next)"
    }
    return nil
  }

  /// Returns the target of a symbolic link; `nil` for any other file.
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

  /// Returns the names in a directory, without `.` and `..`.
  package static func names(in directory: String) throws(SystemError) -> [String] {
    guard let opened = unsafe opendir(directory) else { throw .last }
    defer { unsafe closedir(opened) }
    var names: [String] = []
    while true {
      errno = 0
      guard let entry = unsafe readdir(opened) else {
        guard errno == 0 else { throw .last }
        return names
      }
      let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        unsafe pointer.withMemoryRebound(to: CChar.self, capacity: Int(NAME_MAX) + 1) { unsafe String(cString: $0) }
      }
      if name != ".", name != ".." { names.append(name) }
    }
  }

  /// Creates a directory and its missing parents, for its owner alone.
  ///
  /// - Returns: The reason why a directory couldn't be created; `nil` if none is known.
  @discardableResult
  package static func makeDirectories(_ path: String) -> SystemError? {
    var failure: SystemError?
    let parents = path.indices.filter { path[$0] == "/" && $0 > path.startIndex }
    for end in parents + [path.endIndex] where unsafe mkdir(String(path[..<end]), 0o700) != 0 {
      let error = SystemError.last
      // An existing directory isn't an error, and `ENOENT` only follows from the failure of a parent.
      if error.number != EEXIST, error.number != ENOENT { failure = error }
    }
    return failure
  }

  /// Returns whether a path is a directory, not a link, of this user that nobody else may use.
  package static func isPrivateDirectory(_ path: String) -> Bool {
    guard let status = try? FileStatus(path: path, followsLink: false), status.type == .directory else { return false }
    return status.owner == getuid() && status.permissions & 0o077 == 0
  }
}
