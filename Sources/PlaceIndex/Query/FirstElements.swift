/// The first of many elements in an order, and how many there were.
struct FirstElements<Element: Sendable>: Sendable {
  private let limit: Int
  private let precedes: @Sendable (Element, Element) -> Bool
  /// How many elements were added.
  private(set) var count = 0
  /// The first of them, and some that may be.
  private var found: [Element] = []
  /// The last of the first, once there are enough.
  private var last: Element?

  /// How many more elements than wanted are kept before they are sorted.
  private static var spare: Int { 256 }

  init(limit: Int, by precedes: @escaping @Sendable (Element, Element) -> Bool) {
    self.limit = limit
    self.precedes = precedes
  }

  var first: ArraySlice<Element> { found.sorted(by: precedes).prefix(limit) }

  mutating func add(_ other: FirstElements) {
    count += other.count - other.found.count
    for element in other.found { add(element) }
  }

  /// Counts an element of which only one is known that it does not precede, if that one is too late; returns whether
  /// it is.
  mutating func skip(notBefore element: Element) -> Bool {
    guard let last, precedes(last, element) else { return false }
    count += 1
    return true
  }

  @inline(__always)
  mutating func add(_ element: Element) {
    count += 1
    if let last, precedes(last, element) { return }
    found.append(element)
    // Cut rarely, so that nearly all of many elements cost one comparison.
    guard found.count > Self.spare, found.count - Self.spare > limit else { return }
    found.sort(by: precedes)
    found.removeLast(found.count - limit)
    last = found.last
  }
}
