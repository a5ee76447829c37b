import Domain
import Tables

/// Decides by their values about columns and properties with ambiguous titles.
extension FieldNames {
  /// Words for persons, and titles of persons such as 교장, that occur in column titles.
  private static let persons = words("person", of: "others")
  private static let personWords = Set(persons)
  /// Words for persons that are long enough to be found within a longer word, such as `headteachername`.
  private static let personStems = persons.filter { $0.utf8.count >= 6 }
  private static let firstNames = Set(words("first", of: "others"))
  private static let lastNames = Set(words("last", of: "others"))
  private static let bareNames = Set(words("bare", of: "others"))
  fileprivate static let nameRows = columns.filter { $0.source == .lastResort && $0.field == .placeText(.name) }
  fileprivate static let typeTitles = Set(
    columns.filter { $0.source == .lastResort && $0.field == .category }.flatMap(\.exact.keys)
      + words("type", of: "others")
  )
  fileprivate static let nameEndings = words("name", of: "endings")
  private static let codeEndings = words("code", of: "endings").map { $0 == "nothing" ? "" : $0 }
  private static let areas = words("area", of: "others")
  private static let bodies = words("body", of: "others")
  private static let areasAndBodies = areas + bodies

  /// Returns whether a column contains names of persons: `Principal's Name`, `owner_name`, 대표자명.
  static func isPersonal(_ title: String, _ letters: String) -> Bool {
    let words = Row.words(of: title)
    if words.contains(where: personWords.contains) || firstNames.contains(letters) { return true }
    let ending = nameEndings.first { letters.hasSuffix($0) }
    let stem = letters.dropLast(ending?.count ?? 0)
    return personStems.contains { person in
      // In a title without spaces, the word may be followed by other words.
      person.utf8.allSatisfy { $0 < 0x80 }
        ? stem.hasSuffix(person) || letters.hasSuffix(person) : letters.contains(person)
    }
  }

  /// Returns whether a column may contain names of areas or organisations, which many places share.
  private static func isArea(_ title: String, _ letters: String) -> Bool {
    let words = Row.words(of: title)
    return areasAndBodies.contains { words.contains($0) || $0.utf8.count > 5 && letters.contains($0) }
  }

  /// A column that may hold the names of places.
  private struct Candidate {
    let title: String
    package let letters: String
    let rank: Int
    /// The letters before the ending for names; empty for a title without such an ending.
    let stem: Substring

    init(_ title: String, _ letters: String, _ rank: Int) {
      self.title = title
      self.letters = letters
      self.rank = rank
      let ending = FieldNames.nameEndings.first { letters.hasSuffix($0) && letters != $0 }
      stem = letters.dropLast(ending?.count ?? letters.count)
    }
  }

  /// Returns the columns or properties that may contain the names of places, likeliest first; empty if the caller or
  /// the dataset names the column.
  ///
  /// - Parameters:
  ///   - titles: The titles of the columns, or the names of the properties.
  ///   - hasBranches: Whether another column has branches; then only names of kinds of places are names: the branch of
  ///     a bank is a place, and the branch of a ward isn't.
  /// - Returns: The titles.
  package func proposedNames(among titles: [String], hasBranches: Bool = false) -> [String] {
    guard !governs(.placeText(.name)), !isOfElements else { return [] }
    var all: [Candidate] = []
    for title in titles where !title.contains(":") {
      let letters = ColumnName(title).letters
      let isOfPerson = personNames.contains(letters)
      guard let rank = isOfPerson ? 0 : Self.rank(ofProposed: title, letters), !Self.isPersonal(title, letters),
        !Self.isNear(letters), !isOfPerson || proposesPersonNames, isFree(title)
      else { continue }
      all.append(Candidate(title, letters, rank))
    }
    let letters = Set(titles.map { ColumnName($0).letters })
    all.removeAll { isOfOtherField(String($0.stem)) }
    if hasBranches { all.removeAll { !$0.stem.isEmpty && !ImportVocabulary.isKind(String($0.stem)) } }
    let parts = Set(all.filter { isPart($0, among: letters, all) }.map(\.title))
    // If all columns are parts of others, one of them still is the name.
    if parts.count < all.count { all.removeAll { parts.contains($0.title) } }
    return all.sorted { $0.rank < $1.rank }.map(\.title)
  }

  /// Returns whether a title has no other meaning.
  private func isFree(_ title: String) -> Bool {
    guard let entry = ByteView.over(Array(title.utf8), entry) else { return true }
    return entry.field == .attribute
  }

  /// Returns whether the first part of a title means another field of a place: `city_name`, `operatorName`.
  private func isOfOtherField(_ stem: String) -> Bool {
    guard !stem.isEmpty else { return false }
    if AttributeColumns.isKnown(stem) || Self.areas.contains(stem) { return true }
    return Self.columns.contains { row in
      // The name of a location is the name of the place.
      row.field.isText && row.field != .placeText(.name) && row.field != .categoryTag && !row.field.isCategory
        && row.exact[stem] != nil
    }
  }

  /// Returns whether a column is the name of a part or a property of the place.
  ///
  /// It contains the meanings of another column's codes, as `dutyEmclsName` does for `dutyEmcls`, or its title extends
  /// the title of the name column, such as `dutyName`.
  private func isPart(_ candidate: Candidate, among letters: Set<String>, _ all: [Candidate]) -> Bool {
    guard !candidate.stem.isEmpty else { return false }
    // An organisation may be the place, and have a code.
    let mayHaveCode = Self.bodies.contains(String(candidate.stem))
    return !mayHaveCode && Self.codeEndings.contains { letters.contains(candidate.stem + $0) }
      || all.contains {
        !$0.stem.isEmpty && $0.stem.count < candidate.stem.count && candidate.stem.hasPrefix($0.stem)
      }
  }

