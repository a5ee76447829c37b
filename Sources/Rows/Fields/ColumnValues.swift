import Domain
import Tables

/// Decides whether the values of a column are names, categories or hemispheres.
enum ColumnValues {
  private static let honorifics = Set(FieldNames.words("honorific", of: "others"))
  private static let flags = Set(
    FieldNames.words("yes", of: "flags") + FieldNames.words("no", of: "flags")
      + FieldNames.words("answer", of: "others")
  )
  /// With at least this many values, a column of names must have many different ones.
  private static let minimumRepeated = 3

  /// Returns whether values resemble names of places.
  ///
  /// Numbers, dates, codes, yes or no, titles of persons, and a few repeated values don't, unless all places may have
  /// the same name.
  static func areNames(_ values: [String], mayBeEqual: Bool = false) -> Bool {
    let values = known(values)
    guard !values.isEmpty, values.count(where: isName) * 10 >= values.count * 8 else { return false }
    guard values.count(where: hasHonorific) * 10 < values.count * 3 else { return false }
    return mayBeEqual || values.count < minimumRepeated || Set(values).count * 3 > values.count
  }

  /// Returns whether three of four different values are kinds of places, or no value is.
  static func areKinds(_ values: [String]) -> Bool {
    let values = Set(known(values))
    let count = values.count(where: ImportVocabulary.isKind)
    return count == 0 || count * 4 >= values.count * 3
  }

  /// Returns whether all values are hemispheres of the latitude, or of the longitude.
  ///
  /// O is east in German and west in the Romance languages; it is a hemisphere, but a row with it isn't read.
  static func areHemispheres(_ values: [String], ofLatitude isLatitude: Bool) -> Bool {
    values.allSatisfy { value in
      let word = value.trimmed
      return Angle.hemisphere(word)?.isLatitude == isLatitude || !isLatitude && word.lowercased() == "o"
    }
  }

  /// Returns the share of different values in tenths; of two columns of names, the names of places are repeated less
  /// often.
  static func variety(of values: [String]) -> Int { values.isEmpty ? 0 : Set(values).count * 10 / values.count }

  /// Returns the trimmed values without missing ones.
  private static func known(_ values: [String]) -> [String] {
    values.map { $0.trimmed }.filter { value in !ByteView.over(Array(value.utf8)) { $0.isNothing } }
  }

  private static func isName(_ value: String) -> Bool {
    let letterCount = value.count(where: \.isLetter)
    let digitCount = value.count(where: \.isNumber)
    // A single syllable or ideograph may be a name.
    guard letterCount > 1 || letterCount == 1 && value.unicodeScalars.allSatisfy({ $0.value >= 0x3000 }),
      letterCount > digitCount, !flags.contains(value.lowercased())
    else { return false }
    let isOneWord = !value.contains(where: \.isWhitespace)
    // A code such as `A12-B` isn't a name.
    if isOneWord, digitCount > 0, value.allSatisfy({ !$0.isLowercase && $0.isASCII }) { return false }
    return !isOneWord || !value.contains("@") && !value.contains("://")
  }

  /// Returns whether a value begins with a title of persons: `Dr.`, `Fr. Brown`.
  private static func hasHonorific(_ value: String) -> Bool {
    let words = value.lowercased().split { $0.isWhitespace || $0 == "." }
    return words.first.map { honorifics.contains(String($0)) } ?? false
  }
}

extension String {
  fileprivate var trimmed: String { ByteView.over(Array(utf8)) { $0.trimmed.text } }
}
