import Synchronization

/// An in-memory double of Kakao's two place searches, including their limits and quirks.
///
/// It supports `rect`, `radius` and both orders. Paging reaches at most 45 places, and repeats the last page past the
/// end. Centres outside Korea are silently ignored. Distances are measured in the service's plane and truncated to
/// whole metres. Errors have status 400 and 401.
package final class KakaoStub: Sendable {
  package let places: [StubPlace]
  package let key: String
  private let quirks: StubQuirks
  private let points: [StubPlane]
  /// The indices of ``places``, sorted by longitude.
  private let byLongitude: [Int]
  private let calls = Mutex(0)

  package init(places: [StubPlace], key: String = "0123456789abcdef0123456789abcdef", quirks: StubQuirks = StubQuirks())
  {
    self.places = places
    self.key = key
    self.quirks = quirks
    points = places.map { StubPlane(latitude: $0.latitude, longitude: $0.longitude) }
    byLongitude = places.indices.sorted { places[$0].longitude < places[$1].longitude }
  }

  /// The number of searches answered.
  package var callCount: Int { calls.withLock { $0 } }

  /// Answers one page of a search with valid parameters.
  package func answer(_ search: StubSearch) -> StubAnswer {
    let call = calls.withLock { count -> Int in
      count += 1
      return count
    }
    let center = usableCenter(of: search)
    let counted = matches(search, center: center)
    let found = quirks.hidesEveryNthPlace.map { every in counted.filter { $0.position % every != 0 } } ?? counted
    let cap = min(found.count, 45, quirks.pageableCap)
    let last = max(1, (cap + search.size - 1) / search.size)
    let page = quirks.repeatsFirstPage ? 1 : min(search.page, last)
    let start = min((page - 1) * search.size, cap)
    var shown = Array(found[start..<min(start + search.size, cap)])
    if search.query != nil, page == last, found.count > cap {
      disorderTail(of: &shown, from: found[cap...], call: call)
    }
    var documents = shown.map { position, meters in
      StubAnswer.Document(place: places[position], meters: meters.map { Int($0) })
    }
    if let every = quirks.disordersTailOfEveryNthPage, call % every == 0, documents.count > 4 {
      documents = documents.dropLast(4) + documents.suffix(4).reversed()
    }
    if let every = quirks.repeatsPlaceOnEveryNthPage, call % every == 0, documents.count > 1 {
      documents[1] = documents[0]
    }
    if let every = quirks.dropsPlaceOfEveryNthPage, call % every == 0, documents.count > 1 { documents.remove(at: 1) }
    return StubAnswer(
      documents: documents,
      totalCount: quirks.countTold ?? max(0, counted.count + quirks.countError + (quirks.countDrifts ? call % 2 : 0)),
      pageableCount: cap,
      isEnd: !quirks.neverEnds && page >= last
    )
  }

  /// Replaces or shuffles the end of a page.
  private func disorderTail(
    of shown: inout [(position: Int, meters: Double?)],
    from rest: ArraySlice<(position: Int, meters: Double?)>,
    call: Int
  ) {
    var random = SeededRandom(UInt64(call))
    let length = min(Int(random.next() % 4) + 1, shown.count)
    switch quirks.keywordTail {
    case .own: break
    case .permuted: shown = shown.dropLast(length) + shown.suffix(length).shuffled(using: &random)
    case .foreign:
      // Nearby places, so that they look plausible.
      let strangers = rest.prefix(12).shuffled(using: &random).prefix(length)
      shown = shown.dropLast(strangers.count) + strangers
    }
  }

  private func usableCenter(of search: StubSearch) -> StubPlane? {
    guard let x = search.x, let y = search.y, (115...135).contains(x), (32...44).contains(y) else { return nil }
    guard search.rect == nil || !quirks.ignoresOriginWithRect else { return nil }
    return StubPlane(latitude: y, longitude: x).asCenter
  }

  private func matches(_ search: StubSearch, center: StubPlane?) -> [(position: Int, meters: Double?)] {
    var found: [(position: Int, meters: Double?)] = []
    let radius = search.radiusInMeters.map { quirks.radiusTakesWholeMeters ? Double($0 + 1).nextDown : Double($0) }
    for position in candidates(search, center: center) {
      let place = places[position]
      guard search.groupCodes.isEmpty || search.groupCodes.contains(place.groupCode) else { continue }
      if let query = search.query, !place.name.contains(query) { continue }
      if let rect = search.rect, !quirks.ignoresRect {
        guard holds(place, in: rect) else { continue }
      }
      let meters = center.map { $0.distance(to: points[position]) }
      if search.rect == nil, let radius, let meters, meters > radius { continue }
      found.append((position, meters))
    }
    if search.sortsByDistance, center != nil, !quirks.ignoresSort {
      found.sort { ($0.meters ?? 0, $0.position) < ($1.meters ?? 0, $1.position) }
    } else {
      found.sort { Self.scramble($0.position) < Self.scramble($1.position) }
    }
    return found
  }

  private func holds(_ place: StubPlace, in rect: [Double]) -> Bool {
    guard quirks.roundsRectangles else {
      return (rect[0]...rect[2]).contains(place.longitude) && (rect[1]...rect[3]).contains(place.latitude)
    }
    let (east, north) = ({ ($0 * 88_000 / 0.4).rounded() }, { ($0 * 111_000 / 0.4).rounded() })
    return (east(rect[0])...east(rect[2])).contains(east(place.longitude))
      && (north(rect[1])...north(rect[3])).contains(north(place.latitude))
  }

  /// The indices of the places that can match, selected by longitude.
  private func candidates(_ search: StubSearch, center: StubPlane?) -> ArraySlice<Int> {
    var (west, east) = (-180.0, 180.0)
    if let rect = search.rect, !quirks.ignoresRect {
      (west, east) = (rect[0] - 1e-5, rect[2] + 1e-5)
    } else if center != nil, let x = search.x, let radius = search.radiusInMeters {
      let margin = Double(radius + 2) / 70_000
      (west, east) = (x - margin, x + margin)
    }
    let start = partition { places[$0].longitude >= west }
    let end = partition { places[$0].longitude > east }
    return byLongitude[start..<max(start, end)]
  }

  private func partition(_ isBehind: (Int) -> Bool) -> Int {
    var (low, high) = (0, byLongitude.count)
    while low < high {
      let middle = (low + high) / 2
      if isBehind(byLongitude[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }

  /// The service's own order, which is neither by distance nor by id, but always the same.
  private static func scramble(_ position: Int) -> UInt64 {
    var random = SeededRandom(UInt64(position))
    return random.next()
  }
}
