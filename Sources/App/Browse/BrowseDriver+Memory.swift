import Domain

/// What the screen remembers from run to run.
extension BrowseDriver {
  /// Reads recent searches and saved places.
  func recall(_ queue: InputQueue) {}

  /// Keeps a place.
  func save(_ found: FoundPlace, _ query: PlaceQuery, _ provenance: Provenance, _ queue: InputQueue) {
    queue.add(.kept(id: found.place.id, isSaved: true))
  }

  /// Forgets a place that was kept.
  func unsave(_ id: String, _ queue: InputQueue) { queue.add(.kept(id: id, isSaved: false)) }
}
