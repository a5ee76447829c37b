import Domain
import Tables

/// Columns and properties whose titles only look like those of names or categories: their values decide.
extension FieldNames {
  /// Words of titles of columns that name a person, and of titles that persons have.
  private static let persons = words("person", of: "others")
  private static let personWords = Set(persons)
  /// Those long enough to be known at the end of a longer word, `headteachername`, or written without spaces between.
  private static let personStems = persons.filter { $0.utf8.count >= 6 }
  private static let firstNames = Set(words("first", of: "others"))
  private static let bareNames = Set(words("bare", of: "others"))
  fileprivate static let nameRows = columns.filter { $0.source == .lastResort && $0.field == .fact(.name) }
  fileprivate static let typeTitles = Set(
    columns.filter { $0.source == .lastResort && $0.field == .category }.flatMap(\.exact.keys)
      + words("type", of: "others")
  )
  fileprivate static let nameEndings = words("name", of: "endings")
  private static let codeEndings = words("code", of: "endings").map { $0 == "nothing" ? "" : $0 }
  private static let areas = words("area", of: "others")

  /// Whether a column holds names of persons: `Principal's Name`, `owner_name`, 대표자명.
  static func isPersonal(_ title: String, _ letters: String) -> Bool {
    let words = Row.words(of: title)
    if words.contains(where: personWords.contains) || firstNames.contains(letters) { return true }
    let ending = nameEndings.first { letters.hasSuffix($0) }
    let stem = letters.dropLast(ending?.count ?? 0)
    return personStems.contains { person in
      // Where words are written without spaces, what follows may be a part of the title.
      person.utf8.allSatisfy { $0 < 0x80 }
        ? stem.hasSuffix(person) || letters.hasSuffix(person) : letters.contains(person)
    }
  }

  /// Whether a column may hold the names of areas, of which many places have the same.
  private static func isArea(_ title: String, _ letters: String) -> Bool {
    let words = Row.words(of: title)
    return areas.contains { words.contains($0) || $0.utf8.count > 5 && letters.contains($0) }
  }

  /// A column that may hold the names of places.
  private struct Candidate {
    let title: String
    package let letters: String
    let rank: Int
    /// What precedes the ending that makes it one of names; empty for a title without such an ending.
    let stem: Substring

    init(_ title: String, _ letters: String, _ rank: Int) {
      self.title = title
      self.letters = letters
      self.rank = rank
      let ending = FieldNames.nameEndings.first { letters.hasSuffix($0) && letters != $0 }
      stem = letters.dropLast(ending?.count ?? letters.count)
    }
  }

  /// The columns or properties that may hold the names of places, the likeliest first; none where the caller or the
  /// dataset names the column.
  package func proposedNames(among titles: [String]) -> [String] {
    guard !governs(.fact(.name)), !isOfElements else { return [] }
    var all: [Candidate] = []
    for title in titles where !title.contains(":") {
      let letters = ColumnName(title).letters
      guard let rank = Self.rank(ofProposed: title, letters), !Self.isPersonal(title, letters), !Self.isNear(letters),
        !surnames.contains(letters), isFree(title)
      else { continue }
      all.append(Candidate(title, letters, rank))
    }
    let letters = Set(titles.map { ColumnName($0).letters })
    all.removeAll { isOfOtherField(String($0.stem)) }
    let parts = Set(all.filter { isPart($0, among: letters, all) }.map(\.title))
    // Of columns that are all alike, one is the name.
    if parts.count < all.count { all.removeAll { parts.contains($0.title) } }
    return all.sorted { $0.rank < $1.rank }.map(\.title)
  }

  /// Whether a title says nothing else of the place.
  private func isFree(_ title: String) -> Bool {
    guard let entry = ByteView.over(Array(title.utf8), entry) else { return true }
    return entry.field == .attribute
  }

  /// Whether the rest of a title is that of something else that is known of a place: `city_name`, `operatorName`.
  private func isOfOtherField(_ stem: String) -> Bool {
    guard !stem.isEmpty else { return false }
    if AttributeColumns.isKnown(stem) || Self.areas.contains(stem) { return true }
    return Self.columns.contains { row in
      row.field != .fact(.name) && row.field != .categoryTag && !row.field.isCategory && row.exact[stem] != nil
    }
  }

  /// Whether a column names a part or a property of the place: it spells out the column of a code, `dutyEmclsName`
  /// beside `dutyEmcls`, or its title continues that of the name itself, `dutyName`.
  private func isPart(_ candidate: Candidate, among letters: Set<String>, _ all: [Candidate]) -> Bool {
    guard !candidate.stem.isEmpty else { return false }
    return Self.codeEndings.contains { letters.contains(candidate.stem + $0) }
      || all.contains {
        !$0.stem.isEmpty && $0.stem.count < candidate.stem.count && candidate.stem.hasPrefix($0.stem)
      }
  }

  /// How likely a title is that of a column of names: by its ending or first word, or because it is that of a kind of
  /// places, `School`; `nil` for any other title.
  private static func rank(ofProposed title: String, _ letters: String) -> Int? {
    for row in nameRows {
      guard let rank = row.exact[letters] ?? row.rank(ofEnding: letters) ?? row.rank(ofFirstWord: title) else {
        continue
      }
      return isArea(title, letters) ? rank + Int(UInt16.max) : rank
    }
    if isCut(title), let row = row(ofCut: letters, among: columns), row.field == .fact(.name) {
      return Int(UInt16.max) - 2
    }
    return ImportVocabulary.isKind(title) ? Int(UInt16.max) - 1 : nil
  }

