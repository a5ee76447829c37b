import Domain
import Tables

extension NameFolding {
  /// Folds a text.
  ///
  /// Almost every name consists of ASCII, Latin, Greek and Cyrillic letters, Hangul syllables and ideographs.
  static func fold(_ text: ByteView) -> [UInt8] {
    var folded: [UInt8] = []
    folded.reserveCapacity(text.count)
    var at = 0
    while at < text.count {
      let byte = text.byte(at: at)
      if byte < 0x80 {
        folded.append(byte.lowered)
        at += 1
      } else if isPlainLetter(text, at: at) {
        for offset in 0..<3 { folded.append(text.byte(at: at + offset)) }
        at += 3
      } else if byte >= 0xC3, byte <= 0xDF, at + 1 < text.count, text.byte(at: at + 1) & 0xC0 == 0x80 {
        let scalar = UInt32(byte & 0x1F) << 6 | UInt32(text.byte(at: at + 1) & 0x3F)
        at += 2
        if isMark(scalar) { continue }
        guard let base = base(of: scalar) else { return fold(text.text) }
        folded.append(base.first)
        if let second = base.second { folded.append(second) }
      } else {
        return fold(text.text)
      }
    }
    return folded
  }

  /// Returns whether folding a text changes only the case of ASCII letters, judging by its bytes.
  ///
  /// `true` for ASCII, Hangul syllables and CJK ideographs, which covers almost all names; `false` if the bytes alone
  /// don't show it.
  static func isPlain(_ bytes: ByteView) -> Bool {
    var index = 0
    while index < bytes.count {
      let byte = bytes.byte(at: index)
      if byte < 0x80 {
        index += 1
        continue
      }
      guard isPlainLetter(bytes, at: index) else { return false }
      index += 3
    }
    return true
  }

  /// Returns whether folding keeps the non-ASCII letter at an offset, judging by its bytes.
  ///
  /// `true` for ideographs U+4E00..U+9FFF and syllables U+AC00..U+D77F, which take three bytes each.
  @inline(__always)
  static func isPlainLetter(_ bytes: ByteView, at index: Int) -> Bool {
    guard index + 2 < bytes.count else { return false }
    let beginning = UInt16(bigEndian: bytes.load(UInt16.self, at: index))
    return beginning &- 0xE4B8 < 0xEA00 - 0xE4B8 || beginning &- 0xEAB0 < 0xED9E - 0xEAB0
  }
}