  /// Returns the rank of a title as a title for names; smaller is likelier, and `nil` is for other titles.
  ///
  /// The title has an ending or a first word for names, or it is a kind of place, such as `School`.
  private static func rank(ofProposed title: String, _ letters: String) -> Int? {
    for row in nameRows {
      guard let rank = row.exact[letters] ?? row.rank(ofEnding: letters) ?? row.rank(ofFirstWord: title) else {
        continue
      }
      return isArea(title, letters) ? rank + Int(UInt16.max) : rank
    }
    if isCut(title), let row = row(ofCut: letters, among: columns), row.field == .placeText(.name) {
      return Int(UInt16.max) - 2
    }
    return ImportVocabulary.isKind(title) ? Int(UInt16.max) - 1 : nil
  }

  /// Returns the columns that may contain names of persons.
  ///
  /// `Name` is one if another column has first names and none has last names, or the reverse. `Nachname` is one next to
  /// first names.
  static func personNames(among titles: [String]) -> Set<String> {
    let letters = titles.map { ColumnName($0).letters }
    let areWhole = letters.contains(where: firstNames.contains) == letters.contains(where: lastNames.contains)
    return Set(letters.filter { bareNames.contains($0) && lastNames.contains($0) == areWhole })
  }

  /// Returns whether a column may contain names, apart from the columns in ``personNames``.
  func hasName(among titles: [String]) -> Bool {
    titles.contains { title in
      let letters = ColumnName(title).letters
      guard !personNames.contains(letters) else { return false }
      if ByteView.over(Array(title.utf8), entry)?.field == .placeText(.name) { return true }
      return Self.rank(ofProposed: title, letters) != nil && !Self.isPersonal(title, letters)
    }
  }
}

extension FieldNames {
  /// Returns whether a column contains categories, apart from columns that only may, such as `type`.
  func hasCategory(among titles: [String]) -> Bool {
    titles.contains { title in
      guard !Self.typeTitles.contains(ColumnName(title).letters) else { return false }
      return ByteView.over(Array(title.utf8), entry)?.field.isOfCategories == true
    }
  }

  private static let sharedNames = Set(words("shared", of: "others"))
  private static let numberTitles = Set(words("number", of: "others"))
  private static let hemisphereRows = table.filter(\.field.isHemisphere)

  private static func hemisphereRow(_ letters: String) -> Row? {
    hemisphereRows.first { $0.rank(of: letters) != nil }
  }

  /// Returns whether the title of a column is ambiguous, so that its values decide.
  static func needsValues(_ title: String) -> Bool {
    let letters = ColumnName(title).letters
    return numberTitles.contains(letters) || typeTitles.contains(letters) || hemisphereRow(letters) != nil
  }

  /// Returns whether the values of a column contradict its title.
  ///
  /// They are types but not kinds of places, numbers in a column whose title means a name in another language, or not
  /// the hemispheres that the title means.
  static func isRefused(_ title: String, _ values: [String]) -> Bool {
    let letters = ColumnName(title).letters
    if let row = hemisphereRow(letters) {
      return !ColumnValues.areHemispheres(values, ofLatitude: row.field == .latitudeHemisphere)
    }
    return numberTitles.contains(letters)
      ? !values.isEmpty && values.allSatisfy { Double($0) != nil } : !ColumnValues.areKinds(values)
  }

  /// Returns whether a title that may mean a type belongs to values that are kinds of places.
  static func isType(_ title: String, _ values: [String]) -> Bool {
    typeTitles.contains(ColumnName(title).letters) && values.contains(where: ImportVocabulary.isKind)
      && ColumnValues.areKinds(values)
  }

  /// Returns the column that most likely contains names, judging by its values; `nil` if no column resembles names.
  static func likeliest(_ columns: [(title: String, values: [String])]) -> String? {
    let all = columns.filter { column in
      ColumnValues.areNames(column.values, mayBeEqual: sharedNames.contains(ColumnName(column.title).letters))
    }
    // Streets differ more than the names of a chain's shops.
    let own = all.filter { !isArea($0.title, ColumnName($0.title).letters) }
    let names = own.isEmpty ? all : own
    let best = names.map { ColumnValues.variety(of: $0.values) }.max() ?? 0
    return names.first { ColumnValues.variety(of: $0.values) == best }?.title
  }

  /// Returns the properties that contain names, in objects of several kinds.
  ///
  /// These are the likeliest property, and properties whose title names a kind of place, such as 주차장명.
  static func likely(_ properties: [(title: String, values: [String])]) -> [String] {
    guard let first = likeliest(properties) else { return [] }
    return [first]
      + properties.filter { property in
        property.title != first && category(ofNameColumn: ColumnName(property.title).letters) != nil
          && ColumnValues.areNames(property.values)
      }.map(\.title)
  }

  /// Returns whether a title certainly means names in objects without another name: `Title`, or a kind of place, as in
  /// 주차장명.
  static func isCertain(_ title: String) -> Bool {
    let letters = ColumnName(title).letters
    return nameRows.contains { $0.exact[letters] != nil } || category(ofNameColumn: letters) != nil
  }
}
