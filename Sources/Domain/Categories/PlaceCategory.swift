/// A category of places in a query: a group, a kind, a source's own category, or any.
public enum PlaceCategory: Sendable, Hashable {
  /// One of the 18 groups.
  case group(CategoryGroup)
  /// A kind of place.
  case kind(Kind)
  /// A source's own category, such as `amenity=toilets`; `amenity=*` is every value of a key.
  case source(String)
  /// Every place.
  case any

  /// Reads a word that a user typed.
  ///
  /// Accepts a slug, a Kakao code, a Korean or English word for a group or kind, or `any`, in any case, with `_` or a
  /// space for `-`. Any other word is a source's own category, also after `category_name=`.
  public init(word: String) {
    // Slugs and codes come first so that a process with one query need not build the table of words.
    if let group = CategoryGroup.allCases.first(where: { $0.slug == word || $0.code == word }) {
      self = .group(group)
    } else if let kind = Kind(slug: word) {
      self = .kind(kind)
    } else {
      self = CategoryTable.standard.category(ofWord: word) ?? .source(Self.ownWord(in: word))
    }
  }

  /// The prefix of a source's own category that would otherwise read as a group or kind: a field name of schema 1.
  private static let ownPrefix = "\(PlaceField.categoryName.rawValue)="

  private static func ownWord(in word: String) -> String {
    guard word.hasPrefix(ownPrefix), word.count > ownPrefix.count else { return word }
    return String(word.dropFirst(ownPrefix.count))
  }

  /// Whether the category is a group, a kind or any, rather than a source's own category.
  public var isKnown: Bool { if case .source = self { false } else { true } }

  /// Kinds of landmarks, including subway stations.
  public static let landmarks: [PlaceCategory] =
    [.group(.subway)]
    + [
      "railway-station", "airport", "bus-station", "university", "palace", "city-hall", "museum", "department-store",
      "university-hospital", "general-hospital", "theme-park", "zoo", "park", "market", "library",
    ].compactMap(Kind.init(slug:)).map(PlaceCategory.kind)

  /// All words for groups and kinds, groups first.
  public static var everyWord: [String] {
    CategoryGroup.allCases.flatMap { PlaceCategory.group($0).words } + Kind.all.flatMap { PlaceCategory.kind($0).words }
  }

  /// The name in queries and results, which ``init(word:)`` reads.
  public var slug: String {
    switch self {
    case .group(let group): group.slug
    case .kind(let kind): kind.slug
    case .source(let word): word.contains("=") || PlaceCategory(word: word) == self ? word : Self.ownPrefix + word
    case .any: "any"
    }
  }

  /// The group that contains all places of the category; `nil` if there is none.
  public var group: CategoryGroup? {
    switch self {
    case .group(let group): group
    case .kind(let kind): kind.group
    case .source, .any: nil
    }
  }

  /// All words that a user may type for the category: slug, code, Korean name, everyday words.
  public var words: [String] {
    let more = CategoryTable.standard.row(of: self)?.words(in: .words) ?? []
    guard case .group(let group) = self else { return [slug] + more }
    return [group.slug, group.code] + group.koreanNames + more
  }

  /// The words for the category and its narrower kinds in open data, by vocabulary.
  public var vocabularies: [(name: String, words: [String])] {
    CategoryTable.vocabularies(of: CategoryTable.standard.rows(within: self))
  }

  /// The words in open data that are known to belong to no category, by vocabulary.
  public static var vocabulariesOfNone: [(name: String, words: [String])] {
    CategoryTable.vocabularies(of: CategoryTable.standard.rows.filter { $0.category == nil })
  }

  /// Returns the words for the category and its narrower kinds in one vocabulary, such as OpenStreetMap's tags; empty
  /// for an unknown vocabulary.
  public func words(ofVocabulary name: String) -> [String] {
    guard let vocabulary = CategoryTable.Vocabulary(rawValue: name) else { return [] }
    return CategoryTable.standard.rows(within: self).flatMap { $0.words(in: vocabulary) }
  }

  /// The group or kind whose vocabularies contain this source category; any other category is its own meaning.
  public var meaning: PlaceCategory? {
    guard case .source(let word) = self else { return self }
    return CategoryTable.standard.category(ofSourceWord: word)
  }

  /// The group or kind that has exactly the places of an OpenStreetMap tag, so that both words are interchangeable.
  ///
  /// `nil` for other words, and if the group or kind has further tags: `amenity=bank` excludes cash machines.
  package var exactMeaning: PlaceCategory? {
    guard case .source(let word) = self else { return nil }
    return CategoryTable.standard.category(ofSoleTag: word)
  }
}

extension Place {
  /// Whether the place is a landmark.
  public var isLandmark: Bool { group == .subway || kind.map { PlaceCategory.landmarks.contains(.kind($0)) } == true }
}

extension CategoryGroup {
  /// The OpenStreetMap tags of the group and of its kinds.
  public var tags: [String] { Self.tagsOfGroups[ordinal].all }

  /// The tag of OpenStreetMap for exactly the places that its slug means in everyday language, such as
  /// `amenity=hospital` for hospitals without doctors; `nil` if the slug has no such meaning.
  public var plainTag: String? { Self.tagsOfGroups[ordinal].plain }

  /// The kind that ``plainTag`` is for.
  public var plainKind: Kind? { Self.tagsOfGroups[ordinal].kind }

  /// The tags of one group.
  private struct Tags {
    var all: [String] = []
    var plain: String?
    var kind: Kind?
  }

  // Most searches for a group read this table, so it is made in one pass over the rows, without the tables of words.
  private static let tagsOfGroups: [Tags] = {
    var groups = allCases.map { _ in (tags: [String](), categories: [PlaceCategory]()) }
    for row in CategoryTable.standard.rows {
      guard let category = row.category, let group = category.group else { continue }
      row.forEachWord(in: [.osm]) {
        groups[group.ordinal].tags.append(String(decoding: $0, as: UTF8.self))
        groups[group.ordinal].categories.append(category)
      }
    }
    return zip(allCases, groups).map { group, rows in
      func value(_ tag: String) -> String { String(tag.drop { $0 != "=" }.dropFirst()) }
      let index =
        rows.tags.firstIndex { value($0) == group.slug }
        ?? {
          let words = CategoryTable.standard.row(of: .group(group))?.words(in: .words) ?? []
          return rows.tags.firstIndex { words.contains(CategoryTable.folded(value($0))) }
        }()
      guard let index else { return Tags(all: rows.tags) }
      let kind: Kind? = if case .kind(let kind) = rows.categories[index] { kind } else { nil }
      return Tags(all: rows.tags, plain: rows.tags[index], kind: kind)
    }
  }()

  /// The Korean names one by one, without those that mean a kind: `주유소,충전소` gives 주유소.
  public var koreanNames: [String] {
    koreanName.split(separator: ",").map(String.init).filter { name in
      if case .kind = CategoryTable.standard.category(ofWord: name) { false } else { true }
    }
  }
}
