/// The conditions that decide whether a place matches a query, independent of its area.
///
/// ``Query`` and ``PlaceQuery`` contain it as one value, so that a new property passes from the options to the
/// source. `QueryProperty` reads and writes it. A source keeps the part that it must check itself as another match.
public struct PlaceMatch: Sendable, Hashable {
  public var categories: [PlaceCategory]
  /// The text to search for.
  public var text: SearchText?
  /// The conditions on attributes, which must all be satisfied.
  public var conditions: [AttributeCondition]
  /// The condition on opening hours.
  public var opening = OpeningCondition()

  public init(categories: [PlaceCategory] = [], text: SearchText? = nil, conditions: [AttributeCondition] = []) {
    self.categories = categories
    self.text = text
    self.conditions = conditions
  }

  /// Whether there is neither a category nor a text.
  public var isEmpty: Bool { categories.isEmpty && text == nil }

  /// Whether every place matches.
  package var acceptsAll: Bool { isEmpty && !restrictsCategories }

  /// Whether more than the categories and the text decides.
  package var restrictsCategories: Bool { !conditions.isEmpty || opening.isActive }

  /// Whether the match depends on the time of the search.
  package var dependsOnClock: Bool { opening.isNow }

  /// Returns the match at the time of the search, in seconds since 1970-01-01 00:00 UTC.
  package func starting(at seconds: Int64) -> PlaceMatch {
    guard dependsOnClock else { return self }
    var match = self
    match.opening = opening.starting(at: seconds)
    return match
  }

  /// The keys of the attributes without which no place matches; a key may be repeated.
  package var attributeKeys: [String] {
    conditions.map(\.key) + (opening.needsHours ? [OpeningCondition.key] : [])
  }

  /// The match of the places that this match leaves out because a value is unknown; `nil` if it leaves out none.
  package var ofUndecided: PlaceMatch? {
    guard let ofUnknown = opening.ofUnknown else { return nil }
    var match = self
    match.opening = ofUnknown
    return match
  }

  /// The match without its text: the key of a filter that applies to every text.
  package var filterKey: PlaceMatch {
    var match = self
    match.text = nil
    return match
  }

  /// The match with each category once, and ``PlaceCategory/any`` only alone.
  var normalized: PlaceMatch {
    var distinct: [PlaceCategory] = []
    for category in categories where !distinct.contains(category) { distinct.append(category) }
    var match = self
    match.categories = distinct.contains(.any) ? [.any] : distinct
    if !conditions.isEmpty {
      match.conditions = []
      for condition in conditions where !match.conditions.contains(condition) { match.conditions.append(condition) }
    }
    return match
  }
}
