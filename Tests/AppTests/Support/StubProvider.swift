import Domain
import Synchronization

/// A source that returns a test's result and records its queries.
final class StubProvider: StubUseCases {
  struct Requests: Sendable {
    var options: SourceConfiguration?
    /// The number of providers made.
    var providers = 0
    var query: PlaceQuery?
    /// The number of searches.
    var searches = 0

    var limit: PlaceLimit? { query.flatMap { $0.limit.page == nil ? $0.limit : nil } }
    var page: PageRequest? { query?.limit.page }
  }

  private let record = Mutex(Requests())
  private let result: Result<PlaceCollection, PlaceSearchError>
  /// The error of the first search; `nil` if it succeeds.
  private let firstError: PlaceSearchError?
  private let reports: [(after: Duration, progress: SearchProgress)]
  private let clock: ManualClock
  let indexFiles = StubIndexFiles()
  let memory = StubMemory()

  init(
    _ result: Result<PlaceCollection, PlaceSearchError> = .success(.samples),
    firstError: PlaceSearchError? = nil,
    reports: [(after: Duration, progress: SearchProgress)] = [],
    clock: ManualClock = ManualClock()
  ) {
    (self.result, self.firstError, self.reports, self.clock) = (result, firstError, reports, clock)
  }

  var requests: Requests { record.withLock { $0 } }

  func note(_ options: SourceConfiguration) {
    record.withLock {
      $0.options = options
      $0.providers += 1
    }
  }

  func provenance() -> Provenance { (try? result.get().provenance) ?? Provenance(source: .kakao) }
  func cost(of query: PlaceQuery) -> SearchCost {
    SearchCost(requests: 1...1, likely: query.area.isShape ? 12...1_850 : nil)
  }

  func places(
    matching query: PlaceQuery,
    progress: (@Sendable (SearchProgress) -> Void)?
  ) async throws(PlaceSearchError) -> PlaceCollection {
    let isFirst = record.withLock {
      $0.query = query
      $0.searches += 1
      return $0.searches == 1
    }
    if isFirst, let firstError { throw firstError }
    for report in reports {
      clock.advance(by: report.after)
      progress?(report.progress)
    }
    // A text with a correction is in no name.
    if let text = query.text, memory.withState({ $0.corrections[text.value] }) != nil { return .collection([]) }
    let collection = try result.get()
    guard let page = query.limit.page else { return collection }
    return PlaceCollection(
      places: collection.places,
      totalCount: collection.totalCount ?? 0,
      isComplete: page.number == 1 && collection.isComplete,
      isNearest: page.number == 1 ? collection.isNearest : nil,
      absent: collection.absent,
      page: PlaceCollection.Page(
        page,
        isLast: collection.isComplete,
        pageableCount: min(45, collection.totalCount ?? 0)
      ),
      provenance: collection.provenance
    )
  }
}

extension PlaceCollection {
  /// Two places, one with every field and one with only the required fields.
  static let samples = collection([.full, .bare], isNearest: true)

  static func collection(
    _ places: [FoundPlace],
    totalCount: Int? = nil,
    isComplete: Bool = true,
    earlyEnd: StopReason? = nil,
    isNearest: Bool? = nil,
    gap: Gap? = nil,
    droppedCount: Int = 0,
    hasCrowdedSpot: Bool = false,
    absent: [PlaceCategory] = [],
    source: Source = .kakao
  ) -> PlaceCollection {
    PlaceCollection(
      places: places,
      totalCount: totalCount ?? places.count,
      isComplete: isComplete,
      earlyEnd: earlyEnd,
      isNearest: isNearest,
      gap: gap,
      droppedCount: droppedCount,
      hasCrowdedSpot: hasCrowdedSpot,
      absent: absent,
      provenance: Provenance(source: source, requests: source == .kakao ? 1 : 0)
    )
  }
}

extension LocatedPlaces {
  /// Returns the places of a text, found with two requests.
  static func named(
    _ places: [Place],
    totalCount: Int? = nil,
    mayHaveMore: Bool = false,
    rivals: [Coordinate] = [],
    similarNames: [String] = []
  ) -> LocatedPlaces {
    LocatedPlaces(
      candidates: places,
      totalCount: totalCount ?? places.count,
      mayHaveMore: mayHaveMore,
      rivals: rivals,
      similarNames: similarNames,
      provenance: Provenance(source: .kakao, requests: 2)
    )
  }
}

extension StoredPlace {
  /// Returns a place of an earlier result; one with a distance was found around Gangnam station.
  static func recalled(
    _ place: Place,
    meters: Double? = nil,
    bearing: Double? = nil,
    attribution: String? = nil
  ) -> StoredPlace {
    StoredPlace(
      found: FoundPlace(place: place, distance: meters.flatMap { Distance(meters: $0) }),
      center: meters.map { _ in .gangnam },
      bearing: bearing,
      source: .kakao,
      attribution: attribution,
      origin: .result
    )
  }
}

extension FoundPlace {
  static let full = FoundPlace(
    place: Place(
      id: "8190212",
      name: "샘플주유소 \"01\"",
      coordinate: .gangnam,
      group: .gas,
      categoryPath: "교통,수송 > 자동차 > 주유소,충전소",
      phone: "02-000-0001",
      lotAddress: "서울 강남구 역삼동 1",
      roadAddress: "서울 강남구 강남대로 1",
      url: "https://place.map.kakao.com/8190212"
    ),
    distance: Distance(meters: 223.9)
  )
  static let bare = FoundPlace(
    place: Place(id: "9", name: nil, coordinate: .gangnam, group: nil),
    distance: Distance(meters: 1_234.5)
  )

  static func named(_ name: String, roadAddress: String? = nil) -> FoundPlace {
    let place = Place(id: "1", name: name, coordinate: .gangnam, group: .cafe, roadAddress: roadAddress)
    return FoundPlace(place: place, distance: nil)
  }

  /// Returns a place at a point; the other properties are arbitrary.
  static func at(_ latitude: Double, _ longitude: Double, meters: Double? = nil) throws -> FoundPlace {
    let coordinate = try Coordinate(latitude: latitude, longitude: longitude)
    let place = Place(id: "1", name: nil, coordinate: coordinate, group: nil)
    return FoundPlace(place: place, distance: meters.flatMap { Distance(meters: $0) })
  }
}

extension Coordinate {
  /// A point near Gangnam station.
  static let gangnam: Coordinate = {
    guard let coordinate = try? Coordinate(latitude: 37.4979, longitude: 127.0276) else { preconditionFailure() }
    return coordinate
  }()
}
