package import Domain
package import Tables

extension EncodingVote {
  /// Decides the encoding of a sample of an input.
  ///
  /// In JSON, texts in a single-byte encoding cost their rows.
  ///
  /// - Throws: An error with the possible encodings if the bytes don't show which one it is.
  package static func verdict(
    of sample: ByteView,
    bytesBefore: Int,
    isTable: Bool,
    path: String
  ) throws(IndexFileError) -> Verdict {
    let verdict = EncodingVote(sample, bytesBefore: bytesBefore).verdict
    switch verdict {
    case .other(.cp1252) where !isTable, .unclear where !isTable: return .utf8
    case .other(.eucJP): throw .otherEncoding(path: path, readings: EncodingReading.readings(of: sample, in: [.eucJP]))
    case .unclear: throw .otherEncoding(path: path, readings: EncodingReading.readings(of: sample))
    case .ascii, .utf8, .other: return verdict
    }
  }

  /// Returns a row that isn't UTF-8 among rows of ASCII, converted from CP1252; `nil` if its words aren't Western
  /// European.
  package static func utf8(ofWestern row: ByteView) -> [UInt8]? {
    guard isWestern(row), var converter = TextConverter(from: .cp1252) else { return nil }
    return converter.utf8(of: row)
  }
}

extension EncodingReading {
  /// Returns the first non-ASCII text after the first line, decoded in each encoding in which it is valid text.
  package static func readings(
    of sample: ByteView,
    in encodings: [TextEncoding] = [.latin1, .cp1252, .cp1250, .cp1251, .gb18030, .big5, .koi8r]
  ) -> [EncodingReading] {
    let sample = firstTextBeyondASCII(of: sample)
    return encodings.compactMap { encoding in
      var converter = TextConverter(from: encoding)
      let text = converter?.utf8(of: sample).map { String(decoding: $0, as: UTF8.self) }
      let isText = text.map { !$0.unicodeScalars.contains { $0.properties.generalCategory == .control } } ?? false
      return isText ? EncodingReading(encoding.rawValue, text: text) : nil
    }
  }

  /// Returns the text between delimiters; a delimiter isn't part of a character in any encoding.
  private static func firstTextBeyondASCII(of sample: ByteView) -> ByteView {
    let firstLine = sample.firstIndex(of: UInt8(ascii: "\n")) ?? 0
    guard let at = sample.firstBeyondASCII(from: firstLine) ?? sample.firstBeyondASCII(from: 0) else { return .empty }
    var start = at
    var end = at
    while start > 0, !delimits(sample.byte(at: start - 1)) { start -= 1 }
    while end < sample.count, !delimits(sample.byte(at: end)) { end += 1 }
    return sample.part(start..<end)
  }

  private static func delimits(_ byte: UInt8) -> Bool {
    byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: ",") || byte == UInt8(ascii: ";")
  }
}
