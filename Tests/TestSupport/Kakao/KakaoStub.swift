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
  private let latitudes: [Double]
  private let longitudes: [Double]
  /// The service's own order, which is neither by distance nor by id, but always the same.
  private let ranks: [UInt64]
  /// The indices of ``places``, sorted by longitude.
  private let byLongitude: [Int]
  private let calls = Mutex(0)
  /// The matches of the last search, because its next page is usually requested next.
  private let last = Mutex<(search: StubSearch, matches: [Match])?>(nil)

  /// The index of a matching place, and its distance from the centre in metres, if there is one.
  private typealias Match = (position: Int, meters: Double?)

  package init(places: [StubPlace], key: String = "0123456789abcdef0123456789abcdef", quirks: StubQuirks = StubQuirks())
  {
    self.places = places
    self.key = key
    self.quirks = quirks
    points = places.map { StubPlane(latitude: $0.latitude, longitude: $0.longitude) }
    let longitudes = places.map(\.longitude)
    self.longitudes = longitudes
    latitudes = places.map(\.latitude)
    ranks = places.indices.map { position in
      var random = SeededRandom(UInt64(position))
      return random.next()
    }
    byLongitude = places.indices.sorted { longitudes[$0] < longitudes[$1] }
  }

  /// The number of searches answered.
  package var callCount: Int { calls.withLock { $0 } }

  /// Answers one page of a search with valid parameters.
  package func response(_ search: StubSearch) -> StubResponse {
    let call = calls.withLock { count -> Int in
      count += 1
      return count
    }
    let center = usableCenter(of: search)
    let counted = cachedMatches(search, center: center)
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
      StubResponse.Document(place: places[position], meters: meters.map { Int($0) })
    }
    if let every = quirks.disordersTailOfEveryNthPage, call % every == 0, documents.count > 4 {
      documents = documents.dropLast(4) + documents.suffix(4).reversed()
    }
    if let every = quirks.repeatsPlaceOnEveryNthPage, call % every == 0, documents.count > 1 {
      documents[1] = documents[0]
    }
    if let every = quirks.dropsPlaceOfEveryNthPage, call % every == 0, documents.count > 1 { documents.remove(at: 1) }
    return StubResponse(
      documents: documents,
      totalCount: quirks.reportedCount
        ?? max(0, counted.count + quirks.countError + (quirks.countDrifts ? call % 2 : 0)),
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
      let mismatches = rest.prefix(12).shuffled(using: &random).prefix(length)
      shown = shown.dropLast(mismatches.count) + mismatches
    }
  }

  private func usableCenter(of search: StubSearch) -> StubPlane? {
    guard let x = search.x, let y = search.y, (115...135).contains(x), (32...44).contains(y) else { return nil }
    guard search.rect == nil || !quirks.ignoresOriginWithRect else { return nil }
    return StubPlane(latitude: y, longitude: x).asCenter
  }

  private func cachedMatches(_ search: StubSearch, center: StubPlane?) -> [Match] {
    var search = search
    (search.page, search.size) = (1, 1)
    if let last = last.withLock({ $0 }), last.search == search { return last.matches }
    let matches = matches(search, center: center)
    last.withLock { $0 = (search, matches) }
    return matches
  }

  private func matches(_ search: StubSearch, center: StubPlane?) -> [Match] {
    var found: [Match] = []
    let radius = search.radiusInMeters.map { quirks.radiusTakesWholeMeters ? Double($0 + 1).nextDown : Double($0) }
    for position in candidates(search, center: center) {
      if let rect = search.rect, !quirks.ignoresRect {
        guard holds(position, in: rect) else { continue }
      }
      guard search.groupCodes.isEmpty || search.groupCodes.contains(places[position].groupCode) else { continue }
      if let query = search.query, !places[position].name.contains(query) { continue }
      let meters = center.map { $0.distance(to: points[position]) }
      if search.rect == nil, let radius, let meters, meters > radius { continue }
      found.append((position, meters))
    }
    if search.sortsByDistance, center != nil, !quirks.ignoresSort {
      found.sort { lhs, rhs in
        guard let left = lhs.meters, let right = rhs.meters, left != right else { return lhs.position < rhs.position }
        return left < right
      }
    } else {
      found.sort { ranks[$0.position] < ranks[$1.position] }
    }
    return found
  }

  private func holds(_ position: Int, in rect: [Double]) -> Bool {
    let (latitude, longitude) = (latitudes[position], longitudes[position])
    guard quirks.roundsRectangles else {
      return rect[0] <= longitude && longitude <= rect[2] && rect[1] <= latitude && latitude <= rect[3]
    }
    let (east, north) = ({ ($0 * 88_000 / 0.4).rounded() }, { ($0 * 111_000 / 0.4).rounded() })
    return (east(rect[0])...east(rect[2])).contains(east(longitude))
      && (north(rect[1])...north(rect[3])).contains(north(latitude))
  }

  /// Returns the indices of the places that can match, selected by longitude.
  private func candidates(_ search: StubSearch, center: StubPlane?) -> ArraySlice<Int> {
    var (west, east) = (-180.0, 180.0)
    if let rect = search.rect, !quirks.ignoresRect {
      (west, east) = (rect[0] - 1e-5, rect[2] + 1e-5)
    } else if center != nil, let x = search.x, let radius = search.radiusInMeters {
      let margin = Double(radius + 2) / 70_000
      (west, east) = (x - margin, x + margin)
    }
    let start = partition { longitudes[$0] >= west }
    let end = partition { longitudes[$0] > east }
    return byLongitude[start..<max(start, end)]
  }

  private func partition(_ isLater: (Int) -> Bool) -> Int {
    var (low, high) = (0, byLongitude.count)
    while low < high {
      let middle = (low + high) / 2
      if isLater(byLongitude[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
