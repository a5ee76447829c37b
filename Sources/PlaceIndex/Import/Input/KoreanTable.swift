/// CP949 as a table, made once by the system's converter: converting character by character through that takes three times
/// as long as reading the rows.
struct KoreanTable: Sendable {
  private static let firstLead = 0x81
  private static let leadCount = 0xFE - 0x81 + 1
  /// Stands for what is no character.
  private static let invalid: UInt8 = 0xFF

  /// The scalar of each pair of bytes, by lead and trail; 0 for none.
  private let scalars: [UInt16]

  /// Makes the table; `nil` when the system has no converter.
  init?() {
    guard var converter = KoreanText() else { return nil }
    var scalars = [UInt16](repeating: 0, count: Self.leadCount << 8)
    for lead in 0..<Self.leadCount {
      for trail in 0x41...0xFE {
        let pair = [UInt8(lead + Self.firstLead), UInt8(trail)]
        guard let text = converter.utf8(of: pair.span), text.count == 3 || text.count == 2,
          let scalar = String(decoding: text, as: UTF8.self).unicodeScalars.first, scalar.value <= 0xFFFF
        else { continue }
        scalars[lead << 8 | trail] = UInt16(scalar.value)
      }
    }
    self.scalars = scalars
  }

  /// Converts as much as there is room for.
  ///
  /// - Parameters:
  ///   - view: CP949.
  ///   - isAtEnd: Whether nothing comes behind it.
  ///   - output: Room, at least 4 bytes.
  /// - Returns: How many bytes were read and written.
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
      let lead = Int(byte) - Self.firstLead
      let scalar =
        lead >= 0 && lead < Self.leadCount && read + 1 < count ? scalars[lead << 8 | Int(view.byte(at: read + 1))] : 0
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
