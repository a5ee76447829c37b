import Domain

/// A decorator that gives the whole answers that an earlier version has kept, for as long as they are fresh.
///
/// Nothing is kept so any more: what the source answers is computed from the responses that it keeps.
struct EarlierAnswers: FindPlaceUseCase, CollectPlacesUseCase, LocateUseCases {
  let source: any PlaceSource
  let store: ResponseStore
  let service: Service
  /// The address that it is asked at, which is part of what was asked.
  let address: String

  private func answer<Answer>(
    _ kind: String,
    _ asked: @autoclosure () -> JSONTree,
    isName: Bool = false,
    reading read: (JSONTree, Provenance) -> Answer?
  ) -> Answer? {
    // Without a store, no key need be made.
    guard store.survivesProcess else { return nil }
    let key = JSONTree.members(["service": .text(address), "kind": .text(kind), "asked": asked()])
    guard let kept = store.entry(of: String(decoding: key.line, as: UTF8.self), .answer, isName: isName),
      let stored = JSONTree(reading: kept.body),
      let provenance = (stored["answer"] ?? stored).provenance(age: kept.age)
    else { return nil }
    return read(stored, provenance)
  }

  func places(matching query: PlaceQuery, on page: PageRequest) async throws(PlaceSearchError) -> PlacePage {
    let asked = AskedQuery(query: query, amount: .page(page))
    if let kept = answer("page", .asked(asked, isKey: true), reading: PlacePage.init(stored:_:)) { return kept }
    return try await source.places(matching: query, on: page)
  }

  func places(
    matching query: PlaceQuery,
    limit: PlaceLimit,
    progress: (@Sendable (SearchProgress) -> Void)?
  ) async throws(PlaceSearchError) -> PlaceCollection {
    for kind in ["paged places", "places"] {
      let kept = answer(kind, .query(query, isKey: true)) { stored, provenance -> PlaceCollection? in
        guard let asked = stored["limit"]?.limit,
          let collection = stored["answer"].flatMap({ PlaceCollection(stored: $0, provenance, to: query, asked) })
        else { return nil }
        if asked == limit { return collection }
        // Every place came at once, whatever the limit.
        return service.reachableCount == .max && asked == .all ? collection.first(limit) : nil
      }
      if let kept { return kept }
    }
    return try await source.places(matching: query, limit: limit, progress: progress)
  }

  func candidates(
    for text: SearchText,
    where conditions: [AttributeCondition],
    limit: Int
  ) async throws(PlaceSearchError) -> LocatedPlaces {
    let asked = JSONTree.members(["text": .text(text.value)])
    if conditions.isEmpty, let kept = answer("near", asked, isName: true, reading: LocatedPlaces.init(stored:_:)) {
      return LocatedPlaces(
        candidates: Array(kept.candidates.prefix(limit)),
        totalCount: kept.totalCount,
        similarNames: kept.similarNames,
        provenance: kept.provenance
      )
    }
    return try await source.candidates(for: text, where: conditions, limit: limit)
  }

  func address(of coordinate: Coordinate) async throws(PlaceSearchError) -> CoordinateAddress {
    if let kept = answer("where", .coordinate(coordinate), isName: true, reading: CoordinateAddress.init(stored:_:)) {
      return kept
    }
    return try await source.address(of: coordinate)
  }
}

// MARK: - Reading

extension PlaceCollection.Gap {
  fileprivate init?(storedName name: String?) {
    switch name {
    case "word": self = .byWord
    case "groups": self = .groupsOnly
    default: return nil
    }
  }
}

extension PlaceCollection {
  fileprivate init?(stored: JSONTree, _ provenance: Provenance, to query: PlaceQuery, _ limit: PlaceLimit) {
    guard let isComplete = stored["complete"]?.isTrue, let places = stored["places"]?.foundPlaces else { return nil }
    self.init(
      places: places,
      totalCount: stored["total_count"]?.integer,
      isComplete: isComplete,
      isNearest: query.isNearest(places, limit: limit.count, isComplete: isComplete) { _ in false },
      gap: Gap(storedName: stored["gap"]?.string),
      provenance: provenance
    )
  }
}

extension PlacePage {
  fileprivate init?(stored: JSONTree, _ provenance: Provenance) {
    guard let totalCount = stored["total_count"]?.integer, let pageableCount = stored["pageable_count"]?.integer,
      let isLast = stored["last"]?.isTrue, let places = stored["places"]?.foundPlaces
    else { return nil }
    self.init(
      places: places,
      totalCount: totalCount,
      pageableCount: pageableCount,
      isLast: isLast,
      gap: PlaceCollection.Gap(storedName: stored["gap"]?.string),
      provenance: provenance
    )
  }
}

extension LocatedPlaces {
  fileprivate init?(stored: JSONTree, _ provenance: Provenance) {
    guard let totalCount = stored["total_count"]?.integer, let places = stored["places"]?.foundPlaces
    else { return nil }
    self.init(
      candidates: places.map(\.place),
      totalCount: totalCount,
      similarNames: stored["similar"]?.elements.compactMap(\.string) ?? [],
      provenance: provenance
    )
  }
}

extension CoordinateAddress {
  fileprivate init?(stored: JSONTree, _ provenance: Provenance) {
    guard let coordinate = stored["at"]?.coordinate else { return nil }
    func region(_ key: String) -> Region? {
      stored[key]?["name"]?.string.map { Region(name: $0, code: stored[key]?["code"]?.string) }
    }
    self.init(coordinate: coordinate, provenance: provenance)
    lotAddress = stored["address_name"]?.string
    roadAddress = stored["road_address_name"]?.string
    buildingName = stored["building_name"]?.string
    postalCode = stored["zone_no"]?.string
    legalRegion = region("legal")
    administrativeRegion = region("administrative")
  }
}
