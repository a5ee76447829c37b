import Domain

/// What a text cannot be, whatever its column says: the cells of some rows are shifted, and some columns hold something
/// else.
extension ByteView {
  /// Whether it may be a telephone number: words with fewer digits than the shortest number has are none.
  ///
  /// Digits of other scripts are not counted, and so a text in one may be a number.
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
  /// Those of digits of full width, of Arabic, of Persian, and of the scripts of India and Thailand.
  private static let leadsOfOtherDigits: [UInt8] = [0xEF, 0xD9, 0xDB, 0xE0]

  /// Whether it may be the address of a website: one has a point, and is not that of a picture, such as a marker.
  var mayBeWebsite: Bool {
    guard let point = lastIndex(of: UInt8(ascii: ".")) else { return false }
    let ending = part(point + 1..<count)
    return !Self.pictures.contains { ending.count == $0.utf8CodeUnitCount && ending.lowercased(equals: $0) }
  }

  private static let pictures: [StaticString] = [
    "png", "jpg", "jpeg", "gif", "svg", "webp", "ico", "bmp", "tif", "tiff",
  ]

  private func lowercased(equals word: StaticString) -> Bool {
    (0..<count).allSatisfy { unsafe byte(at: $0) | 0x20 == word.utf8Start[$0] }
  }
}

extension ByteView {
  /// The parts of a word in which capitals begin them, with hyphens between; `nil` for any other text.
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
