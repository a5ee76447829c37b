#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Reads the lines of an earlier output one by one, from anywhere, without moving the file's own position.
struct RecordLines: Sendable {
  /// Few system calls for files of gigabytes; one such buffer at a time.
  private static let chunkInBytes = 1 << 20

  private let file: LockedFile
  private var buffer: [UInt8] = []
  private var at = 0
  /// Offset in the file behind the last line given.
  private(set) var offset: Int

  /// Starts at an offset.
  init(file: LockedFile, from offset: Int = 0) {
    self.file = file
    self.offset = offset
  }

  /// Gives the next line without its line feed; `nil` at the end, where a last line without one does not count.
  mutating func next() throws(BatchOutputError) -> [UInt8]? {
    var searched = at
    while true {
      if let lineEnd = buffer.firstLineFeed(from: searched) {
        let line = Array(buffer[at..<lineEnd])
        at = lineEnd + 1
        offset += line.count + 1
        return line
      }
      buffer.removeFirst(at)
      (searched, at) = (buffer.count, 0)
      let chunk = try file.read(at: offset + buffer.count, upTo: Self.chunkInBytes)
      if chunk.isEmpty { return nil }
      buffer += chunk
    }
  }

  /// The line at an offset, `nil` when none ends.
  static func line(of file: LockedFile, at offset: Int) throws(BatchOutputError) -> [UInt8]? {
    var line: [UInt8] = []
    while true {
      let chunk = try file.read(at: offset + line.count, upTo: 1 << 14)
      if let lineEnd = chunk.firstIndex(of: Ascii.lineFeed) { return line + chunk[..<lineEnd] }
      if chunk.isEmpty { return nil }
      line += chunk
    }
  }
}

extension [UInt8] {
  /// The offset of the first line feed at an offset or behind it.
  fileprivate func firstLineFeed(from start: Int) -> Int? {
    precondition(start >= 0 && start <= count)
    return unsafe withUnsafeBytes { bytes in
      guard let base = bytes.baseAddress else { return nil }
      // In bounds: the search ends with the array.
      guard let found = unsafe memchr(base + start, Int32(Ascii.lineFeed), bytes.count - start) else { return nil }
      return unsafe UnsafeRawPointer(found) - base
    }
  }
}
