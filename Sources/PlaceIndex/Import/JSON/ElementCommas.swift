/// The commas before, between and after the elements of an array that were read so far.
///
/// A thread that starts in the middle of an array does not know what precedes its chunk; ``continued(by:)`` checks afterwards
/// whether two chunks form one array.
struct ElementCommas {
  private var hasLeading = false
  private var hasTrailing = false
  /// Whether there was an element.
  private(set) var hasValue = false

  /// Notes a comma; `false` if it is not allowed here.
  mutating func takeComma() -> Bool {
    guard hasValue ? !hasTrailing : !hasLeading else { return false }
    if hasValue { hasTrailing = true } else { hasLeading = true }
    return true
  }

  /// Whether an element may follow.
  var admitsValue: Bool { !hasValue || hasTrailing }

  /// Notes an element.
  mutating func takeValue() {
    hasValue = true
    hasTrailing = false
  }

  /// Joins the commas of this part of an array and of the next one.
  ///
  /// - Returns: `nil` if they do not fit together.
  func continued(by next: ElementCommas) -> ElementCommas? {
    // Without an element before it, no comma is allowed; between two elements there must be exactly one.
    let commas = (hasValue ? hasTrailing : hasLeading) ? 1 : 0
    let all = commas + (next.hasLeading ? 1 : 0)
    guard all <= (hasValue ? 1 : 0), !next.hasValue || all == (hasValue ? 1 : 0) else { return nil }
    var joined = self
    if next.hasValue {
      (joined.hasValue, joined.hasTrailing) = (true, next.hasTrailing)
    } else if all == 1 {
      joined.hasTrailing = true
    }
    return joined
  }

  /// Whether the array may end here.
  var admitsEnd: Bool { !hasTrailing && !hasLeading }
}
