import Domain

/// The words that a place's group puts into an answer, ready to be copied.
struct GroupWords: Sendable {
  /// Slug, code and name of each group.
  private let words: [ShortText] = CategoryGroup.allCases.flatMap {
    [ShortText($0.slug), ShortText($0.code), ShortText($0.koreanName)]
  }

  /// What a group says in one of the fields `category`, `category_group_code` and `category_group_name`.
  @inline(__always)
  func word(for field: PlaceField, of group: CategoryGroup) -> ShortText {
    words[group.ordinal * 3 + (field == .category ? 0 : field == .groupCode ? 1 : 2)]
  }
}