  /// The columns of surnames: beside one of first names `Name` is one, where another column has the name of the place.
  func surnames(among titles: [String]) -> Set<String> {
    let letters = titles.map { ColumnName($0).letters }
    guard letters.contains(where: Self.firstNames.contains) else { return [] }
    let bare = Set(letters.filter(Self.bareNames.contains))
    let hasOther = zip(titles, letters).contains { title, letters in
      guard !bare.contains(letters) else { return false }
      if ByteView.over(Array(title.utf8), entry)?.field == .fact(.name) { return true }
      return Self.rank(ofProposed: title, letters) != nil && !Self.isPersonal(title, letters)
    }
    return hasOther ? bare : []
  }
}

extension FieldNames {
  private static let numberTitles = Set(words("number", of: "others"))

  /// Whether only the values of a column tell whether it is what its title says.
  static func needsValues(_ title: String) -> Bool {
    let letters = ColumnName(title).letters
    return numberTitles.contains(letters) || typeTitles.contains(letters)
  }

  /// Whether the values of a column show that it isn't what its title says: types that are no kinds of places, and
  /// numbers in a column that is called so in another language.
  static func isRefused(_ title: String, _ values: [String]) -> Bool {
    numberTitles.contains(ColumnName(title).letters)
      ? !values.isEmpty && values.allSatisfy { Double($0) != nil } : !ColumnValues.areKinds(values)
  }

  /// The likeliest of some columns to hold names, whose values look like names; `nil` if there is none.
  static func likeliest(_ columns: [(title: String, values: [String])]) -> String? {
    let names = columns.filter { ColumnValues.areNames($0.values) }
    let best = names.map { ColumnValues.variety(of: $0.values) }.max() ?? 0
    return names.first { ColumnValues.variety(of: $0.values) == best }?.title
  }

  /// The properties that hold names in objects that differ: the likeliest, and those whose title names a kind of
  /// places, such as 주차장명.
  static func likely(_ properties: [(title: String, values: [String])]) -> [String] {
    guard let first = likeliest(properties) else { return [] }
    return [first]
      + properties.filter { property in
        property.title != first && category(ofNameColumn: ColumnName(property.title).letters) != nil
          && ColumnValues.areNames(property.values)
      }.map(\.title)
  }

  /// Whether a title is one of names in objects without another: Title, or that of a kind of places, 주차장명.
  static func isCertain(_ title: String) -> Bool {
    let letters = ColumnName(title).letters
    return nameRows.contains { $0.exact[letters] != nil } || category(ofNameColumn: letters) != nil
  }
}

/// The values of a column whose title only looks like that of names or categories.
enum ColumnValues {
  private static let honorifics = Set(FieldNames.words("honorific", of: "others"))
  private static let flags = Set(
    FieldNames.words("yes", of: "flags") + FieldNames.words("no", of: "flags")
      + FieldNames.words("answer", of: "others")
  )
  /// The number of values from which those that differ count.
  private static let leastRepeated = 3

  /// Whether values look like the names of places, and not like numbers, dates, codes, answers, titles of persons or
  /// the few values of a property.
  static func areNames(_ values: [String]) -> Bool {
    let values = values.map { $0.trimmed }.filter { !$0.isEmpty }
    guard !values.isEmpty, values.count(where: isName) * 10 >= values.count * 8 else { return false }
    guard values.count(where: hasHonorific) * 10 < values.count * 3 else { return false }
    return values.count < leastRepeated || Set(values).count * 3 > values.count
  }

  /// Whether three of four different values are kinds of places, or none is.
  static func areKinds(_ values: [String]) -> Bool {
    let values = Set(values.map { $0.trimmed }.filter { !$0.isEmpty })
    let count = values.count(where: ImportVocabulary.isKind)
    return count == 0 || count * 4 >= values.count * 3
  }

  /// The share of different values in tenths: of two columns of names, that of places has fewer repeated ones.
  static func variety(of values: [String]) -> Int { values.isEmpty ? 0 : Set(values).count * 10 / values.count }

  private static func isName(_ value: String) -> Bool {
    let letterCount = value.count(where: \.isLetter)
    let digitCount = value.count(where: \.isNumber)
    // A syllable or an ideograph may be a name.
    guard letterCount > 1 || letterCount == 1 && value.unicodeScalars.allSatisfy({ $0.value >= 0x3000 }),
      letterCount > digitCount, !flags.contains(value.lowercased())
    else { return false }
    let isOneWord = !value.contains(where: \.isWhitespace)
    // A code, `A12-B`, or an address of the network.
    if isOneWord, digitCount > 0, value.allSatisfy({ !$0.isLowercase && $0.isASCII }) { return false }
    return !isOneWord || !value.contains("@") && !value.contains("://")
  }

  /// Whether a value is a title of persons, or begins with one: `Dr.`, `Fr. Brown`.
  private static func hasHonorific(_ value: String) -> Bool {
    let words = value.lowercased().split { $0.isWhitespace || $0 == "." }
    return words.first.map { honorifics.contains(String($0)) } ?? false
  }
}

extension String {
  fileprivate var trimmed: String { ByteView.over(Array(utf8)) { $0.trimmed.text } }
}
