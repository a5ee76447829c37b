/// The commas before, between and after the elements of an array that were read so far.
///
/// A thread that starts in the middle of an array does not know what precedes its chunk; ``continued(by:)`` checks afterwards
/// whether two chunks form one array.
struct ElementCommas {
  /// Whether a comma was the first, or an element; `nil` before either.
  private var beginsWithComma: Bool?
  private var endsWithComma = false

  /// Whether there was an element.
  var hasValue: Bool { beginsWithComma != nil }
  /// Whether an element may follow.
  var admitsValue: Bool { !hasValue || endsWithComma }
  /// Whether the array may end here.
  var admitsEnd: Bool { !endsWithComma }

  /// Notes a comma; `false` if it is not allowed here.
  mutating func takeComma() -> Bool {
    guard !endsWithComma else { return false }
    (beginsWithComma, endsWithComma) = (beginsWithComma ?? true, true)
    return true
  }

  /// Notes an element.
  mutating func takeValue() { (beginsWithComma, endsWithComma) = (beginsWithComma ?? false, false) }

  /// Joins the commas of this part of an array and of the next one.
  ///
  /// - Returns: `nil` if they do not fit together.
  func continued(by next: ElementCommas) -> ElementCommas? {
    guard let nextBegins = next.beginsWithComma else { return self }
    guard nextBegins == (hasValue && !endsWithComma) else { return nil }
    return ElementCommas(beginsWithComma: beginsWithComma ?? nextBegins, endsWithComma: next.endsWithComma)
  }
}
