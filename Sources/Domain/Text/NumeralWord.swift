import Tables

/// A word that multiplies the number before it: `만`, `천`, `million`, or `k` right after the digits.
struct NumeralWord {
  /// The factor; NaN if the word has several meanings.
  let factor: Double
  /// The end of the word in the text.
  let end: Int
  /// Whether the word is an upper-case `K`.
  private var isKelvin = false

  init?(at start: Int, in bytes: [UInt8]) {
    let rest = bytes[start...].drop { $0 == UInt8(ascii: " ") }
    guard let first = rest.first else { return nil }
    if first >= 0x80 {
      guard let word = Self.words.first(where: { rest.starts(with: $0.text.utf8) }) else { return nil }
      (factor, end) = (word.factor, rest.startIndex + word.text.utf8.count)
      guard factor < 1e12 || Self.endsAmount(bytes[end...]) else { return nil }
      return
    }
    let letters = rest.prefix { (0x61...0x7A).contains($0 | 0x20) }
    end = letters.endIndex
    guard end == bytes.endIndex || bytes[end] == UInt8(ascii: " ") else { return nil }
    if letters.count == 1, first | 0x20 == UInt8(ascii: "k"), letters.startIndex == start {
      factor = 1_000
      isKelvin = first == UInt8(ascii: "K")
    } else {
      let word = letters.count < 3 ? nil : Self.latinWords[String(decoding: letters, as: UTF8.self).lowercased()]
      guard let word else { return nil }
      factor = word
    }
  }

  /// Returns whether the word multiplies a number; `2700K` is a temperature.
  func mayFollow(_ number: Double) -> Bool { !isKelvin || number < 1_000 }

  /// Returns whether an amount may end or go on with a text after 조, unlike in `3조각`.
  private static func endsAmount(_ bytes: ArraySlice<UInt8>) -> Bool {
    let rest = bytes.drop { $0 == UInt8(ascii: " ") }
    guard let first = rest.first else { return true }
    return first.isDigit || ["원", "円", "元"].contains { rest.starts(with: $0.utf8) }
  }

  private static let words: [(text: String, factor: Double)] = [
    ("십", 10), ("十", 10), ("백", 100), ("百", 100), ("천", 1_000), ("千", 1_000), ("만", 10_000), ("万", 10_000),
    ("萬", 10_000), ("억", 100_000_000), ("億", 100_000_000), ("亿", 100_000_000), ("조", 1e12), ("兆", 1e12),
  ]

  /// `mil` is a thousand in Spanish, and a thousandth of an inch.
  private static let latinWords: [String: Double] = [
    "hundred": 100, "thousand": 1_000, "lakh": 100_000, "million": 1_000_000, "mio": 1_000_000, "mln": 1_000_000,
    "crore": 10_000_000, "billion": 1_000_000_000, "mil": .nan,
  ]
}

/// The sum of the parts of a number such as `1억 7천5백만`.
///
/// Words below 만 multiply a number, and 만 and larger words multiply the sum of these.
struct NumeralSum {
  private var finished = 0.0
  private var part = 0.0
  /// The bounds of the next words: the last word from 만, and the last one below 만 since then.
  private var largeBound = Double.infinity
  private var smallBound = Double.infinity

  var value: Double { finished + part }

  /// Adds a number with a word; returns false if the number can't follow.
  mutating func add(_ number: Double, _ word: NumeralWord) -> Bool {
    guard word.factor < 10_000 else { return number < smallBound && close(with: word, adding: number) }
    guard number * word.factor < min(smallBound, largeBound) else { return false }
    part += number * word.factor
    smallBound = word.factor
    return true
  }

  /// Multiplies the sum of the last words by a word such as the 만 in `3백만`; returns false if it can't follow.
  mutating func multiply(_ word: NumeralWord) -> Bool { part > 0 && close(with: word, adding: 0) }

  private mutating func close(with word: NumeralWord, adding number: Double) -> Bool {
    let product = (part + number) * word.factor
    guard word.factor >= 10_000, product < largeBound else { return false }
    finished += product
    (part, largeBound, smallBound) = (0, word.factor, .infinity)
    return true
  }
}
