import Domain

enum BrowseScreen: Sendable, Hashable {
  case detail
  case help
  case categories(CategoryChoice)
  case near(NearChoice)
}

struct CategoryChoice: Sendable, Hashable {
  var chosen: [PlaceCategory]
  var cursor = 0
}

struct NearChoice: Sendable, Hashable {
  var field = TextField()
  var pending: Int?
  var candidates: [Place]?
  var problem: String?
  var cursor = 0

  /// Edits the text, and forgets what was found for another one, or is still being searched for.
  mutating func edit(_ change: (inout TextField) -> Bool) -> Bool {
    let before = field.text
    guard change(&field) else { return false }
    // A cursor that moves changes nothing that was asked.
    if field.text != before { (candidates, problem, pending, cursor) = (nil, nil, nil, 0) }
    return true
  }

  /// The recent searches that contain every typed word.
  func matches(in recents: [RecentSearch]) -> [RecentSearch] {
    let words = field.text.lowercased().split(separator: " ")
    guard !words.isEmpty else { return recents }
    return recents.filter { recent in
      let label = recent.label.lowercased()
      return words.allSatisfy { label.contains($0) }
    }
  }
}
