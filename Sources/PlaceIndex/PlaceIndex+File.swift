public import Domain

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

extension PlaceIndex {
  /// Maps an index file.
  ///
  /// The file may be replaced by another while it is mapped; it must not be cut short.
  ///
  /// - Parameter path: A file that was written by this package.
  /// - Throws: When the file cannot be read, is no index, is of a newer version, or is damaged where it is checked: the
  ///   header and everything that says where things lie. ``verify()`` checks the rest.
  /// - Complexity: A few system calls, whatever the size of the file.
  public init(contentsOf path: String) throws(IndexFileError) {
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw .unreadable(path: path, reason: SystemError(number: errno).reason) }
    defer { close(descriptor) }
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0 else {
      throw .unreadable(path: path, reason: SystemError(number: errno).reason)
    }
    let size = Int(status.st_size)
    guard size >= IndexLayout.magic.count else { throw .notAnIndex(path: path) }
    let bytes: IndexBytes
    do throws(SystemError) {
      bytes = try IndexBytes(mapping: descriptor, count: size)
    } catch {
      throw .unreadable(path: path, reason: error.reason)
    }
    try self.init(bytes, path: path)
  }

  /// Whether a file begins like an index.
  ///
  /// - Parameter path: Any file.
  /// - Returns: `false` also for a file shorter than that.
  /// - Throws: `IndexFileError.unreadable(path:reason:)`.
  public static func isIndex(path: String) throws(IndexFileError) -> Bool {
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw .unreadable(path: path, reason: SystemError(number: errno).reason) }
    defer { close(descriptor) }
    var first: UInt64 = 0
    let count = unsafe read(descriptor, &first, 8)
    guard count >= 0 else { throw .unreadable(path: path, reason: SystemError(number: errno).reason) }
    return count == 8 && (0..<8).allSatisfy { UInt8(truncatingIfNeeded: first >> (8 * $0)) == IndexLayout.magic[$0] }
  }
}
