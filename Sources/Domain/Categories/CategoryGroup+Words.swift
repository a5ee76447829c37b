extension CategoryGroup {
  /// Everyday words, English and Korean, that name the group besides its slug and Kakao's own name.
  public var aliases: [String] { EverydayVocabulary.words(of: self) }

  /// The OpenStreetMap tags that stand for the group, such as `amenity=fuel`.
  public var tags: [String] {
    OSMVocabulary.tags.filter { $0.group == self }.flatMap {
      $0.tags.split(whereSeparator: \.isWhitespace).map(String.init)
    }
  }

  /// The Overture categories that stand for the group, such as `gas_station`; `*_museum` is every name with that ending.
  public var overtureCategories: [String] {
    OvertureVocabulary.categories.filter { $0.group == self }
      .flatMap { $0.names.split(whereSeparator: \.isWhitespace).map(String.init) }
  }

  /// The words of open data, by the name of their vocabulary.
  ///
  /// Users may type the words of `osm` and `overture` too. The others occur in files only: `foursquare` holds levels of
  /// labels, each for everything below it; `korean` the words of Korean public data; `semas`, `ksic` and `localdata`
  /// codes, each for every code that begins with it.
  public var vocabularies: [(name: String, words: [String])] { Self.vocabularies(of: self) }

  /// The source categories of open data that belong to no group, as ``vocabularies``.
  public static var vocabulariesOfNoGroup: [(name: String, words: [String])] {
    vocabularies(of: nil).filter { !$0.words.isEmpty }
  }

  private static func vocabularies(of group: CategoryGroup?) -> [(name: String, words: [String])] {
    func codes(_ tables: [(group: CategoryGroup?, codes: String)]...) -> [String] {
      tables.joined().filter { $0.group == group }.flatMap { $0.codes.split(separator: " ").map(String.init) }
    }
    let korean = KoreanVocabulary.words.filter { $0.group == group }
      .flatMap { $0.words.split(whereSeparator: \.isWhitespace) }
    return [
      ("osm", group?.tags ?? []), ("overture", group?.overtureCategories ?? []),
      (
        "foursquare",
        FoursquareVocabulary.steps.filter { $0.group == group }.flatMap { FoursquareVocabulary.levels($0.names) }
      ),
      ("korean", korean.map { String($0.map { $0 == "_" ? " " : $0 }) }),
      ("semas", codes(CodeVocabulary.newShops, CodeVocabulary.oldShops)), ("ksic", codes(CodeVocabulary.industries)),
      ("localdata", codes(CodeVocabulary.licences)),
    ]
  }

  /// The words of the vocabulary that the groups come from, and its name.
  public var ownVocabulary: (name: String, words: [String]) { ("kakao", [code] + koreanNames) }

  /// The Korean names one by one: `주유소,충전소` gives both.
  public var koreanNames: [String] { koreanName.split(separator: ",").map(String.init) }

  /// Every word that a user may type for this group: slug, code, Korean names, aliases.
  public var words: [String] { [slug, code] + koreanNames + aliases }

  /// Finds the group that a word names.
  ///
  /// Accepts the slug, Kakao's code, a Korean name, an alias, an OSM tag (`amenity=fuel`) or an Overture category
  /// (`gas_station`), whatever the case of Latin letters; `_` and a blank count as `-`.
  ///
  /// - Returns: `nil` for a word that names none of the 18 groups.
  public init?(word: String) {
    // Slugs and codes first: a process that asks one query need not build a table of every word for it.
    if let group = Self.allCases.first(where: { $0.slug == word || $0.code == word }) {
      self = group
      return
    }
    let folded = Self.folded(word)
    let underscored = String(folded.map { $0 == "-" ? "_" : $0 })
    guard let group = Self.groupByWord[folded] ?? CategoryVocabulary.group(of: underscored) else { return nil }
    self = group
  }

  private static let groupByWord: [String: CategoryGroup] = {
    var table: [String: CategoryGroup] = [:]
    for group in allCases {
      for word in [group.slug, group.code.lowercased(), group.koreanName] + group.koreanNames { table[word] = group }
    }
    for (group, words) in EverydayVocabulary.words {
      for word in words.split(whereSeparator: \.isWhitespace) { table[String(word)] = group }
    }
    return table
  }()

  private static func folded(_ word: String) -> String {
    String(word.lowercased().map { $0 == "_" || $0 == " " ? "-" : $0 })
  }
}
