/// What places are asked for by: a group, a kind, a source's own category, or any.
public enum PlaceCategory: Sendable, Hashable {
  /// One of the 18 groups.
  case group(CategoryGroup)
  /// A kind of place.
  case kind(Kind)
  /// A category as a source writes it, such as `amenity=toilets`; `amenity=*` is every value of a key.
  case source(String)
  /// Every place.
  case any

  /// Reads the word of a user.
  ///
  /// A slug, a code of Kakao, a Korean or English word for a group or a kind, or `any`, whatever the case of Latin
  /// letters; `_` and a blank count as `-`. Every other word is a source's own category.
  public init(word: String) {
    // Slugs and codes first: a process that asks one query need not build a table of every word for it.
    if let group = CategoryGroup.allCases.first(where: { $0.slug == word || $0.code == word }) {
      self = .group(group)
    } else if let kind = Kind(slug: word) {
      self = .kind(kind)
    } else {
      self = CategoryTable.standard.category(ofWord: word) ?? .source(word)
    }
  }

  /// Whether it is a group, a kind or any, rather than a source's own category.
  public var isKnown: Bool { if case .source = self { false } else { true } }

  /// The kinds that people find their way by, and the stations of subways.
  public static let landmarks: [PlaceCategory] =
    [.group(.subway)]
    + [
      "railway-station", "airport", "bus-station", "university", "palace", "city-hall", "museum", "department-store",
      "university-hospital", "general-hospital", "theme-park", "zoo", "park", "market", "library",
    ].compactMap(Kind.init(slug:)).map(PlaceCategory.kind)

  /// Every word for a group or a kind, those of the groups first.
  public static var everyWord: [String] {
    CategoryGroup.allCases.flatMap { PlaceCategory.group($0).words } + Kind.all.flatMap { PlaceCategory.kind($0).words }
  }

  /// The word for it in queries and answers; a source's own category as it was typed.
  public var slug: String {
    switch self {
    case .group(let group): group.slug
    case .kind(let kind): kind.slug
    case .source(let word): word
    case .any: "any"
    }
  }

  /// The group that its places belong to; `nil` for none, or several.
  public var group: CategoryGroup? {
    switch self {
    case .group(let group): group
    case .kind(let kind): kind.group
    case .source, .any: nil
    }
  }

  /// Every word that a user may type for it: slug, code, Korean name, everyday words.
  public var words: [String] {
    let more = CategoryTable.standard.row(of: self)?.words(in: .words) ?? []
    guard case .group(let group) = self else { return [slug] + more }
    return [group.slug, group.code] + group.koreanNames + more
  }

  /// Its words in the vocabularies of open data and those of the kinds within it, by the name of the vocabulary.
  public var vocabularies: [(name: String, words: [String])] {
    CategoryTable.vocabularies(of: CategoryTable.standard.rows(within: self))
  }

  /// The words of open data for what is known to belong to no category, as ``vocabularies``.
  public static var vocabulariesOfNone: [(name: String, words: [String])] {
    CategoryTable.vocabularies(of: CategoryTable.standard.rows.filter { $0.category == nil })
  }

  /// Its words in one vocabulary of open data and those of the kinds within it, such as the tags of OpenStreetMap; none
  /// for a vocabulary that is not known.
  public func words(ofVocabulary name: String) -> [String] {
    guard let vocabulary = CategoryTable.Vocabulary(rawValue: name) else { return [] }
    return CategoryTable.standard.rows(within: self).flatMap { $0.words(in: vocabulary) }
  }

  /// The tag of OpenStreetMap for exactly the places that the group's slug means in everyday language, such as
  /// `amenity=hospital` for hospitals without doctors; `nil` if the slug has no such meaning.
  public var plainTag: String? {
    let tags = words(ofVocabulary: CategoryTable.Vocabulary.osm.rawValue)
    func value(_ tag: String) -> String { String(tag.drop { $0 != "=" }.dropFirst()) }
    return tags.first { value($0) == slug } ?? tags.first { words.contains(CategoryTable.folded(value($0))) }
  }

  /// The group or the kind that lists a source's own category in one of its vocabularies; the others mean themselves.
  public var meaning: PlaceCategory? {
    guard case .source(let word) = self else { return self }
    return CategoryTable.standard.category(ofSourceWord: word)
  }

  /// The group or the kind of exactly the places that a tag of OpenStreetMap is for, so that either word asks for both;
  /// `nil` for other words, and for a tag that has others beside it: `amenity=bank` is for no cash machines.
  package var exactMeaning: PlaceCategory? {
    guard case .source(let word) = self else { return nil }
    return CategoryTable.standard.category(ofSoleTag: word)
  }
}

extension Place {
  /// Whether people find their way by it.
  public var isLandmark: Bool { group == .subway || kind.map { PlaceCategory.landmarks.contains(.kind($0)) } == true }
}

extension CategoryGroup {
  /// The Korean names one by one, without those that mean a kind: `주유소,충전소` gives 주유소.
  public var koreanNames: [String] {
    koreanName.split(separator: ",").map(String.init).filter { name in
      if case .kind = CategoryTable.standard.category(ofWord: name) { false } else { true }
    }
  }
}
