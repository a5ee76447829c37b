package import Domain
import Tables

/// Writes the rows of columnar JSON as objects, one per line.
///
/// Safety: it writes only to the given buffer.
@safe
final class RowObjectStream: ByteStream {
  /// The key of a column in an object, with the keys of the values in its cells.
  private struct Key {
    let bytes: [UInt8]
    var parts: [Key] = []

    init(_ title: JSONString, parts: [JSONString] = []) {
      bytes = [UInt8(ascii: "\"")] + title.raw.array + Array("\":".utf8)
      self.parts = parts.map { Key($0) }
    }
  }

  /// The minimum number of bytes to read at once.
  private static let chunkByteCount = 1 << 16

  private let source: any ByteStream
  private let path: String
  private let maximumRowByteCount: Int
  private let keys: [Key]
  /// The bytes that were read, from an offset in the document.
  private var input: [UInt8] = []
  private var offset: Int
  private var output: ArraySlice<UInt8> = []
  private var isSourceAtEnd = false
  private var isAtEnd = false

  /// Makes a stream.
  ///
  /// - Parameters:
  ///   - table: The columns.
  ///   - source: The document from the first row.
  ///   - path: The name of the document in errors.
  ///   - offset: The offset of the first row in the document.
  ///   - maximumRowByteCount: The maximum length of a row in bytes.
  init(_ table: ColumnarJSON, source: any ByteStream, path: String, offset: Int, maximumRowByteCount: Int) {
    keys = table.columns.map { Key($0.title, parts: $0.parts) }
    self.source = source
    self.path = path
    self.offset = offset
    self.maximumRowByteCount = maximumRowByteCount
  }

  func read(into buffer: UnsafeMutableRawBufferPointer) throws(IndexFileError) -> Int {
    while output.isEmpty, !isAtEnd {
      try readMore()
      try convert()
    }
    let part = output.prefix(buffer.count)
    unsafe buffer.copyBytes(from: part)
    output = output.dropFirst(part.count)
    return part.count
  }

  /// Reads as many bytes as are waiting, so that reading a long row takes linear time.
  private func readMore() throws(IndexFileError) {
    guard !isSourceAtEnd else { return }
    let chunk = UnsafeMutableRawBufferPointer.allocate(
      byteCount: max(Self.chunkByteCount, input.count),
      alignment: 1
    )
    defer { unsafe chunk.deallocate() }
    let count = unsafe try source.read(into: chunk)
    unsafe input.append(contentsOf: UnsafeRawBufferPointer(rebasing: chunk[..<count]))
    isSourceAtEnd = count == 0
  }

  /// Converts the rows that were read completely.
  private func convert() throws(IndexFileError) {
    var rows: [UInt8] = []
    let (count, error) = ByteView.over(input) { append($0, to: &rows) }
    offset += count
    input.removeFirst(count)
    output = rows[...]
    guard let error, rows.isEmpty else { return }
    let isTooLong = input.count > maximumRowByteCount
    guard error != .incomplete || isSourceAtEnd || isTooLong else { return }
    throw .malformed(
      path: path,
      detail: error == .tooDeep
        ? error.detail(of: "JSON")
        : error != .incomplete
          ? "not JSON" : isTooLong ? "a value that is too long" : "the input ends within an array",
      offset: offset
    )
  }

  /// Appends the objects of complete rows; returns the number of their bytes and the error that ended them.
  private func append(_ view: ByteView, to rows: inout [UInt8]) -> (count: Int, error: SyntaxError?) {
    var cursor = JSONViewCursor(view, at: 0)
    var count = 0
    do throws(SyntaxError) {
      while try !cursor.take(UInt8(ascii: "]")) {
        if try !cursor.take(UInt8(ascii: ",")) { rows += try object(of: &cursor, keys) + [0x0A] }
        count = cursor.offset
      }
      isAtEnd = true
      return (cursor.offset, nil)
    } catch { return (count, error) }
  }

  /// Returns the object of a row, or of a cell with parts; another value is unchanged.
  private func object(of cursor: inout JSONViewCursor, _ keys: [Key]) throws(SyntaxError) -> [UInt8] {
    _ = try cursor.peek()
    guard !keys.isEmpty, try cursor.take(UInt8(ascii: "[")) else {
      let start = cursor.offset
      try cursor.skip()
      return cursor.bytes.part(start..<cursor.offset).array
    }
    var bytes = [UInt8(ascii: "{")]
    var number = 0
    var isFirst = true
    while try cursor.nextElement(isFirst: &isFirst) {
      guard number < keys.count else {
        try cursor.skip()
        continue
      }
      if number > 0 { bytes.append(UInt8(ascii: ",")) }
      bytes += keys[number].bytes
      bytes += try object(of: &cursor, keys[number].parts)
      number += 1
    }
    return bytes + [UInt8(ascii: "}")]
  }
}

extension InputWindow {
  /// Replaces the rest of columnar JSON by objects, whose keys are the titles of the columns.
  package mutating func makeObjects(_ names: FieldNames, maximumRowByteCount: Int) throws(IndexFileError) {
    guard let table = ColumnarJSON(try sample().bytes, names) else { return }
    consume(table.firstRow)
    let (path, start) = (path, offset)
    replaceRest(
      with: RowObjectStream(table, source: rest, path: path, offset: start, maximumRowByteCount: maximumRowByteCount)
    )
  }
}
