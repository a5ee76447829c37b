import Domain

/// A conversion table for CP949, made once with the system's converter: converting each character with that takes three times
/// as long as reading the rows.
struct CP949Table: Sendable {
  private static let firstLeadByte = 0x81
  private static let leadByteCount = 0xFE - 0x81 + 1
  /// The replacement for an invalid character.
  private static let invalid: UInt8 = 0xFF

  /// The scalar of each pair of bytes, by lead and trail byte; 0 for none.
  private let scalars: [UInt16]

  init?() {
    guard var converter = TextConverter(from: .cp949) else { return nil }
    var scalars = [UInt16](repeating: 0, count: Self.leadByteCount << 8)
    for lead in 0..<Self.leadByteCount {
      for trail in 0x41...0xFE {
        let pair = [UInt8(lead + Self.firstLeadByte), UInt8(trail)]
        guard let text = converter.utf8(of: pair.span), text.count == 3 || text.count == 2,
          let scalar = String(decoding: text, as: UTF8.self).unicodeScalars.first, scalar.value <= 0xFFFF
        else { continue }
        scalars[lead << 8 | trail] = UInt16(scalar.value)
      }
    }
    self.scalars = scalars
  }

  /// Converts as many bytes as the output, of 4 bytes or more, has room for.
  ///
  /// - Returns: The number of bytes read and written.
  func convert(
    _ view: ByteView,
    isAtEnd: Bool,
    into output: UnsafeMutableRawBufferPointer
  ) -> (read: Int, written: Int) {
    var (read, written) = (0, 0)
    let count = view.count
    let room = output.count
    while read < count {
      // Eight bytes of ASCII at a time.
      while read + 8 <= count, written + 8 <= room {
        let word = view.load(UInt64.self, at: read)
        guard word & 0x8080_8080_8080_8080 == 0 else { break }
        unsafe output.storeBytes(of: word, toByteOffset: written, as: UInt64.self)
        read += 8
        written += 8
      }
      guard read < count, written + 3 <= room else { break }
      let byte = view.byte(at: read)
      guard byte >= 0x80 else {
        unsafe output[written] = byte
        read += 1
        written += 1
        continue
      }
      guard read + 1 < count || isAtEnd else { break }
      let lead = Int(byte) - Self.firstLeadByte
      let scalar =
        lead >= 0 && lead < Self.leadByteCount && read + 1 < count
        ? scalars[lead << 8 | Int(view.byte(at: read + 1))] : 0
      guard scalar != 0 else {
        unsafe output[written] = Self.invalid
        written += 1
        read += 1
        continue
      }
      if scalar < 0x800 {
        unsafe output[written] = UInt8(0xC0 | scalar >> 6)
        unsafe output[written + 1] = UInt8(0x80 | scalar & 0x3F)
        written += 2
      } else {
        unsafe output[written] = UInt8(0xE0 | scalar >> 12)
        unsafe output[written + 1] = UInt8(0x80 | scalar >> 6 & 0x3F)
        unsafe output[written + 2] = UInt8(0x80 | scalar & 0x3F)
        written += 3
      }
      read += 2
    }
    return (read, written)
  }
}

/// Converts CP949 to UTF-8, line by line; an invalid character becomes a byte that is not UTF-8, so that only its row is skipped.
///
/// Lines that are UTF-8 already stay as they are: files are put together of parts in different encodings.
final class CP949Stream: ByteStream {
  private var source: InputWindow
  private let table: CP949Table
  /// A longer line is converted in parts.
  private static let maximumLineBytes = 1 << 18
  /// The bytes of the line that are left to write.
  private var lineLeft = 0
  private var isLineUTF8 = false
  private var isLineWhole = true

  /// Converts a stream; `nil` if the system cannot.
  init?(_ source: any ByteStream) {
    guard let table = CP949Table() else { return nil }
    self.source = InputWindow(source)
    self.table = table
  }

  func read(into buffer: UnsafeMutableRawBufferPointer) throws(IndexFileError) -> Int {
    // With a smaller buffer nothing could be written, which would look like the end of the input.
    precondition(buffer.count >= Self.leastRoomBytes)
    var written = 0
    while written + Self.leastRoomBytes <= buffer.count {
      // Nothing more is waited for.
      if lineLeft == 0, written > 0, source.view.count == 0 { break }
      if lineLeft == 0 { try beginLine() }
      guard lineLeft > 0 else { break }
      let room = unsafe UnsafeMutableRawBufferPointer(rebasing: buffer[written...])
      let line = source.view.part(0..<lineLeft)
      let count: (read: Int, written: Int)
      if isLineUTF8 {
        let copied = min(line.count, room.count)
        unsafe line.part(0..<copied).withBytes { unsafe room.copyMemory(from: $0) }
        count = (copied, copied)
      } else {
        count = unsafe table.convert(line, isAtEnd: isLineWhole, into: room)
      }
      source.consume(count.read)
      lineLeft -= count.read
      written += count.written
      // The rest is half a character.
      if count.read == 0 { lineLeft = 0 }
    }
    return written
  }

  /// Reads up to the next line end, or as much of the line as fits the buffer.
  private func beginLine() throws(IndexFileError) {
    var searched = 0
    while true {
      let view = source.view
      if let end = view.firstIndex(of: UInt8(ascii: "\n"), from: searched) {
        lineLeft = end + 1
        isLineWhole = true
        break
      }
      searched = view.count
      try source.fill(to: min(Self.maximumLineBytes, max(2 * searched, 1 << 12)))
      guard source.view.count == searched else { continue }
      lineLeft = searched
      isLineWhole = source.isAtEnd
      break
    }
    let line = source.view.part(0..<lineLeft)
    isLineUTF8 = line.hasWideCharacters && UTF8Check.isValid(line)
  }
}

extension ByteView {
  /// Whether a byte begins a character of UTF-8 of three bytes: unlike one of two, it is hardly valid by accident.
  var hasWideCharacters: Bool { (0..<count).contains { byte(at: $0) & 0xF0 == 0xE0 } }
}
