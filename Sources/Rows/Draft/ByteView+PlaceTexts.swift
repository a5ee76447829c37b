import Domain
import Tables

/// Rejects texts that can't be the value of their column: cells may be shifted, and columns misused.
extension ByteView {
  /// Whether the text may be a telephone number: a text with letters needs a minimum number of digits.
  ///
  /// Digits of other scripts aren't counted, so a text with any of them may be a number.
  var mayBePhone: Bool {
    var digitCount = 0
    var hasLetter = false
    for index in 0..<count {
      let byte = byte(at: index)
      if byte.isDigit {
        digitCount += 1
        if digitCount == Self.fewestDigits { return true }
      } else if Self.leadsOfOtherDigits.contains(byte) {
        return true
      } else if byte | 0x20 >= 0x61, byte | 0x20 <= 0x7A || byte >= 0xC3 {
        hasLetter = true
      }
    }
    return digitCount > 0 && !hasLetter
  }

  private static let fewestDigits = 3
  /// The first bytes of full-width, Arabic, Persian, Indian and Thai digits.
  private static let leadsOfOtherDigits: [UInt8] = [0xEF, 0xD9, 0xDB, 0xE0]

  /// Whether the text may be the address of a website: it contains a point, and isn't a picture, such as a marker.
  var mayBeWebsite: Bool {
    guard let point = lastIndex(of: UInt8(ascii: ".")) else { return false }
    let fileExtension = part(point + 1..<count)
    return !Self.pictures.contains {
      fileExtension.count == $0.utf8CodeUnitCount && fileExtension.lowercased(equals: $0)
    }
  }

  private static let pictures: [StaticString] = [
    "png", "jpg", "jpeg", "gif", "svg", "webp", "ico", "bmp", "tif", "tiff",
  ]

  private func lowercased(equals word: StaticString) -> Bool {
    (0..<count).allSatisfy { unsafe byte(at: $0) | 0x20 == word.utf8Start[$0] }
  }
}

extension ByteView {
  /// The parts of a camel-case word, joined by hyphens; `nil` for any other text.
  var partsOfCamel: [UInt8]? {
    var parts: [UInt8] = []
    var isDivided = false
    for index in 0..<count {
      let byte = byte(at: index)
      guard 0x61...0x7A ~= byte | 0x20 else { return nil }
      if index > 0, byte < 0x61, self.byte(at: index - 1) >= 0x61 {
        parts.append(UInt8(ascii: "-"))
        isDivided = true
      }
      parts.append(byte)
    }
    return isDivided ? parts : nil
  }
}
