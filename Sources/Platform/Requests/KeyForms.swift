import Foundation

/// The forms in which a text may hold a key: as it is, reversed, in hexadecimal and in base64, whatever the case.
///
/// Only letters and digits count, so anything may stand between them. Texts that are encoded further (`%30`, `&#48;`,
/// `\u0030`) are decoded by ``EncodedText`` before they are compared.
struct KeyForms: Sendable {
  /// The number of successive letters and digits of the key that give it away.
  static let minimumRunLength = 8

  /// Lower-case letters and digits of ASCII.
  private let forms: [[UInt8]]
  /// Every eight successive ones.
  private let runs: WordSet
  /// Every eight successive bytes of the forms with everything that belongs to them, in lower case.
  private let words: WordSet
  /// How far apart in a text words are looked at, so that one of every run in data is.
  private let stride: Int

  /// A key of fewer letters than ``minimumRunLength`` has no forms.
  init(of secret: [UInt8]) {
    guard secret.compactMap(Self.letter).count >= Self.minimumRunLength else {
      forms = []
      runs = WordSet([])
      words = WordSet([])
      stride = 1
      return
    }
    var texts: [[UInt8]] = []
    for key in [secret, secret.reversed()] {
      let encoded = [Self.hexadecimal(key)] + Self.base64(key)
      texts.append(key)
      texts += encoded
      texts += encoded.map { $0.reversed() }
    }
    let forms = texts.map { $0.compactMap(Self.letter) }.filter { $0.count >= Self.minimumRunLength }
    self.forms = forms
    runs = WordSet(forms.flatMap { Self.words(in: $0) })
    words = WordSet(texts.flatMap { Self.words(in: $0.map { $0 | 0x20 }) })
    let shortest = forms.map(Self.minimumRunLengthInData).min() ?? Self.minimumRunLength
    stride = min(8, shortest - Self.minimumRunLength + 1)
  }

  var isEmpty: Bool { forms.isEmpty }

  /// The number of successive letters that give a form away in data: half of it, since phone numbers and ids must stay
  /// as they are, and words that happen to stand in a key as well.
  private static func minimumRunLengthInData(_ form: [UInt8]) -> Int {
    max(min(12, form.count), form.count / 2)
  }

  /// A lower-case letter or digit of ASCII; `nil` for any other byte.
  static func letter(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"): byte
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): byte | 0x20
    default: nil
    }
  }

  private static func hexadecimal(_ key: [UInt8]) -> [UInt8] {
    let digits = Array("0123456789abcdef".utf8)
    return key.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }
  }

  /// In base64 a key may begin at any of three offsets; the characters shared with its neighbours are left out.
  private static func base64(_ key: [UInt8]) -> [[UInt8]] {
    (0..<3).map { shift in
      let text = Array((Data(repeating: 0, count: shift) + Data(key)).base64EncodedString().utf8)
      return Array(text.dropFirst([0, 2, 3][shift]).prefix { $0 != UInt8(ascii: "=") }.dropLast())
    }
  }

  private static func words(in text: [UInt8]) -> [UInt64] {
    guard text.count >= 8 else { return [] }
    return (0...text.count - 8).map { start in word(text[start..<start + 8]) }
  }

  private static func word(_ bytes: ArraySlice<UInt8>) -> UInt64 {
    // The first byte is the lowest, as a processor loads it.
    bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) }
  }

  // MARK: - Where it is

  /// Finds the runs of letters that are a part of the key.
  ///
  /// - Parameters:
  ///   - letters: Lower-case letters and digits.
  ///   - isData: Whether they are of data, in which a short run is no part of the key.
  /// - Returns: Their positions.
  func runs(in letters: [UInt8], isData: Bool) -> [Range<Int>] {
    guard letters.count >= 8 else { return [] }
    var found: [Range<Int>] = []
    var word = Self.word(letters[0..<8])
    for start in 0...letters.count - 8 {
      if start > 0 { word = word >> 8 | UInt64(letters[start + 7]) << 56 }
      guard runs.contains(word) else { continue }
      for form in forms {
        let length = Self.longestRun(in: letters[start...], of: form)
        guard length >= (isData ? Self.minimumRunLengthInData(form) : Self.minimumRunLength) else { continue }
        found.append(start..<start + length)
      }
    }
    return found
  }

  /// Returns the length of the longest substring of a form that some letters begin with.
  private static func longestRun(in letters: ArraySlice<UInt8>, of form: [UInt8]) -> Int {
    guard let first = letters.first else { return 0 }
    var maximum = 0
    for start in form.indices where form[start] == first {
      var length = 0
      for (letter, wanted) in zip(letters, form[start...]) {
        guard letter == wanted else { break }
        length += 1
      }
      maximum = max(maximum, length)
    }
    return maximum
  }

  /// Whether data may hold the key, so that it has to be looked at letter by letter.
  ///
  /// - Complexity: Some two instructions a byte: every answer is looked at, and almost none holds it.
  func mayBe(in data: Data) -> Bool {
    guard !forms.isEmpty else { return false }
    return unsafe data.withUnsafeBytes { bytes in
      var offset = 0
      while offset + 8 <= bytes.count {
        let word = unsafe bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self).littleEndian
        if words.contains(word | 0x2020_2020_2020_2020) { return true }
        offset += stride
      }
      return unsafe EncodedText.hidesLetters(in: bytes)
    }
  }
}

/// A set of words of eight bytes that is fast where a word is not in it.
private struct WordSet: Sendable {
  /// A bit for each remainder of a hash.
  private var bits: [UInt64]
  /// The words, each at or after the place of its hash; 0 for none.
  private var slots: [UInt64]

  init(_ words: [UInt64]) {
    var capacity = 1
    while capacity < words.count * 2 { capacity *= 2 }
    slots = [UInt64](repeating: 0, count: capacity)
    bits = [UInt64](repeating: 0, count: 256)
    for word in words where word != 0 && !contains(word) {
      let hash = Self.hash(word)
      bits[Int(hash >> 56)] |= 1 << (hash >> 50 & 63)
      var slot = Int(hash >> 32) & (capacity - 1)
      while slots[slot] != 0 { slot = (slot + 1) & (capacity - 1) }
      slots[slot] = word
    }
  }

  func contains(_ word: UInt64) -> Bool {
    let hash = Self.hash(word)
    guard bits[Int(hash >> 56)] >> (hash >> 50 & 63) & 1 != 0 else { return false }
    var slot = Int(hash >> 32) & (slots.count - 1)
    while slots[slot] != 0 {
      if slots[slot] == word { return true }
      slot = (slot + 1) & (slots.count - 1)
    }
    return false
  }

  /// Multiplicative hashing by the golden ratio.
  ///
  /// Source: Knuth, "The Art of Computer Programming" 3, 6.4.
  private static func hash(_ word: UInt64) -> UInt64 { word &* 0x9E37_79B9_7F4A_7C15 }
}
