/// What is looked for, wherever that is: the part of a question that finding its centre does not change.
///
/// A question and its resolved ``PlaceQuery`` hold it as one value, so that a property that is added here goes all the
/// way from the option to the source. How it is read and written, `QuestionProperty` says.
public struct SearchSubject: Sendable, Hashable {
  /// The categories wanted.
  public var categories: [PlaceCategory]
  /// Text to look for.
  public var text: SearchText?
  /// The conditions that further facts of the places must satisfy, all of them.
  public var conditions: [AttributeCondition]

  public init(categories: [PlaceCategory] = [], text: SearchText? = nil, conditions: [AttributeCondition] = []) {
    self.categories = categories
    self.text = text
    self.conditions = conditions
  }

  /// Whether nothing is looked for.
  public var isEmpty: Bool { categories.isEmpty && text == nil }

  /// The same with no category twice, and ``PlaceCategory/any`` alone.
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
