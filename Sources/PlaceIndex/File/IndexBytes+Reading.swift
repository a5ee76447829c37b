import Domain
import Rows
import Tables

extension IndexBytes {
  /// Reads an index from a stream, into as much memory as its header requires.
  static func read(
    from window: inout InputWindow
  ) throws(IndexFileError) -> IndexBytes {
    let path = window.path
    try window.fill(to: IndexLayout.pageBytes)
    let size = window.view.count < 24 ? 0 : Int(truncatingIfNeeded: window.view.load(UInt64.self, at: 16))
    let image: IndexImage
    do {
      let page = window.view.part(0..<min(window.view.count, IndexLayout.pageBytes))
      let headerBytes = try IndexHeader.byteCount(of: page, fileSize: size)
      try window.fill(to: headerBytes)
      // Check the header before trusting its size.
      let beginning = window.view.part(0..<min(window.view.count, headerBytes))
      _ = try IndexHeader(beginning, fileSize: size)
      image = try IndexImage(count: size)
    } catch let error as IndexHeader.FormatError {
      throw IndexFileError(error, path: path)
    } catch {
      throw .outOfMemory(bytes: size)
    }
    var length = 0
    while window.byteCount > 0, length + window.byteCount <= size {
      image.copy(window.view, at: length)
      length += window.byteCount
      window.consume(window.byteCount)
      try window.refill()
    }
    guard length + window.byteCount == size else {
      throw .wrongLength(path: path, expected: size, actual: length + window.byteCount)
    }
    return image.sealed()
  }
}
