/// The commas before the first, between and behind the elements of an array that were read so far.
///
/// A thread that begins in the middle of an array cannot know what precedes its chunk; ``continued(by:)`` finds out
/// afterwards whether two chunks make one array.
struct ElementCommas {
  private var hasLeading = false
  private var hasTrailing = false
  /// Whether there was an element.
  private(set) var hasValue = false

  /// Takes in a comma; `false` when none may stand here.
  mutating func takeComma() -> Bool {
    guard hasValue ? !hasTrailing : !hasLeading else { return false }
    if hasValue { hasTrailing = true } else { hasLeading = true }
    return true
  }

  /// Whether an element may follow.
  var admitsValue: Bool { !hasValue || hasTrailing }

  /// Takes in an element.
  mutating func takeValue() {
    hasValue = true
    hasTrailing = false
  }

  /// What stands at the ends of an array's beginning and of what follows it.
  ///
  /// - Parameter next: What follows.
  /// - Returns: `nil` when they do not fit together.
  func continued(by next: ElementCommas) -> ElementCommas? {
    // With no element before it, a comma is one too many; with one, there has to be a single comma before the next.
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
