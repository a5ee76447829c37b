import Domain

enum BrowseScreen: Sendable, Hashable {
  case help
  case categories(CategoryChoice)
  case near(NearChoice)
  /// The prompt for a file name, in the last line of the main screen.
  case file(FileChoice)
}

struct CategoryChoice: Sendable, Hashable {
  let before: [PlaceCategory]
  var chosen: [PlaceCategory]
  private(set) var field = TextField()
  /// The listed categories.
  ///
  /// These are all groups, or the groups and kinds with a word like the typed one, followed by the typed word as the
  /// source's own category.
  private(set) var offered: [PlaceCategory]
  var cursor = 0
  /// Whether Enter searches only for the category under the cursor, because a word was typed and nothing was marked.
  var isForOne: Bool { chosen == before && !field.text.isEmpty }

  private static let groups = CategoryGroup.allCases.map(PlaceCategory.group)

  init(chosen: [PlaceCategory]) {
    before = chosen
    self.chosen = chosen
    offered = Self.standard(with: chosen)
  }

  mutating func edit(_ change: (inout TextField) -> Bool) {
    let before = field.text
    guard change(&field), field.text != before else { return }
    cursor = 0
    let typed = field.text.lowercased()
    guard !typed.isEmpty else { return offered = Self.standard(with: chosen) }
    let exact = PlaceCategory(word: field.text)
    let others = (Self.groups + Kind.all.map(PlaceCategory.kind)).filter { category in
      category != exact && category.words.contains { $0.lowercased().contains(typed) }
    }
    offered = exact.isKnown ? [exact] + others : others + [exact]
  }

  private static func standard(with chosen: [PlaceCategory]) -> [PlaceCategory] {
    groups + chosen.filter { !groups.contains($0) }
  }
}

struct NearChoice: Sendable, Hashable {
  var field = TextField()
  var pending: Int?
  var candidates: [Place]?
  var problem: String?
  var cursor = 0

  /// Edits the text.
  ///
  /// A change discards the candidates of the previous text and its search in progress.
  mutating func edit(_ change: (inout TextField) -> Bool) -> Bool {
    let before = field.text
    guard change(&field) else { return false }
    // Moving the cursor doesn't change the text.
    if field.text != before {
      candidates = nil
      problem = nil
      pending = nil
      cursor = 0
    }
    return true
  }

  /// Returns the recent queries whose sentences contain every typed word.
  func matches(in recents: [PlaceQuery], _ language: Language) -> [PlaceQuery] {
    let words = field.text.lowercased().split(separator: " ")
    guard !words.isEmpty else { return recents }
    return recents.filter { recent in
      let label = recent.sentence(in: language).lowercased()
      return words.allSatisfy { label.contains($0) }
    }
  }
}

struct FileChoice: Sendable, Hashable {
  var field = TextField()
  /// Whether a file with that name exists, which is replaced only after a confirmation.
  var exists = false
}
