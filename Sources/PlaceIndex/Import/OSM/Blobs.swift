import Domain
import Rows
import Tables

/// A part of an OpenStreetMap file that is unpacked on its own.
struct Blob: BitwiseCopyable {
  /// The offset in the file, in bytes.
  let offset: Int
  let count: Int
}

/// The header before a blob: its type and its length.
struct BlobHeader {
  static let maximumByteCount = 64 << 10
  static let maximumBlobByteCount = 32 << 20

  private(set) var type = ByteView.empty
  private(set) var dataByteCount = 0

  init(_ bytes: ByteView) throws(SyntaxError) {
    var reader = WireReader(bytes)
    var byteCount: UInt64?
    while try reader.next() {
      switch reader.field {
      case 1: type = try reader.message()
      case 3: byteCount = try reader.value()
      default: try reader.skip()
      }
    }
    guard let byteCount else { throw .malformed }
    guard byteCount <= Self.maximumBlobByteCount else { throw .tooLarge }
    dataByteCount = Int(byteCount)
  }

  var isOfFile: Bool { type.equals("OSMHeader") }
  var isOfData: Bool { type.equals("OSMData") }

  /// Returns the length of a header: a four-byte big-endian number.
  static func length(_ bytes: ByteView) -> Int {
    (0..<4).reduce(0) { $0 << 8 | Int(bytes.byte(at: $1)) }
  }
}

/// The blobs of a file.
struct BlobList {
  private(set) var headers: [Blob] = []
  private(set) var data: [Blob] = []

  /// The number of bytes to read for a header, which mostly has fourteen.
  private static let usualByteCount = 64

  /// Locates all blobs without reading their contents.
  init(of input: RandomAccessInput) throws(IndexFileError) {
    var content = ByteBuffer(capacity: BlobHeader.maximumByteCount + 4)
    var offset = 0
    while offset < input.count {
      let rest = input.count - offset
      try input.read(at: offset, min(rest, Self.usualByteCount), into: &content)
      guard rest >= 4 else { throw input.damaged(.incomplete, at: offset) }
      let length = BlobHeader.length(content.view)
      guard length < BlobHeader.maximumByteCount else { throw input.damaged(.tooLarge, at: offset) }
      guard length <= rest - 4 else { throw input.damaged(.incomplete, at: offset) }
      if length + 4 > content.view.count { try input.read(at: offset, length + 4, into: &content) }
      let header: BlobHeader
      do throws(SyntaxError) {
        header = try BlobHeader(content.view.part(4..<length + 4))
      } catch { throw input.damaged(error, at: offset) }
      let start = offset + 4 + length
      guard header.dataByteCount <= input.count - start else { throw input.damaged(.incomplete, at: offset) }
      let blob = Blob(offset: start, count: header.dataByteCount)
      if header.isOfFile { headers.append(blob) } else if header.isOfData { data.append(blob) }
      offset = start + header.dataByteCount
    }
  }
}

extension RandomAccessInput {
  /// Reads a part of the input.
  func read(at offset: Int, _ count: Int, into content: inout ByteBuffer) throws(IndexFileError) {
    try unsafe content.fill(count) { (buffer) throws(IndexFileError) in unsafe try read(at: offset, into: buffer) }
  }

  /// Returns whether the input begins like an OpenStreetMap file.
  func isOpenStreetMap() throws(IndexFileError) -> Bool {
    var content = ByteBuffer(capacity: FileSignature.examinedByteCount)
    try read(at: 0, min(count, FileSignature.examinedByteCount), into: &content)
    return FileSignature.isOpenStreetMap(content.view)
  }

  func damaged(_ reason: SyntaxError, at offset: Int) -> IndexFileError {
    .malformed(path: path, detail: reason.detail(of: "OpenStreetMap PBF"), offset: offset)
  }
}
