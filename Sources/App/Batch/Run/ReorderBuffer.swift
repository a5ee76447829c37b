/// Puts results back into the order of their rows, which is what a batch promises, and holds a bounded number of them.
///
/// Pure. Results come in any order; each leaves as soon as all before it have left.
struct ReorderBuffer<Element: Sendable>: Sendable {
  /// How far beyond the first missing result another one may be begun.
  let lookAhead: Int
  private(set) var next = 0
  private var slots: [Element?]

  init(lookAhead: Int) {
    self.lookAhead = max(1, lookAhead)
    slots = Array(repeating: nil, count: self.lookAhead)
  }

  func admits(_ position: Int) -> Bool { position < next + lookAhead }

  mutating func insert(_ element: Element, at position: Int) {
    precondition(position >= next && admits(position), "a result for a position that was never admitted")
    slots[position % lookAhead] = element
  }

  /// Removes and returns the next result in order, `nil` while it is missing.
  mutating func popNext() -> Element? {
    let slot = next % lookAhead
    guard let element = slots[slot] else { return nil }
    slots[slot] = nil
    next += 1
    return element
  }

  /// Removes and returns all results in order, without the missing ones: for a run that stops early.
  mutating func drain() -> [Element] {
    let elements = (next..<(next + lookAhead)).compactMap { slots[$0 % lookAhead] }
    slots = Array(repeating: nil, count: lookAhead)
    return elements
  }
}
