import Domain

/// Compares the titles of an input with each other, and recognizes truncated titles.
extension FieldNames {
  /// The size in bytes to which shapefiles truncate column names.
  private static let cutByteCount = 10
  /// The minimum number of letters to recognize a truncated name.
  private static let minimumCutLetters = 7

  /// Returns whether a title may be truncated: `bezeichnun`, `oeffnungsz`.
  static func isCut(_ title: String) -> Bool { title.utf8.count == cutByteCount }

  /// Returns the meanings of the first of several columns of telephone numbers, websites or addresses: `Phone 1`.
  static func firstOfSeveral(_ letters: String) -> [NameTable.Meaning] {
    guard letters.utf8.last == UInt8(ascii: "1") else { return [] }
    return table.meanings(ofWhole: String(letters.dropLast())).filter { meaning in
      meaning.field == .placeText(.phone) || meaning.field == .placeText(.url) || meaning.field.isWholeAddress
    }
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
  static func pair(among names: [ColumnName]) -> (latitude: String, longitude: String)? {
    var found: [(latitude: String, longitude: String)] = []
    let all = names.map { (name: $0, words: $0.words) }
    let norths = all.filter { title in
      title.words.count > 1 && title.words.contains(where: latitudes.contains)
        && !title.words.contains(where: wordsOfOtherPoints.contains)
    }
    guard !norths.isEmpty else { return nil }
    for north in norths where !isNear(north.name.letters) {
      let east = all.first { east in
        east.words.count == north.words.count && east.words.contains(where: longitudes.contains)
          && zip(north.words, east.words).allSatisfy { isPair($0, $1) } && east.words != north.words
      }
      if let east { found.append((north.name.title, east.name.title)) }
    }
    guard found.count == 1, !names.contains(where: isCoordinate) else { return nil }
    return found[0]
  }

  /// Returns whether words at the same place in the titles of a pair match: equal words, words for latitude and
  /// longitude, or the axes, as in `Latitude (y)` and `Longitude (x)`.
  private static func isPair(_ north: String, _ east: String) -> Bool {
    north == east || latitudes.contains(north) && longitudes.contains(east) || Set([north, east]) == ["x", "y"]
  }

  /// Finds the columns of a latitude and a longitude that are recognized only by comparing both titles.
  mutating func findPair(among names: [ColumnName]) {
    guard let pair = Self.pair(among: names) else { return }
    let slot = Int(CoordinateSlot.degreesWithin.rawValue)
    compared[pair.latitude] = FieldTable.Entry(.latitude, rank: slot)
    compared[pair.longitude] = FieldTable.Entry(.longitude, rank: slot)
  }

  /// Finds the titles next to a title of streets that may mean house numbers, or the numbers of the rows: `NUMBER`.
  mutating func findNumbersOfStreets(among names: [ColumnName]) {
    guard !governs(.houseNumber) else { return }
    func isStreet(_ index: Int) -> Bool {
      names.indices.contains(index)
        && Self.table.meanings(ofWhole: names[index].letters).contains {
          $0.field == .street && $0.applies(to: .columns)
        }
    }
    for (index, name) in names.enumerated() {
      let number = Self.table.meanings(ofWhole: name.letters).first {
        $0.field == .houseNumber && $0.source == .lastResort
      }
      guard let number, isStreet(index - 1) || isStreet(index + 1) else { continue }
      compared[name.title] = entry(of: number, name.letters)
    }
  }

  /// Returns the titles that begin with the same mark as the titles of the only pair of coordinates, or as the title of
  /// the only name if the coordinates have no mark, each without it.
  ///
  /// A title stays as it is if another one equals it without the mark.
  static func unmarkedTitles(among names: [ColumnName]) -> [String: String] {
    let titles = names.map(\.title)
    func isDegrees(_ letters: String, _ field: ImportField) -> Bool {
      coordinates.meanings(ofWhole: letters).contains { $0.slot == .degrees && $0.field == field }
    }
    var (norths, easts): (Set<String>, Set<String>) = ([], [])
    for title in titles {
      guard let end = title.lastIndex(of: "_") else { continue }
      let letters = ColumnName(String(title[end...])).letters
      if isDegrees(letters, .latitude) { norths.insert(String(title[...end])) }
      if isDegrees(letters, .longitude) { easts.insert(String(title[...end])) }
    }
    func unmarked(after mark: String) -> [String: String] {
      let marked = titles.filter { $0.hasPrefix(mark) && !titles.contains(String($0.dropFirst(mark.count))) }
      return Dictionary(marked.map { ($0, String($0.dropFirst(mark.count))) }) { first, _ in first }
    }
    let found = norths.intersection(easts)
    if found.isEmpty, let mark = markOfName(among: names) {
      return unmarked(after: mark).filter { !needsValues($0.value) }
    }
    guard found.count == 1, let mark = found.first, !isNear(ColumnName(mark).letters),
      !ColumnName.words(of: mark).contains(where: wordsOfOtherPoints.contains),
      !names.contains(where: { isDegrees($0.letters, .latitude) })
    else { return [:] }
    return unmarked(after: mark)
  }

  /// Returns the beginning of the title of the only name, if it means a place: `store_` for `store_name`.
  private static func markOfName(among names: [ColumnName]) -> String? {
    let found = names.compactMap { name -> String? in
      let title = name.title
      guard let end = title.lastIndex(where: { $0 == "_" || $0 == " " }),
        table.isName(ColumnName(String(title[end...])).letters, in: .columns)
      else { return nil }
      let isOfPlace = table.isName(name.letters, in: .columns) || ImportVocabulary.isKind(String(title[..<end]))
      return isOfPlace ? String(title[...end]) : nil
    }
    guard found.count == 1, let mark = found.first, !isNear(ColumnName(mark).letters),
      names.count(where: { $0.title.hasPrefix(mark) }) > 1,
      !names.contains(where: { !$0.title.hasPrefix(mark) && table.isName($0.letters, in: .columns) })
    else { return nil }
    return mark
  }

  /// Returns whether a column contains names of something near the place, or of its parent: 인근학교명.
  static func isNear(_ letters: String) -> Bool { namesOfNear.contains { letters.hasPrefix($0) } }

  /// Returns whether a list contains parts of a place, or things related to it, instead of other places.
  static func isPart(_ letters: String) -> Bool { namesOfParts.contains(letters) }

  private static func isCoordinate(_ name: ColumnName) -> Bool {
    coordinates.meanings(of: name.letters).contains { $0.slot != .geodetic }
  }
}
