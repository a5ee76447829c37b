import Domain
import Tables

/// Makes line feeds of the carriage returns of a stream, which end its lines.
///
/// Safety: it writes only to the given buffer.
@safe
final class LineFeedStream: ByteStream {
  private let source: any ByteStream

  init(_ source: any ByteStream) { self.source = source }

  func read(into buffer: UnsafeMutableRawBufferPointer) throws(IndexFileError) -> Int {
    let count = unsafe try source.read(into: buffer)
    var bytes = unsafe MutableSpan<UInt8>(_unsafeBytes: UnsafeMutableRawBufferPointer(rebasing: buffer[..<count]))
    LineEnds.replaceReturns(in: &bytes)
    return count
  }
}

extension InputWindow {
  /// Makes lines of a table whose lines end in carriage returns, as its beginning tells.
  mutating func makeLines() throws(IndexFileError) {
    let sample = try sample()
    if sample.bytes.withSpan(LineEnds.areReturns) { replaceRest(with: LineFeedStream(rest)) }
  }
}
