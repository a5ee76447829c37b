package import Domain
import Tables

package struct ColumnName: Sendable {
  package let title: String
  /// The letters and digits in lower case and of ordinary width, without spaces, punctuation, brackets and a mark of
  /// WGS 84.
  package let letters: String
  /// Whether the name contains WGS 84.
  let isGeodetic: Bool
  /// Whether the name marks the column as metres of a projection; the mark isn't among the letters.
  let isProjected: Bool
  /// The CRS that the name contains.
  package let crs: CoordinateReferenceSystem?
  /// The EPSG code in the name, if its CRS isn't supported.
  let unsupportedCode: String?

  /// The marks of columns with metres of a projection; digits after a mark belong to it.
  private static let crsMarks = marks("marks")

  private static func marks(_ key: String) -> [String] { FieldNames.words(key, of: "systems") }

  private static let geodeticMarks = marks("geodetic")
  private static let codeMarks = marks("code")
  private static let unifiedMarks = marks("unified")
  private static let katecMarks = marks("katec")

  /// The marks without the ones that contain another: `utmk` contains `tm`.
  private static let shortestMarks = {
    let all = Set(geodeticMarks + codeMarks + unifiedMarks + katecMarks + crsMarks)
    return all.filter { mark in !all.contains { $0 != mark && mark.range(ofMark: $0) != nil } }.map { Array($0.utf8) }
  }()

  package init(_ title: String) {
    self.title = title
    var plain = NameFolding.inOrdinaryWidth(title).lowercased().filter { $0.isLetter || $0.isNumber }
    // The Turkish İ keeps its dot as a mark.
    if plain.utf8.contains(0xCC) { plain = plain.replacing("i\u{307}", with: "i") }
    // Most titles have none of the marks.
    let isMarked = ByteView.over(Array(plain.utf8)) { plain in
      Self.shortestMarks.contains { mark in ByteView.over(mark, plain.contains) }
    }
    guard isMarked else {
      (letters, isGeodetic, isProjected, crs, unsupportedCode) = (plain, false, false, nil, nil)
      return
    }
    if let mark = plain.range(ofOneOf: Self.geodeticMarks) {
      plain.removeSubrange(mark)
      isGeodetic = true
    } else {
      isGeodetic = false
    }
    let code = plain.range(ofOneOf: Self.codeMarks).map { plain[$0.upperBound...].prefix(while: \.isNumber) }
    let named: CoordinateReferenceSystem? =
      plain.range(ofOneOf: Self.unifiedMarks) != nil
      ? .unified : plain.range(ofOneOf: Self.katecMarks) != nil ? .katec : nil
    let crs = named ?? code.flatMap { CoordinateReferenceSystem(word: "EPSG:" + $0) }
    self.crs = crs
    unsupportedCode = code.flatMap { crs == nil && !$0.isEmpty ? String($0) : nil }
    var unmarked = plain
    for mark in Self.crsMarks {
      guard let found = unmarked.range(ofMark: mark) else { continue }
      let digits = unmarked[found.upperBound...].prefix(while: \.isNumber)
      unmarked.removeSubrange(found.lowerBound..<digits.endIndex)
    }
    // `tm` occurs in other words too, so the other letters must be the name of a plane column.
    let isPlane = FieldNames.coordinates.meanings(ofWhole: unmarked).contains { $0.slot == .plane }
    isProjected = !isGeodetic && unmarked != plain && isPlane
    letters = isProjected ? unmarked : plain
  }

  /// The order of latitude and longitude, if the name of a column with both contains it.
  var order: PairOrder? {
    FieldNames.table.meanings(of: letters).first { $0.field.order != nil && $0.field != .geometryText }?.field.order
  }

  var words: [String] { Self.words(of: title) }

  /// Returns the words of a title in lower case, divided at separators or capitals.
  package static func words(of title: String) -> [String] {
    var words: [String] = []
    var isWithinWord = false
    var isAfterSmall = false
    for letter in title {
      let isLetter = letter.isLetter || letter.isNumber
      if isLetter, isWithinWord, !(isAfterSmall && letter.isUppercase) {
        words[words.endIndex - 1] += letter.lowercased()
      } else if isLetter {
        words.append(letter.lowercased())
      }
      isWithinWord = isLetter
      isAfterSmall = letter.isLowercase
    }
    return words
  }
}

extension String {
  fileprivate func range(ofOneOf marks: [String]) -> Range<Index>? { marks.lazy.compactMap { range(ofMark: $0) }.first }

  /// Returns the first occurrence of a mark.
  ///
  /// Compares bytes: a search by characters takes a hundred times as long.
  fileprivate func range(ofMark mark: String) -> Range<Index>? {
    guard let first = mark.utf8.first else { return nil }
    let bytes = utf8
    var rest = bytes[...]
    while let start = rest.firstIndex(of: first) {
      rest = bytes[start...]
      if rest.starts(with: mark.utf8) { return start..<bytes.index(start, offsetBy: mark.utf8.count) }
      rest = rest.dropFirst()
    }
    return nil
  }
}
