/// What one thread needs to search an index again and again: working memory, and the index's parts for itself.
///
/// Threads that count references to one and the same object wait for each other: it took an eighth of a batch's time.
final class SearchMemory: @unchecked Sendable {  // Whoever searches holds the only reference to it.
  /// The parts of the index, shared with nobody.
  let content: IndexContent
  /// Working memory.
  var state = SearchState()
  private let origin: IndexContent

  /// Makes memory for searches of an index.
  init(for origin: IndexContent) {
    self.origin = origin
    content = IndexContent(apartFrom: origin)
  }

  /// Takes memory from where an earlier search left it, or makes it.
  ///
  /// - Parameters:
  ///   - place: Where it was left; empty afterwards.
  ///   - origin: The index to be searched.
  /// - Returns: Memory for this index that nobody else holds.
  static func taken(from place: inout (any AnyObject & Sendable)?, for origin: IndexContent) -> SearchMemory {
    var memory = place as? SearchMemory
    place = nil
    if isKnownUniquelyReferenced(&memory), let memory, memory.origin === origin { return memory }
    return SearchMemory(for: origin)
  }
}
