extension Service {
  /// Functions of one service; they are not called before the service is queried.
  package struct Hooks: Sendable {
    /// Returns the remedy for a rejected key or program; `nil` if it is unknown.
    package var remedy: @Sendable (Refused) -> String? = { _ in nil }
    /// Whether the service supports a category.
    package var supports: @Sendable (PlaceCategory) -> Bool = { _ in true }
    /// The service's names of kinds, besides the words that users type.
    package var kinds: @Sendable () -> [KindName] = { [] }

    package init() {}
  }

  /// A refusal by the service.
  package struct Refused: Sendable, Hashable {
    package let status: Int
    /// The service's own error code; `nil` if there is none.
    package let code: Int?

    package init(status: Int, code: Int? = nil) {
      self.status = status
      self.code = code
    }
  }

  /// A kind with the service's words for it.
  package struct KindName: Sendable, Hashable {
    /// The slug of the kind.
    package let slug: String
    /// The service's words for the kind, as they appear in responses.
    package let words: [String]
    /// Whether places with these words are in the kind's group.
    let isGrouped: Bool

    package init(_ slug: String, _ words: String..., isGrouped: Bool = true) {
      self.slug = slug
      self.words = words
      self.isGrouped = isGrouped
    }
  }
}

extension Service {
  /// Returns the remedy for a refusal with an HTTP status and the service's error code; `nil` if it is unknown.
  public func remedy(forStatus status: Int, code: Int? = nil) -> String? {
    hooks.remedy(Refused(status: status, code: code))
  }

  /// Returns whether the service supports a category.
  public func supports(_ category: PlaceCategory) -> Bool { hooks.supports(category) }

  /// Returns the service's words for a category and its narrower kinds, besides the words that users type.
  public func words(for category: PlaceCategory) -> [String] {
    hooks.kinds().filter { name in
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

  /// Returns the meaning of a category for the service.
  ///
  /// A word of the service means its kind; any other word has its meaning in open data; `nil` if it has none.
  public func meaning(of category: PlaceCategory) -> PlaceCategory? {
    guard case .source(let word) = category else { return category }
    let folded = CategoryTable.folded(word)
    let name = hooks.kinds().first { $0.words.contains { CategoryTable.folded($0) == folded } }
    return name.flatMap { Kind(slug: $0.slug) }.map(PlaceCategory.kind) ?? category.meaning
  }

  /// Returns the group in which the service lists every place of a kind; `nil` if some of the places have no group.
  public func group(of kind: Kind) -> CategoryGroup? {
    let isInNone = hooks.kinds().contains { name in
      guard !name.isGrouped, let named = Kind(slug: name.slug) else { return false }
      return named == kind || named.wider.contains(kind)
    }
    return isInNone ? nil : kind.group
  }
}
