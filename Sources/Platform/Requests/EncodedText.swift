import Foundation

/// A text as decoded characters, each with its range in the original, which may be encoded several times.
struct EncodedText: Sendable {
  /// A character and its range.
  private struct Character: Sendable {
    let scalar: Unicode.Scalar
    let place: Range<Int>
  }

  /// The maximum number of nested encodings: `%2530` is `%30`, which is 0.
  private static let maximumDepth = 3

  private var characters: [Character]

  /// Makes an undecoded text, whose ranges count scalars.
  init(_ text: String) {
    characters = text.unicodeScalars.enumerated().map { Character(scalar: $1, place: $0..<$0 + 1) }
  }

  /// Decodes the inside of a JSON string, valid UTF-8.
  ///
  /// Ranges count bytes from the start of the document.
  init(ofJSON text: ArraySlice<UInt8>) {
    characters = []
    characters.reserveCapacity(text.count)
    var index = text.startIndex
    while index < text.endIndex {
      let (scalar, length) = Self.character(ofJSON: text[index...])
      characters.append(Character(scalar: scalar, place: index..<min(index + length, text.endIndex)))
      index += length
    }
  }

  /// The ranges of a key, sorted and disjoint.
  func places(of key: KeyForms, isData: Bool) -> [Range<Int>] {
    var found: [Range<Int>] = []
    var text = self
    for _ in 0...Self.maximumDepth {
      let letters = text.characters.compactMap { character in
        Self.letter(character.scalar).map { (letter: $0, place: character.place) }
      }
      for run in key.runs(in: letters.map(\.letter), isData: isData) {
        found.append(letters[run.lowerBound].place.lowerBound..<letters[run.upperBound - 1].place.upperBound)
      }
      let decoded = text.decoded
      guard decoded.characters.count < text.characters.count else { break }
      text = decoded
    }
    found.sort { $0.lowerBound < $1.lowerBound }
    return found.reduce(into: []) { apart, place in
      if let last = apart.last, place.lowerBound <= last.upperBound {
        apart[apart.count - 1] = last.lowerBound..<max(last.upperBound, place.upperBound)
      } else {
        apart.append(place)
      }
    }
  }

  /// The letter or digit that a character is compatible with: `１`, `①` and `𝟏` are 1.
  private static func letter(_ scalar: Unicode.Scalar) -> UInt8? {
    guard !scalar.isASCII else { return KeyForms.letter(UInt8(scalar.value)) }
    // A fast path for Hangul, which isn't compatible with ASCII letters.
    guard !(0xAC00...0xD7A3).contains(scalar.value) else { return nil }
    let plain = String(scalar).decomposedStringWithCompatibilityMapping.unicodeScalars.first
    return plain.flatMap { UInt8(exactly: $0.value) }.flatMap(KeyForms.letter)
  }

  // MARK: - Encodings

  /// The text with percent encoding, HTML character references and escapes of programming languages decoded.
  private var decoded: EncodedText {
    var text = self
    text.characters.removeAll(keepingCapacity: true)
    var index = 0
    while index < characters.count {
      let (scalar, length) = code(at: index) ?? (characters[index].scalar, 1)
      let last = characters[index + length - 1]
      let place = characters[index].place.lowerBound..<last.place.upperBound
      text.characters.append(Character(scalar: scalar, place: place))
      index += length
    }
    return text
  }

  /// The character of a code and the length of the code; `nil` if there is none.
  private func code(at index: Int) -> (Unicode.Scalar, length: Int)? {
    func next(_ offset: Int) -> Unicode.Scalar? {
      index + offset < characters.count ? characters[index + offset].scalar : nil
    }
    func code(from start: Int, atMost maximum: Int, atLeast minimum: Int, radix: Int) -> (UInt32, end: Int)? {
      var number = UInt32(0)
      var end = start
      while end < start + maximum, let digit = next(end).flatMap({ Self.digit($0, radix: radix) }) {
        number = number * UInt32(radix) + digit
        end += 1
      }
      return end - start >= minimum ? (number, end) : nil
    }
    let found: (UInt32, end: Int)?
    switch (next(0), next(1), next(2)) {
    case ("%", _, _): found = code(from: 1, atMost: 2, atLeast: 2, radix: 16)
    case ("&", "#", "x"), ("&", "#", "X"): found = code(from: 3, atMost: 7, atLeast: 1, radix: 16)
    case ("&", "#", _): found = code(from: 2, atMost: 8, atLeast: 1, radix: 10)
    case ("\\", "u", "{"): found = code(from: 3, atMost: 7, atLeast: 1, radix: 16)
    case ("\\", "u", _): found = code(from: 2, atMost: 4, atLeast: 4, radix: 16)
    case ("\\", "x", _): found = code(from: 2, atMost: 2, atLeast: 2, radix: 16)
    default: return nil
    }
    guard let found else { return nil }
    // A byte of a multi-byte character is never a letter.
    let scalar = Unicode.Scalar(found.0) ?? "\u{FFFD}"
    let isEnded = next(found.end) == ";" || next(found.end) == "}"
    return (scalar, next(0) != "%" && isEnded ? found.end + 1 : found.end)
  }

