import Domain

/// Decides which screen is on top.
struct Navigator: Sendable, Hashable {
  /// A screen over the main one.
  enum Screen: Sendable, Hashable {
    /// Everything about the selected place.
    case detail
    /// What the keys do.
    case help
    /// Which categories to look for.
    case categories(CategoryChoice)
    /// A place to be near.
    case near(NearChoice)
  }

  private(set) var stack: [Screen] = []

  /// The screen on top; `nil` when it is the main one.
  var top: Screen? { stack.last }

  /// Puts a screen on top.
  mutating func open(_ screen: Screen) { stack.append(screen) }

  /// Takes the screen on top away.
  mutating func close() { _ = stack.popLast() }

  /// Takes every screen away but the main one.
  mutating func closeAll() { stack = [] }

  /// Changes the screen on top.
  mutating func replaceTop(with screen: Screen) {
    close()
    open(screen)
  }
}

/// The choice of categories while it is made.
struct CategoryChoice: Sendable, Hashable {
  var chosen: [CategoryGroup]
  /// The line of the cursor, in the order of the listing.
  var cursor = 0
}

/// The choice of a place to be near while it is made.
struct NearChoice: Sendable, Hashable {
  var field = TextField()
  /// The search for the typed text that is under way.
  var pending: Int?
  /// What was found; `nil` before anything was searched for.
  var candidates: [Place]?
  var problem: String?
  var cursor = 0

  /// The recent searches that have every typed word.
  func matches(in recents: [RecentSearch]) -> [RecentSearch] {
    let words = field.text.lowercased().split(separator: " ")
    guard !words.isEmpty else { return recents }
    return recents.filter { recent in
      let label = recent.label.lowercased()
      return words.allSatisfy { label.contains($0) }
    }
  }
}
