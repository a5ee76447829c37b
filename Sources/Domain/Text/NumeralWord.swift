import Tables

/// A word that multiplies the number before it: `만`, `천`, `million`, `Mrd.`, `k`, or the `M` of an amount such as
/// `€2M`.
struct NumeralWord {
  /// The factor; NaN if the word has several meanings.
  let factor: Double
  /// The end of the word in the text.
  let end: Int
  /// Whether a delimiter follows the word, so that the word isn't the beginning of a longer one.
  private(set) var isDelimited = false
  /// Whether the word is an upper-case `K` without a currency, which may be kelvin.
  private var isKelvin = false

  /// Reads a word.
  ///
  /// - Parameters:
  ///   - start: The end of the number.
  ///   - bytes: The text.
  ///   - isAmount: Whether a currency is before the number.
  init?(at start: Int, in bytes: [UInt8], isAmount: Bool = false) {
    let rest = bytes[start...].drop { $0 == UInt8(ascii: " ") }
    guard let first = rest.first else { return nil }
    if first >= 0x80 {
      guard let word = Self.words.first(where: { rest.starts(with: $0.text.utf8) }) else { return nil }
      (factor, end) = (word.factor, Self.endOfPoint(at: rest.startIndex + word.text.utf8.count, in: bytes))
      guard factor < 1e12 || Self.endsAmount(bytes[end...]) else { return nil }
      return
    }
    let letters = rest.prefix { (0x61...0x7A).contains($0 | 0x20) }
    end = Self.endOfPoint(at: letters.endIndex, in: bytes)
    guard !letters.isEmpty, Self.isDelimiter(bytes[end...]) else { return nil }
    isDelimited = true
    guard letters.count == 1 else {
      guard let word = Self.latinWords[String(decoding: letters, as: UTF8.self).lowercased()] else { return nil }
      factor = word
      return
    }
    let isAmount = isAmount || Self.isCurrency(bytes[end...].drop { $0 == UInt8(ascii: " ") })
    switch first | 0x20 {
    case UInt8(ascii: "k"): factor = 1_000
    case UInt8(ascii: "m") where isAmount: factor = 1_000_000
    case UInt8(ascii: "b") where isAmount: factor = 1_000_000_000
    default: return nil
    }
    isKelvin = first == UInt8(ascii: "K") && !isAmount
  }

  /// Returns whether the word multiplies a number; `2700K` is a temperature.
  func mayFollow(_ number: Double) -> Bool { !isKelvin || number < 1_000 }

  /// Returns whether an amount may end or go on with a text after 조, unlike in `3조각`.
  private static func endsAmount(_ bytes: ArraySlice<UInt8>) -> Bool {
    let rest = bytes.drop { $0 == UInt8(ascii: " ") }
    guard let first = rest.first else { return true }
    return first.isDigit || ["원", "円", "元"].contains { rest.starts(with: $0.utf8) }
  }

  /// Returns the end of the point of an abbreviation, such as `Mio.`.
  private static func endOfPoint(at end: Int, in bytes: [UInt8]) -> Int {
    guard end < bytes.count, bytes[end] == UInt8(ascii: "."), isDelimiter(bytes[(end + 1)...]) else { return end }
    return end + 1
  }

  /// Returns whether a word ends before a text, as in `10k€`, `100k+` and `5k/month`.
  private static func isDelimiter(_ bytes: ArraySlice<UInt8>) -> Bool {
    guard let first = bytes.first else { return true }
    return [UInt8(ascii: " "), UInt8(ascii: "/"), UInt8(ascii: "+")].contains(first) || isCurrency(bytes)
  }

  private static func isCurrency(_ bytes: ArraySlice<UInt8>) -> Bool {
    MeasuredNumber.currencies.contains(where: bytes.starts)
      || ["원", "円", "元"].contains { bytes.starts(with: $0.utf8) }
  }

  private static let words: [(text: String, factor: Double)] = [
    ("십", 10), ("十", 10), ("백", 100), ("百", 100), ("천", 1_000), ("千", 1_000), ("만", 10_000), ("万", 10_000),
    ("萬", 10_000), ("억", 100_000_000), ("億", 100_000_000), ("亿", 100_000_000), ("조", 1e12), ("兆", 1e12),
    ("тыс", 1_000), ("млн", 1_000_000), ("млрд", 1_000_000_000),
  ]

  /// `mil` is a thousand in Spanish, and a thousandth of an inch.
  private static let latinWords: [String: Double] = [
    "hundred": 100, "thousand": 1_000, "tausend": 1_000, "tsd": 1_000, "lakh": 100_000, "lakhs": 100_000,
    "million": 1_000_000, "millions": 1_000_000, "millionen": 1_000_000, "mio": 1_000_000, "mln": 1_000_000,
    "crore": 10_000_000, "crores": 10_000_000, "billion": 1_000_000_000, "billions": 1_000_000_000,
    "bn": 1_000_000_000, "milliard": 1_000_000_000, "milliards": 1_000_000_000, "milliarden": 1_000_000_000,
    "mrd": 1_000_000_000, "mld": 1_000_000_000, "mil": .nan,
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