  private static func digit(_ scalar: Unicode.Scalar, radix: Int) -> UInt32? {
    guard scalar.isASCII, let digit = Swift.Character(scalar).hexDigitValue, digit < radix else { return nil }
    return UInt32(digit)
  }

  /// The first character inside a JSON string, and its length in bytes.
  private static func character(ofJSON text: ArraySlice<UInt8>) -> (Unicode.Scalar, length: Int) {
    let first = text[text.startIndex]
    let start = text.startIndex
    if first == UInt8(ascii: "\\"), text.count > 1 {
      let second = text[start + 1]
      guard second == UInt8(ascii: "u"), text.count >= 6,
        let number = UInt32(String(decoding: text[(start + 2)..<(start + 6)], as: UTF8.self), radix: 16)
      else {
        // An escaped control character is never a letter.
        let isLetter = KeyForms.letter(second) != nil
        return (isLetter ? " " : Unicode.Scalar(second), 2)
      }
      return (Unicode.Scalar(number) ?? "\u{FFFD}", 6)
    }
    guard first >= 0x80 else { return (Unicode.Scalar(first), 1) }
    let length = min(text.count, first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4)
    let scalars = String(decoding: text.prefix(length), as: UTF8.self).unicodeScalars
    return (scalars.first ?? "\u{FFFD}", length)
  }

  /// Whether ASCII letters or digits are encoded, which is never necessary, or there are HTML character references.
  static func hidesLetters(in bytes: UnsafeRawBufferPointer) -> Bool {
    unsafe hasCode(in: bytes, after: UInt8(ascii: "%")) { next in
      next.count >= 2 && mayHide(hexadecimal(next.prefix(2)))
    } || hasCode(in: bytes, after: UInt8(ascii: "&")) { isMark($0.first) }
      || hasCode(in: bytes, after: UInt8(ascii: "\\")) { next in
        // An escaped backslash may begin an escape of another language.
        let code = next.first == UInt8(ascii: "\\") ? next.dropFirst() : next
        switch code.first {
        case UInt8(ascii: "u"):
          guard code.count >= 5, code.dropFirst().starts(with: "00".utf8) else {
            return code.dropFirst().first == UInt8(ascii: "{")
          }
          let byte = hexadecimal(code.dropFirst(3).prefix(2))
          // Services write `&` like this even if nothing is hidden.
          return byte == UInt8(ascii: "&") ? isMark(code.dropFirst(5).first) : mayHide(byte)
        case UInt8(ascii: "x"): return code.count >= 3 && mayHide(hexadecimal(code.dropFirst().prefix(2)))
        default: return false
        }
      }
  }

  private static func hasCode(
    in bytes: UnsafeRawBufferPointer,
    after mark: UInt8,
    where isCode: (ArraySlice<UInt8>) -> Bool
  ) -> Bool {
    guard let base = bytes.baseAddress else { return false }
    var offset = 0
    while offset < bytes.count {
      guard let found = unsafe memchr(base + offset, Int32(mark), bytes.count - offset) else { return false }
      offset = unsafe UnsafeRawPointer(found) - base + 1
      let next = unsafe Array(bytes[offset..<min(offset + 6, bytes.count)])
      if isCode(next[...]) { return true }
      // An escaped backslash doesn't begin the next escape.
      if mark == UInt8(ascii: "\\") { offset += 1 }
    }
    return false
  }

  private static func hexadecimal(_ digits: ArraySlice<UInt8>) -> UInt8? {
    UInt8(String(decoding: digits, as: UTF8.self), radix: 16)
  }

  /// Whether an encoded byte is a letter or begins another code.
  private static func mayHide(_ byte: UInt8?) -> Bool {
    guard let byte else { return false }
    return KeyForms.letter(byte) != nil || "%&\\".utf8.contains(byte)
  }

  /// Whether an ampersand before a byte, which may be escaped, may begin an HTML character reference.
  private static func isMark(_ byte: UInt8?) -> Bool { byte == UInt8(ascii: "#") || byte == UInt8(ascii: "\\") }
}
