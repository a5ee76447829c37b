import Domain

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
  fileprivate static let nameEndings = words("name", of: "endings")
  private static let codeEndings = words("code", of: "endings").map { $0 == "nothing" ? "" : $0 }
  private static let areas = words("area", of: "others")
  private static let bodies = words("body", of: "others")
  private static let areasAndBodies = areas + bodies

  /// Returns whether a column contains names of persons: `Principal's Name`, `owner_name`, 대표자명.
  static func isPersonal(_ name: ColumnName) -> Bool {
    let letters = name.letters
    if name.words.contains(where: personWords.contains) || firstNames.contains(letters) { return true }
    let ending = nameEndings.first { letters.hasSuffix($0) }
    let stem = letters.dropLast(ending?.count ?? 0)
    return personStems.contains { person in
      // In a title without spaces, the word may be followed by other words.
      person.utf8.allSatisfy { $0 < 0x80 }
        ? stem.hasSuffix(person) || letters.hasSuffix(person) : letters.contains(person)
    }
  }

  /// Returns whether a column may contain names of areas or organisations, which many places share.
  fileprivate static func isArea(_ name: ColumnName) -> Bool {
    let words = name.words
    return areasAndBodies.contains { words.contains($0) || $0.utf8.count > 5 && name.letters.contains($0) }
  }

  /// A column that may hold the names of places.
  private struct Candidate {
    let title: String
    let rank: Int
    /// The letters before the ending for names; empty for a title without such an ending.
    let stem: Substring

    init(_ name: ColumnName, _ rank: Int) {
      title = name.title
      self.rank = rank
      let letters = name.letters
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
    let names = titles.map(ColumnName.init)
    var all: [Candidate] = []
    for name in names where !name.title.contains(":") {
      let isOfPerson = personNames.contains(name.letters)
      guard let rank = isOfPerson ? 0 : Self.rank(ofProposed: name), !Self.isPersonal(name),
        !Self.isNear(name.letters), !isOfPerson || proposesPersonNames, isFree(name)
      else { continue }
      all.append(Candidate(name, rank))
    }
    let letters = Set(names.map(\.letters))
    all.removeAll { isOfOtherField(String($0.stem)) }
    if hasBranches { all.removeAll { !$0.stem.isEmpty && !ImportVocabulary.isKind(String($0.stem)) } }
    let parts = Set(all.filter { isPart($0, among: letters, all) }.map(\.title))
    // If all columns are parts of others, one of them still is the name.
    if parts.count < all.count { all.removeAll { parts.contains($0.title) } }
    return all.sorted { $0.rank < $1.rank }.map(\.title)
  }

  /// Returns whether a title has no other meaning.
  private func isFree(_ name: ColumnName) -> Bool {
    guard let entry = entry(of: name) else { return true }
    return entry.field == .attribute || entry.field == .otherName
  }

  /// Returns whether the first part of a title means another field of a place: `city_name`, `operatorName`.
  private func isOfOtherField(_ stem: String) -> Bool {
    guard !stem.isEmpty else { return false }
    if AttributeColumns.isKnown(stem) || Self.areas.contains(stem) { return true }
    return Self.table.meanings(ofWhole: stem).contains { meaning in
      let field = meaning.field
      // The name of a location is the name of the place.
      return meaning.applies(to: .columns) && field.isText && field != .placeText(.name) && field != .categoryTag
        && !field.isCategory
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
  private static func rank(ofProposed name: ColumnName) -> Int? {
    let rank =
      table.meanings(of: name.letters).filter(isAmbiguousName).map(\.rank).min()
      ?? table.meaning(ofFirstWord: name.title)?.rank
    if let rank { return isArea(name) ? rank + Int(UInt16.max) : rank }
    if language(ofName: name.letters, isAlone: true) != nil { return Int(UInt16.max) - 3 }
    let cut = isCut(name.title) ? table.meaning(ofCut: name.letters) { $0.applies(to: .columns) } : nil
    if cut?.field == .placeText(.name) { return Int(UInt16.max) - 2 }
    return ImportVocabulary.isKind(name.title) ? Int(UInt16.max) - 1 : nil
  }

  /// Returns whether a title of columns means the names of places only if nothing else does.
  fileprivate static func isAmbiguousName(_ meaning: NameTable.Meaning) -> Bool {
    meaning.field == .placeText(.name) && meaning.source == .lastResort && meaning.applies(to: .columns)
  }

  /// Returns the columns that may contain names of persons.
  ///
  /// `Name` is one if another column has first names and none has last names, or the reverse. `Nachname` is one next to
  /// first names.
  static func personNames(among names: [ColumnName]) -> Set<String> {
    let letters = names.map(\.letters)
    let areWhole = letters.contains(where: firstNames.contains) == letters.contains(where: lastNames.contains)
    return Set(letters.filter { bareNames.contains($0) && lastNames.contains($0) == areWhole })
  }

  /// Returns whether a column may contain names, apart from the columns in ``personNames``.
  func hasName(among names: [ColumnName]) -> Bool {
    names.contains { name in
      guard !personNames.contains(name.letters) else { return false }
      if entry(of: name)?.field == .placeText(.name) { return true }
      return Self.rank(ofProposed: name) != nil && !Self.isPersonal(name)
    }
  }
}

extension FieldNames {
  /// Returns whether a column contains categories, apart from columns that only may, such as `type`.
  func hasCategory(among names: [ColumnName]) -> Bool {
    names.contains { !Self.isTypeTitle($0.letters) && entry(of: $0)?.field.isOfCategories == true }
  }

  private static let sharedNames = Set(words("shared", of: "others"))
  private static let numberTitles = Set(words("number", of: "others"))
  private static let typeWords = Set(words("type", of: "others"))
  private static let strictTypes = Set(words("strict", of: "others"))

  /// Returns whether letters mean categories only if the values are kinds of places.
  private static func isTypeTitle(_ letters: String) -> Bool {
    typeWords.contains(letters)
      || table.meanings(ofWhole: letters).contains { $0.field == .category && $0.source == .lastResort }
  }

  private static func hemisphere(_ letters: String) -> ImportField? {
    table.meanings(of: letters).first { $0.field.isHemisphere }?.field
  }

  /// Returns whether the title of a column is ambiguous, so that its values decide.
  static func needsValues(_ title: String) -> Bool {
    let letters = ColumnName(title).letters
    return numberTitles.contains(letters) || isTypeTitle(letters) || hemisphere(letters) != nil
  }

  /// Returns whether the values of a column contradict its title.
  ///
  /// They are types but not kinds of places, numbers in a column whose title means a name in another language, or not
  /// the hemispheres that the title means.
  static func isRefused(_ title: String, _ values: [String]) -> Bool {
    let letters = ColumnName(title).letters
    if let field = hemisphere(letters) {
      return !ColumnValues.areHemispheres(values, ofLatitude: field == .latitudeHemisphere)
    }
    if strictTypes.contains(letters), !values.contains(where: ImportVocabulary.isKind) { return true }
    return numberTitles.contains(letters)
      ? !values.isEmpty && values.allSatisfy { Double($0) != nil } : !ColumnValues.areKinds(values)
  }

  /// Returns whether a title that may mean a type belongs to values that are kinds of places.
  static func isType(_ title: String, _ values: [String]) -> Bool {
    isTypeTitle(ColumnName(title).letters) && values.contains(where: ImportVocabulary.isKind)
      && ColumnValues.areKinds(values)
  }

  /// Returns the column that most likely contains names, judging by its values; `nil` if no column resembles names.
  static func likeliest(_ columns: [(title: String, values: [String])]) -> String? {
    let all = columns.filter { column in
      ColumnValues.areNames(column.values, mayBeEqual: sharedNames.contains(ColumnName(column.title).letters))
    }
    // Streets differ more than the names of a chain's shops.
    let own = all.filter { !isArea(ColumnName($0.title)) }
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
    return table.meanings(ofWhole: letters).contains(where: isAmbiguousName) || category(ofNameColumn: letters) != nil
  }
}
