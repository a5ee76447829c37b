import Foundation

/// The forms in which a text may contain a key: plain, reversed, hexadecimal and base64, ignoring case.
///
/// Only letters and digits are compared, so there may be anything between them. Further encodings (`%30`, `&#48;`,
/// `\u0030`) are decoded by ``EncodedText`` first.
struct KeyForms: Sendable {
  /// The number of consecutive letters and digits of the key that reveal it.
  static let minimumRunLength = 8

  /// The forms as lower-case ASCII letters and digits.
  private let forms: [[UInt8]]
  /// All runs of eight letters and digits.
  private let runs: WordSet
  /// All runs of eight bytes of the forms, including their other characters, in lower case.
  private let words: WordSet
  /// The distance between examined words in data, such that one word of every run is examined.
  private let stride: Int

  /// Makes the forms of a key; there are none if it has fewer letters than ``minimumRunLength``.
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

  /// The number of consecutive letters that reveal a form in data: half of it, because phone numbers, ids and words
  /// that happen to be in a key must stay unchanged.
  private static func minimumRunLengthInData(_ form: [UInt8]) -> Int {
    max(min(12, form.count), form.count / 2)
  }

  /// The byte as a lower-case ASCII letter or digit; `nil` for other bytes.
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

  /// The base64 forms of a key, which may begin at three offsets.
  ///
  /// The characters shared with neighbouring bytes are omitted.
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
    // Little-endian, as the processor loads it.
    bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) }
  }

  // MARK: - Search

  /// Finds the runs of letters that are part of the key.
  ///
  /// - Parameters:
  ///   - letters: Lower-case letters and digits.
  ///   - isData: Whether they come from data, in which a short run isn't part of the key.
  /// - Returns: The ranges of the runs.
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

  /// Returns the length of the longest substring of a form at the start of some letters.
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

  /// Whether data may contain the key, so that it must be examined letter by letter.
  ///
  /// - Complexity: About two instructions per byte, because every response is examined and almost none contains the
  /// key.
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

/// A set of eight-byte words with fast negative lookups.
private struct WordSet: Sendable {
  /// A bit for each remainder of a hash.
  private var bits: [UInt64]
  /// The words, each at or after the slot of its hash; 0 for empty slots.
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

  /// Multiplicative hashing with the golden ratio.
  ///
  /// Source: Knuth, "The Art of Computer Programming" 3, 6.4.
  private static func hash(_ word: UInt64) -> UInt64 { word &* 0x9E37_79B9_7F4A_7C15 }
}
