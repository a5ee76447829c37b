/// A latitude or longitude as people write it: `37.5°`, `N37.5`, `127° 1' 39.36" E`, `북위 37도 33분 59초`.
package struct Angle: Sendable, Hashable {
  /// Degrees, negative in the south and west.
  package private(set) var degrees: Double
  /// Whether the angle is a latitude; `nil` if the text names no hemisphere.
  package private(set) var isLatitude: Bool?

  private static let hemispheres: [(word: String, isLatitude: Bool, sign: Double)] = [
    ("북위", true, 1), ("남위", true, -1), ("동경", false, 1), ("서경", false, -1),
    ("n", true, 1), ("s", true, -1), ("e", false, 1), ("w", false, -1),
  ]
  /// Whole words for hemispheres, which only stand alone: `37.5 Ost` isn't an angle.
  private static let hemisphereWords: [(words: [String], isLatitude: Bool, sign: Double)] = [
    (["north", "nord", "norte"], true, 1), (["south", "süd", "sud", "sur", "sul"], true, -1),
    (["east", "ost", "est", "este", "leste"], false, 1), (["west", "ouest", "oeste", "ovest"], false, -1),
  ]
  /// The marks after degrees, minutes and seconds; ExifTool writes `deg`.
  private static let marks = [
    ["°", "º", "˚", "도", "deg"], ["'", "′", "’", "분"], ["\"", "″", "”", "초", "''", "′′", "’’"],
  ]

  /// The marks of geopy, `18 28m 15.2s S`, which has none after the degrees.
  private static let letters = [[], ["m"], ["s"]]

  /// Reads the angle at the beginning of a text and the spaces after it; `nil` if there is none.
  package init?(from rest: inout Substring) {
    var hemisphere = Self.readHemisphere(&rest)
    let digitCount = rest.prefix { $0.isASCII && $0.isNumber }.count
    guard let first = Self.readNumber(&rest) else { return nil }
    degrees = first
    var isWhole = first.rounded() == first
    let isMarked = Self.skipMark(Self.marks[0], &rest)
    let hasMark = isMarked || isWhole && Self.hasLetter(rest)
    if hasMark {
      let marks = isMarked ? Self.marks : Self.letters
      for (unit, share) in [(1, 1.0 / 60), (2, 1.0 / 3600)] {
        // Only the last part may have a fraction, and only the first a sign.
        guard isWhole, let number = Self.readPart(&rest, before: marks[unit]) else { break }
        degrees += first.sign == .minus ? -number * share : number * share
        isWhole = number.rounded() == number
      }
    }
    let suffix = Self.readHemisphere(&rest, unless: hemisphere != nil)
    hemisphere = hemisphere ?? suffix
    guard let hemisphere else { return }
    // "-37.5S" is ambiguous: south, or the opposite of south.
    guard first.sign == .plus else { return nil }
    let packed = hasMark ? nil : Self.unpacked(first, digitCount: digitCount, isLatitude: hemisphere.isLatitude)
    degrees = (packed ?? degrees) * hemisphere.sign
    isLatitude = hemisphere.isLatitude
  }

  /// Returns the degrees of `485124N` or `0022103E`, as aviation writes degrees, minutes and seconds; `nil` for another
  /// number.
  ///
  /// Metres have other numbers of digits: northings seven, and eastings six.
  private static func unpacked(_ number: Double, digitCount: Int, isLatitude: Bool) -> Double? {
    let whole = Int(exactly: number.rounded(.down)) ?? 0
    let (degrees, minutes) = (whole / 10_000, whole / 100 % 100)
    let seconds = number - Double(whole / 100 * 100)
    guard digitCount == (isLatitude ? 6 : 7), degrees <= (isLatitude ? 90 : 180), minutes < 60, seconds < 60 else {
      return nil
    }
    return Double(degrees) + (Double(minutes) * 60 + seconds) / 3600
  }

  /// Reads an angle; `nil` if the text contains anything else.
  package init?(_ text: String) {
    var rest = text[...]
    self.init(from: &rest)
    guard rest.isEmpty else { return nil }
  }

  /// Reads two angles, such as `48°51'24"N 2°21'03"E`; `nil` for another text.
  ///
  /// A mark may separate them: `37.5/127`. Both or neither of the angles name a hemisphere.
  package static func pair(_ text: Substring) -> (first: Angle, second: Angle)? {
    var rest = text
    guard let first = Angle(from: &rest) else { return nil }
    if let next = rest.first, ",;/，、".contains(next) { rest.removeFirst() }
    guard !rest.isEmpty, let second = Angle(from: &rest), rest.isEmpty,
      second.isLatitude == first.isLatitude.map({ !$0 })
    else { return nil }
    return (first, second)
  }

  /// Returns the axis and the sign of a hemisphere, such as `S`, `South` or `남위`; `nil` for another text.
  package static func hemisphere(_ text: String) -> (isLatitude: Bool, sign: Double)? {
    let word = text.lowercased()
    if let found = hemispheres.first(where: { $0.word == word }) { return (found.isLatitude, found.sign) }
    return hemisphereWords.first { $0.words.contains(word) }.map { ($0.isLatitude, $0.sign) }
  }

  private static func readHemisphere(
    _ rest: inout Substring,
    unless isKnown: Bool = false
  ) -> (isLatitude: Bool, sign: Double)? {
    rest = rest.drop(while: \.isWhitespace)
    let start = rest.prefix(2).lowercased()
    guard !isKnown, let found = hemispheres.first(where: { start.hasPrefix($0.word) }) else { return nil }
    rest = rest.dropFirst(found.word.count).drop(while: \.isWhitespace)
    return (found.isLatitude, found.sign)
  }

  /// Returns whether a number with the letter of minutes follows.
  private static func hasLetter(_ rest: Substring) -> Bool {
    var look = rest.drop(while: \.isWhitespace)
    return readNumber(&look) != nil && skipMark(letters[1], &look)
  }

  /// Reads minutes or seconds.
  ///
  /// Their mark may be missing only before a hemisphere.
  private static func readPart(_ rest: inout Substring, before marks: [String]) -> Double? {
    var look = rest.drop(while: \.isWhitespace)
    guard let number = readNumber(&look), number.sign == .plus, number < 60 else { return nil }
    var suffix = look
    guard skipMark(marks, &look) || readHemisphere(&suffix) != nil else { return nil }
    rest = look
    return number
  }

  private static func readNumber(_ rest: inout Substring) -> Double? {
    let digits = rest.prefix { $0.isASCII && ($0.isNumber || $0 == "." || $0 == "-" || $0 == "+") }
    guard let number = Double(digits) else { return nil }
    rest = rest.dropFirst(digits.count)
    return number
  }

  private static func skipMark(_ marks: [String], _ rest: inout Substring) -> Bool {
    let look = rest.drop(while: \.isWhitespace)
    // Two apostrophes are the mark of seconds.
    guard let mark = marks.last(where: { look.hasPrefix($0) }) else { return false }
    rest = look.dropFirst(mark.count)
    return true
  }
}
