package import Domain
import Tables

/// Replaces the carriage returns that end the lines of a stream with line feeds.
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
  /// Replaces carriage returns by line feeds, if the lines at the beginning of a table end in carriage returns.
  package mutating func makeLines() throws(IndexFileError) {
    let sample = try sample()
    if sample.bytes.withSpan(LineEnds.areReturns) { replaceRest(with: LineFeedStream(rest)) }
  }
}
