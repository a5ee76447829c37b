import Domain
import Tables

/// Compares the titles of an input with each other, and recognizes truncated titles.
extension FieldNames {
  /// The size in bytes to which shapefiles truncate column names.
  private static let cutByteCount = 10
  /// The minimum number of letters to recognize a truncated name.
  private static let minimumCutLetters = 7

  /// Returns whether a title may be truncated: `bezeichnun`, `oeffnungsz`.
  static func isCut(_ title: String) -> Bool { title.utf8.count == cutByteCount }

  /// Returns the row with names that begin with a truncated name; `nil` if no field, or several fields, have some.
  static func row(ofCut letters: String, among rows: [Row]) -> Row? {
    guard letters.count >= minimumCutLetters else { return nil }
    let found = rows.filter { row in row.exact.keys.contains { isBeginning(letters, of: $0) } }
    guard let first = found.first, found.allSatisfy({ $0.field == first.field }) else { return nil }
    return first
  }

  /// Returns the meaning of the first of several columns of telephone numbers, websites or addresses: `Phone 1`.
  func firstOfSeveral(_ letters: String, among rows: [Row]) -> FieldTable.Entry? {
    guard letters.utf8.last == UInt8(ascii: "1") else { return nil }
    let word = String(letters.dropLast())
    for row in rows where row.field == .placeText(.phone) || row.field == .placeText(.url) || row.field.isWholeAddress {
      if let rank = row.exact[word], !governs(row.field) { return entry(of: row, word, rank) }
    }
    return nil
  }

  /// Returns whether letters are the beginning of a longer name.
  static func isBeginning(_ letters: String, of name: String) -> Bool {
    letters.count >= minimumCutLetters && name.utf8.count > letters.utf8.count && name.hasPrefix(letters)
  }

  static let latitudes = Set(words("latitude", of: "parts"))
  static let longitudes = Set(words("longitude", of: "parts"))
  private static let wordsOfOtherPoints = Set(words("other", of: "parts"))

  /// Returns the two titles that differ only in a word for latitude or longitude, such as `lat_coor1` and `long_coor1`,
  /// and in the axes.
  ///
  /// `nil` if any title is a coordinate's name, or several pairs match.
  static func pair(among titles: [String]) -> (latitude: String, longitude: String)? {
    var found: [(latitude: String, longitude: String)] = []
    let all = titles.map { (title: $0, words: Row.words(of: $0)) }
    let norths = all.filter { title in
      title.words.count > 1 && title.words.contains(where: latitudes.contains)
        && !title.words.contains(where: wordsOfOtherPoints.contains)
    }
    guard !norths.isEmpty else { return nil }
    for north in norths where !isNear(ColumnName(north.title).letters) {
      let east = all.first { east in
        east.words.count == north.words.count && east.words.contains(where: longitudes.contains)
          && zip(north.words, east.words).allSatisfy { isPair($0, $1) } && east.words != north.words
      }
      if let east { found.append((north.title, east.title)) }
    }
    guard found.count == 1, !titles.contains(where: { isCoordinate($0) }) else { return nil }
    return found[0]
  }

  /// Returns whether words at the same place in the titles of a pair match: equal words, words for latitude and
  /// longitude, or the axes, as in `Latitude (y)` and `Longitude (x)`.
  private static func isPair(_ north: String, _ east: String) -> Bool {
    north == east || latitudes.contains(north) && longitudes.contains(east) || Set([north, east]) == ["x", "y"]
  }

  private static let streetRows = columns.filter { $0.field == .street }
  private static let numberRows = columns.filter { $0.field == .houseNumber && $0.source == .lastResort }

  /// Returns the titles next to a title of streets that may mean house numbers, or the numbers of the rows: `NUMBER`.
  static func numbersOfStreets(among titles: [String]) -> Set<String> {
    let letters = titles.map { ColumnName($0).letters }
    func has(_ rows: [Row], at index: Int) -> Bool {
      letters.indices.contains(index) && rows.contains { $0.exact[letters[index]] != nil }
    }
    let found = titles.indices.filter { index in
      has(numberRows, at: index) && (has(streetRows, at: index - 1) || has(streetRows, at: index + 1))
    }
    return Set(found.map { titles[$0] })
  }

  /// Returns the titles that begin with the same mark as the titles of the only pair of coordinates, or as the title of
  /// the only name if the coordinates have no mark, each without it.
  ///
  /// A title stays as it is if another one equals it without the mark.
  static func unmarkedTitles(among titles: [String]) -> [String: String] {
    let (_, north, east) = pairs[1]
    func marks(_ row: Row) -> Set<String> {
      Set(
        titles.compactMap { title in
          guard let end = title.lastIndex(of: "_") else { return nil }
          let letters = ColumnName(String(title[end...])).letters
          return row.exact[letters] != nil ? String(title[...end]) : nil
        }
      )
    }
    func unmarked(after mark: String) -> [String: String] {
      let marked = titles.filter { $0.hasPrefix(mark) && !titles.contains(String($0.dropFirst(mark.count))) }
      return Dictionary(marked.map { ($0, String($0.dropFirst(mark.count))) }) { first, _ in first }
    }
    let found = marks(north).intersection(marks(east))
    if found.isEmpty, let mark = markOfName(among: titles) {
      return unmarked(after: mark).filter { !needsValues($0.value) }
    }
    guard found.count == 1, let mark = found.first, !isNear(ColumnName(mark).letters),
      !Row.words(of: mark).contains(where: wordsOfOtherPoints.contains),
      !titles.contains(where: { north.exact[ColumnName($0).letters] != nil })
    else { return [:] }
    return unmarked(after: mark)
  }

  private static let namesOfPlaces = columns.filter { $0.field == .placeText(.name) && $0.source == .named }

  /// Returns the beginning of the title of the only name, if it means a place: `store_` for `store_name`.
  private static func markOfName(among titles: [String]) -> String? {
    func isName(_ title: String) -> Bool {
      let letters = ColumnName(title).letters
      return namesOfPlaces.contains { $0.exact[letters] != nil }
    }
    let found = titles.compactMap { title -> String? in
      guard let end = title.lastIndex(where: { $0 == "_" || $0 == " " }), isName(String(title[end...])) else {
        return nil
      }
      let isOfPlace = isName(title) || ImportVocabulary.isKind(String(title[..<end]))
      return isOfPlace ? String(title[...end]) : nil
    }
    guard found.count == 1, let mark = found.first, !isNear(ColumnName(mark).letters),
      titles.count(where: { $0.hasPrefix(mark) }) > 1, !titles.contains(where: { !$0.hasPrefix(mark) && isName($0) })
    else { return nil }
    return mark
  }

  /// Returns whether a column contains names of something near the place, or of its parent: 인근학교명.
  static func isNear(_ letters: String) -> Bool { namesOfNear.contains { letters.hasPrefix($0) } }

  /// Returns whether a list contains parts of a place, or things related to it, instead of other places.
  static func isPart(_ letters: String) -> Bool { namesOfParts.contains(letters) }

  private static func isCoordinate(_ title: String) -> Bool {
    let letters = ColumnName(title).letters
    // The names in the first pair are marked as WGS 84.
    return pairs.dropFirst().contains { $0.north.rank(of: letters) != nil || $0.east.rank(of: letters) != nil }
  }
}
