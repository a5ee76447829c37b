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
