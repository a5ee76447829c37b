import Domain
import PlaceIndex

/// Searches OpenStreetMap.
///
/// Responses are read like an OSM file and searched like an index, so the same data gives the same result.
struct OSMPlaces: Sendable {
  let client: OSMClient

  func provenance(_ budget: RequestBudget, dataTime: String? = nil) -> Provenance {
    Provenance(
      source: .service(.osm),
      requests: budget.requests,
      attribution: Service.osm.attribution,
      dataTime: dataTime,
      age: budget.age
    )
  }

  /// The name of a response in messages.
  static let responseName = "the response of Overpass"

  /// Returns comma-separated elements as a document.
  static func document(of elements: some Collection<UInt8>) -> [UInt8] {
    Array(#"{"elements":["#.utf8) + elements + Array("]}".utf8)
  }

  /// Reads elements as places.
  ///
  /// `keys` are attributes to read in addition to the usual ones.
  func read(_ elements: [UInt8], keeping keys: [String] = []) throws(PlaceSearchError) -> ReadPlaces {
    // Standard fields are always included and need not be requested.
    let keys = keys.filter { AttributeName.text(of: $0) == nil }
    return try IndexedPlaces.read(
      Self.document(of: elements),
      name: Self.responseName,
      language: client.language,
      keeping: keys
    )
  }
}

extension OSMPlaces: FindPlaceUseCase {
  func places(
    matching query: PlaceQuery,
    progress: (@Sendable (SearchProgress) -> Void)?
  ) async throws(PlaceSearchError) -> PlaceCollection {
    let budget = client.makeBudget(keepsStopped: progress != nil)
    let found = try await OverpassSearch(client: client, budget: budget, progress: progress).elements(for: query)
    // If places are missing, the page would contain other places.
    if let shortage = found.shortage, query.limit.page != nil { throw shortage }
    let result = try search(found, for: query)
    // An empty result with missing places would claim that there are none.
    if let shortage = found.shortage, result.totalCount == 0 { throw shortage }
    let isWhole = found.shortage == nil
    let isProven = isWhole && found.droppedCount == 0 && result.gap == nil
    let isComplete =
      isProven && query.limit.offset == 0 && (query.limit == .nothing || result.places.count == result.totalCount)
    var collection = PlaceCollection(
      places: result.places,
      totalCount: isWhole ? result.totalCount : nil,
      isComplete: isComplete,
      earlyEnd: isWhole ? nil : budget.earlyEnd ?? .noResponse,
      isNearest: query.isNearest(result.places, isComplete: isComplete) { _ in isProven },
      gap: result.gap,
      droppedCount: found.droppedCount,
      page: query.limit.page.map { PlaceCollection.Page($0, ofLocal: result.totalCount) },
      provenance: provenance(budget, dataTime: found.dataTime)
    )
    if let undecided = query.ofUndecided {
      let leftOut = try search(found, for: undecided)
      collection.leaveOut(leftOut.totalCount, nearest: leftOut.places.first?.distance, limit: query.limit)
    }
    return collection
  }

  private func search(
    _ found: OverpassSearch.Elements,
    for query: PlaceQuery
  ) throws(PlaceSearchError) -> (places: [FoundPlace], totalCount: Int, gap: PlaceCollection.Gap?) {
    let read = try read(found.elements, keeping: query.attributeKeys)
    let index = read.index
    // Every element of the response has the requested tags, which an index may not know.
    let isByTag = query.categories.contains { !$0.isKnown }
    let any = try? query.searching(for: [.any])
    let query = isByTag ? any ?? query : query
    let result = try readingIndex { () throws(IndexFileError) in
      try index.places(matching: query, offset: query.limit.offset, limit: query.limit.count, ignoringUnknownKeys: true)
    }
    let unplaced = read.skipped.lackingCount
    // The response has only some of the places that match by an address, because names were requested.
    let isByName = result.match == .name
    let gap = unplaced > 0 ? PlaceCollection.Gap.unplaced(unplaced) : nil
    return (isByName ? result.places : [], isByName ? result.totalCount : 0, gap)
  }
}

extension [SkippedRows] {
  /// The number of requested elements that aren't among the places.
  ///
  /// Every element was requested by its tags, so none is of another kind.
  var lackingCount: Int { reduce(0) { $0 + ($1.reason.isByChoice ? 0 : $1.count) } }
}

/// Estimates the cost of OpenStreetMap queries without a request.
struct OSMCosts: EstimateUseCase {
  /// The maximum number of requests per query; `nil` if unlimited.
  let maximumRequests: Int?

  func provenance() -> Provenance { Provenance(source: .service(.osm), attribution: Service.osm.attribution) }

  func cost(of query: PlaceQuery) throws(PlaceSearchError) -> SearchCost {
    _ = try OverpassQuery(query)
    let parts = try OverpassTiles.tiles(of: query).count
    let budget = maximumRequests ?? .max
    // A part that is too large for the server is halved.
    let least = min(parts, budget)
    return SearchCost(requests: least...budget, likely: query.area.isShape ? least...least : nil)
  }
}
