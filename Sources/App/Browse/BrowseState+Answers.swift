import Domain

/// Earlier results, and places added to the current result.
extension BrowseState {
  /// Shows the previous query's result again without a request.
  mutating func goToEarlier(_ effects: inout [BrowseEffect]) {
    guard let last = earlier.popLast() else {
      message = BrowseMessage(text: "no search before this one")
      return
    }
    if pending != nil { effects.append(.cancelSearch) }
    pending = nil
    answer = last
    filter = nil
    show(selecting: lastSelectedID)
    resetMap()
  }

  mutating func addToAnswer(_ collection: PlaceCollection, after countBefore: Int, isPart: Bool = false) {
    let selectedID = selected?.place.id
    // Listed places stay, even if the source no longer returns them.
    let known = Set(collection.places.map(\.place.id))
    let kept = answer.places.filter { !known.contains($0.place.id) }
    let isByDistance = answer.query.sort == .distance && !kept.isEmpty
    answer.places = isByDistance ? Self.merged(collection.places, kept) : collection.places + kept
    applyFilter(selecting: selectedID)
    guard !isPart else { return }
    // A search that ended early hasn't counted all places.
    let earlier = collection.isComplete ? 0 : answer.totalCount ?? 0
    answer.totalCount = collection.totalCount.map { max($0, answer.places.count, earlier) }
    answer.isComplete = collection.isComplete
    answer.isPart = false
    answer.provenance = collection.provenance
    let added = answer.places.count - countBefore
    message = BrowseMessage(text: added > 0 ? "\(added) more" : "no more places")
  }

  static func merged(_ places: [FoundPlace], _ kept: [FoundPlace]) -> [FoundPlace] {
    (places + kept).sorted { first, second in
      let near = first.distance?.meters ?? .infinity
      let far = second.distance?.meters ?? .infinity
      return near == far ? first.place.id < second.place.id : near < far
    }
  }
}
