/// The subject of a query, independent of the area: the part that resolving the centre doesn't change.
///
/// ``Question`` and ``PlaceQuery`` contain it as one value, so that a new property passes from the options to the
/// source. `QuestionProperty` reads and writes it.
public struct SearchSubject: Sendable, Hashable {
  public var categories: [PlaceCategory]
  /// The text to search for.
  public var text: SearchText?
  /// The conditions on attributes, which must all be satisfied.
  public var conditions: [AttributeCondition]

  public init(categories: [PlaceCategory] = [], text: SearchText? = nil, conditions: [AttributeCondition] = []) {
    self.categories = categories
    self.text = text
    self.conditions = conditions
  }

  /// Whether there is neither a category nor a text.
  public var isEmpty: Bool { categories.isEmpty && text == nil }

  /// The subject with each category once, and ``PlaceCategory/any`` only alone.
  var normalized: SearchSubject {
    var distinct: [PlaceCategory] = []
    for category in categories where !distinct.contains(category) { distinct.append(category) }
    var subject = self
    subject.categories = distinct.contains(.any) ? [.any] : distinct
    if !conditions.isEmpty {
      subject.conditions = []
      for condition in conditions where !subject.conditions.contains(condition) { subject.conditions.append(condition) }
    }
    return subject
  }
}
