extension Service {
  /// What a service alone knows: functions of its own, which nothing calls before it is asked.
  package struct Knowledge: Sendable {
    /// What to do about a refusal of the key, or of this program; `nil` when that is not known.
    package var remedy: @Sendable (Refused) -> String? = { _ in nil }
    /// Whether it can be asked for a category.
    package var answers: @Sendable (PlaceCategory) -> Bool = { _ in true }
    /// What it calls kinds of places, besides the words that people type.
    package var kinds: @Sendable () -> [KindName] = { [] }

    package init() {}
  }

  /// A refusal, as the service gives it.
  package struct Refused: Sendable, Hashable {
    package let status: Int
    /// The service's own number for the reason; `nil` for none.
    package let code: Int?

    package init(status: Int, code: Int? = nil) {
      self.status = status
      self.code = code
    }
  }

  /// What a service calls a kind of places.
  package struct KindName: Sendable, Hashable {
    /// The slug of the kind.
    package let slug: String
    /// The service's words for it, as they stand in its answers.
    package let words: [String]
    /// Whether the places that it calls so are in the group of the kind.
    let isGrouped: Bool

    package init(_ slug: String, _ words: String..., isGrouped: Bool = true) {
      self.slug = slug
      self.words = words
      self.isGrouped = isGrouped
    }
  }
}

extension Service {
  /// What to do about a refusal with a status and the service's own code; `nil` when that is not known.
  public func remedy(forStatus status: Int, code: Int? = nil) -> String? {
    knowledge.remedy(Refused(status: status, code: code))
  }

  /// Whether it can be asked for a category.
  public func answers(_ category: PlaceCategory) -> Bool { knowledge.answers(category) }

  /// What it calls a category and the kinds within it, besides the words that people type.
  public func words(for category: PlaceCategory) -> [String] {
    knowledge.kinds().filter { name in
      guard let kind = Kind(slug: name.slug) else { return false }
      return switch category {
      case .group(let group): kind.group == group
      case .kind(let wanted): kind == wanted || kind.wider.contains(wanted)
      case .any: true
      case .source: false
      }
    }
    .flatMap(\.words)
  }

  /// What a category means to it: a word of its own the kind that it calls so, and every other what it means in open
  /// data; `nil` for a word that means nothing to it.
  public func meaning(of category: PlaceCategory) -> PlaceCategory? {
    guard case .source(let word) = category else { return category }
    let folded = CategoryTable.folded(word)
    let name = knowledge.kinds().first { $0.words.contains { CategoryTable.folded($0) == folded } }
    return name.flatMap { Kind(slug: $0.slug) }.map(PlaceCategory.kind) ?? category.meaning
  }

  /// The group in which it lists every place of a kind; `nil` where it lists some in none.
  public func group(of kind: Kind) -> CategoryGroup? {
    let isInNone = knowledge.kinds().contains { name in
      guard !name.isGrouped, let named = Kind(slug: name.slug) else { return false }
      return named == kind || named.wider.contains(kind)
    }
    return isInNone ? nil : kind.group
  }
}
