import Domain

/// What the screen remembers from run to run; files are read and written beside the keys.
extension BrowseDriver {
  /// Reads recent searches and saved places.
  ///
  /// Where nothing is kept there is nothing to recall, and nothing to say about it.
  func recall(_ queue: InputQueue) async {
    var recents: [RecentSearch] = []
    var saved: Set<String> = []
    do throws(StoreError) {
      saved = try services.savedIdentifiers()
      recents = try services.recentSearches()
    } catch {
      guard error != .noDirectory else { return }
      queue.add(.failed(ErrorReport.sentence(for: error)))
    }
    queue.add(.recalled(recents: recents, saved: saved))
  }

  /// Keeps a place.
  func save(_ found: FoundPlace, _ query: PlaceQuery, _ provenance: Provenance, _ queue: InputQueue) async {
    do throws(StoreError) {
      try services.save(found, of: query, provenance)
      queue.add(.kept(id: found.place.id, isSaved: true))
    } catch {
      queue.add(.failed(ErrorReport.sentence(for: error)))
    }
  }

  /// Keeps a place no more.
  func unsave(_ id: String, _ queue: InputQueue) async {
    do throws(StoreError) {
      try services.remove(id: id)
      queue.add(.kept(id: id, isSaved: false))
    } catch {
      queue.add(.failed(ErrorReport.sentence(for: error)))
    }
  }
}
