public import Domain
import Rows
import System
import Tables

extension PlaceIndex {
  /// Opens an index: a file is mapped, a pipe is read into memory.
  ///
  /// The file may be replaced while it is mapped. If it is truncated or overwritten instead, all further queries fail
  /// with `IndexFileError.changed(path:)`.
  ///
  /// - Parameter path: A file that this package wrote; `-` for standard input.
  /// - Throws: An error if the file can't be read, isn't an index, has a newer version, or is damaged in the header or
  ///   in an offset. ``verify()`` checks the rest.
  /// - Complexity: A few system calls, and 4 bytes of memory for each block of 32 places.
  public init(contentsOf path: String) throws(IndexFileError) {
    let file = try InputFile(path: path)
    guard try file.beginsWithMagic() ?? true else { throw .notAnIndex(path: file.name) }
    guard !file.isMappable else {
      self = try Self.mapped(file)
      return
    }
    let name = file.name
    var window = InputWindow(file)
    try self.init(IndexBytes.read(from: &window), path: name)
  }

  /// Opens an index in memory.
  ///
  /// - Parameters:
  ///   - bytes: The contents of an index file, which are copied.
  ///   - name: The name of the index in errors.
  /// - Throws: The errors of ``init(contentsOf:)``.
  /// - Complexity: O(n) in the number of bytes, at the speed of copying memory.
  public init(bytes: [UInt8], name: String) throws(IndexFileError) {
    var window = InputWindow(JoinedStream(bytes), path: name)
    try self.init(IndexBytes.read(from: &window), path: name)
  }

  /// Opens an index that is compiled in, without copying it.
  package init(embedded file: EmbeddedFile, name: String) throws(IndexFileError) {
    try self.init(IndexBytes(embedded: file), path: name)
  }

  static func mapped(_ file: borrowing InputFile) throws(IndexFileError) -> PlaceIndex {
    let size = file.bytesLeft ?? 0
    guard size >= IndexLayout.magic.count else { throw .notAnIndex(path: file.name) }
    let bytes: IndexBytes
    do throws(SystemError) {
      bytes = try IndexBytes(mapping: file.descriptor, count: size)
    } catch {
      throw .unreadable(path: file.name, reason: error.reason)
    }
    return try PlaceIndex(bytes, path: file.name)
  }

  /// Returns whether a file begins with the signature of an index.
  ///
  /// - Parameter path: Any file.
  /// - Returns: `false` also for a shorter file, and for anything but a file, such as a pipe.
  /// - Throws: `IndexFileError.unreadable(path:reason:)`.
  public static func isIndex(path: String) throws(IndexFileError) -> Bool {
    // Opening and closing a pipe would end its writer and lose the written data.
    var status = stat()
    if unsafe stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFIFO { return false }
    let file = try InputFile(path: path, waits: false)
    return try file.beginsWithMagic() ?? false
  }
}

extension InputFile {
  /// Whether the input is a file at its beginning.
  fileprivate var isMappable: Bool { bytesLeft != nil && lseek(descriptor, 0, SEEK_CUR) == 0 }

  /// Returns whether a file begins with the signature of an index; `nil` for a pipe, whose bytes can be read only once.
  func beginsWithMagic() throws(IndexFileError) -> Bool? {
    guard isMappable else { return nil }
    var first: UInt64 = 0
    let count = unsafe pread(descriptor, &first, 8, 0)
    guard count >= 0 else { throw .unreadable(path: name, reason: SystemError(number: errno).reason) }
    return count == 8 && (0..<8).allSatisfy { UInt8(truncatingIfNeeded: first >> (8 * $0)) == IndexLayout.magic[$0] }
  }
}
