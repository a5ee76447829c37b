/// Selects the first elements in an order, and counts all elements.
struct FirstElements<Element: Sendable>: Sendable {
  private let limit: Int
  private let precedes: @Sendable (Element, Element) -> Bool
  /// The number of elements added.
  private(set) var count = 0
  /// The first elements so far, and some surplus elements.
  private var found: [Element] = []
  /// The last of the first elements, once the limit is reached.
  private var last: Element?

  /// The number of surplus elements that are collected before sorting.
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

  /// Given a lower bound of an element, counts the element without storing it if the bound is already past the limit.
  ///
  /// - Returns: Whether the element was counted.
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
    // Sort rarely, so that most elements cost one comparison.
    guard found.count > Self.spare, found.count - Self.spare > limit else { return }
    found.sort(by: precedes)
    found.removeLast(found.count - limit)
    last = found.last
  }
}
