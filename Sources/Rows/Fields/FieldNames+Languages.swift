import Domain

/// Names in several languages.
extension FieldNames {
  private static let shownNames = words("shown", of: "languages")
  private static let otherNames = words("others", of: "languages")
  /// Tags of languages that follow the word in titles such as `name_en`.
  static let languageTags = Set(words("tags", of: "languages"))
  /// The other codes of languages, many of which are also words: `name_no`, `name_to`.
  private static let languageCodes = Set(words("codes", of: "languages"))
  /// The languages of titles that name them in another way: `E_NAME`, `Chinese Name`.
  private static let languagesOfTitles = Dictionary(
    words("titles", of: "languages").map { word in
      let parts = word.split(separator: "=").map(String.init)
      return (parts[0], parts[1])
    }
  ) { first, _ in first }

  /// Returns the language in the title of names in a language: `en` for `name_en` and `English Name`.
  ///
  /// - Parameters:
  ///   - letters: The ``ColumnName/letters`` of the title.
  ///   - isAlone: Whether no other column has names, so that all codes of languages count.
  /// - Returns: The language; `nil` if the title names none.
  static func language(ofName letters: String, isAlone: Bool) -> String? {
    if let language = languagesOfTitles[letters] { return language }
    guard letters.hasPrefix("name") else { return nil }
    let language = String(letters.dropFirst(4))
    return languageTags.contains(language) || isAlone && languageCodes.contains(language) ? language : nil
  }

  /// Returns the field of a name in a language (`name:ko`, `alt_name:en`, `brand:ko`) or of a further name (`name_1`).
  func localised(_ text: String) -> FieldTable.Entry? {
    // OpenStreetMap numbers further names: `name_1`.
    if text.hasPrefix("name_"), text.utf8.count == 6, text.last?.isNumber == true {
      return FieldTable.Entry(.otherName, .otherName, rank: Int(UInt16.max))
    }
    guard let colon = text.firstIndex(of: ":") else { return nil }
    let language = text[text.index(after: colon)...]
    guard (2...3).contains(language.prefix { $0.isLetter }.count),
      language.drop(while: \.isLetter).first.map({ $0 == "-" || $0 == "_" }) ?? true
    else { return nil }
    let name = String(text[..<colon])
    if Self.shownNames.contains(name) {
      switch self.language.map({ LanguageMatch(language, wanted: $0) }) ?? .none {
      case .whole: return FieldTable.Entry(.localName, .wantedLanguage)
      case .part: return FieldTable.Entry(.localName, .wantedLanguage, rank: 1)
      case .none: return FieldTable.Entry(.localName, language == "ko" ? .korean : .otherLanguage)
      }
    }
    return Self.otherNames.contains(name) ? FieldTable.Entry(.otherName, .otherName, rank: Int(UInt16.max)) : nil
  }

  /// Finds the titles of names in languages: `name_en`, `Name (EN)`, `nameEn` and `E_NAME`.
  ///
  /// They need another such title, or a title for the name itself, because `name_de` alone may be a plain name.
  mutating func findLanguages(among names: [ColumnName]) {
    guard !isOfElements else { return }
    let candidates = names.filter { name in
      !name.title.contains(":") && Self.language(ofName: name.letters, isAlone: true) != nil
    }
    guard !candidates.isEmpty else { return }
    let isNamed =
      governs(.placeText(.name))
      || names.contains { name in
        !candidates.contains { $0.title == name.title } && Self.table.isName(name.letters, in: kind)
      }
    let tagged = candidates.compactMap { name in
      Self.language(ofName: name.letters, isAlone: !isNamed).map { (title: name.title, language: $0) }
    }
    guard tagged.count > 1 || isNamed else { return }
    for (title, language) in tagged { compared[title] = localised("name:" + language) }
    // Without a wanted language, a local name is displayed rather than its translation.
    let main =
      tagged.first { LanguageMatch($0.language, wanted: language ?? "") != .none }
      ?? tagged.first { $0.language != "en" && $0.language != "eng" }
    if !isNamed, let main { compared[main.title] = FieldTable.Entry(.placeText(.name)) }
  }
}

/// Columns that the geocoder of ArcGIS writes next to the columns of its input.
extension FieldNames {
  /// The beginning of the titles of its input.
  static let geocoderMark = "USER_"
  /// The beginning of the names of columns in a feed of Google Sheets.
  static let feedMark = "gsx$"

  /// Returns whether titles are from the geocoder; `USER_NAME` alone may be the name of a person.
  static func areGeocoded(_ names: [ColumnName]) -> Bool {
    let marked = names.map(\.title).filter { $0.hasPrefix(geocoderMark) }
    return marked.count > 1 || names.contains { $0.title == "Loc_name" }
      || marked.contains { $0.dropFirst(geocoderMark.count).contains { !$0.isASCII || $0.isLowercase } }
  }
}
