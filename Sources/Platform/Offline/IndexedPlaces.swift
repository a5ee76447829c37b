import Domain
import PlaceIndex
import Synchronization

/// Searches one index, or several as one.
///
/// A class, because a struct would be copied for every row of a batch.
final class IndexedPlaces: FindPlaceUseCase, EstimateUseCase {
  let index: PlaceIndex
  /// The indexes after the first; usually none.
  let others: [PlaceIndex]
  /// The provenance of all places.
  let ownProvenance: Provenance
  /// The indexes as one with every place once; made at the first use.
  // A lock, because finding shared places reads every id.
  private let joined = Mutex<PlaceIndex?>(nil)

  init(index: PlaceIndex, others: [PlaceIndex] = [], source: Source, reading: InputReading? = nil) {
    self.index = index
    self.others = others
    // The data time of a downloaded index, as in the responses from which it was made.
    let fetched = ([index] + others).map(\.description).filter { !$0.coveredCategories.isEmpty }
    ownProvenance = Provenance(
      source: source,
      attribution: IndexInput.joined(([index] + others).map(\.attribution)),
      reading: reading,
      dataTime: fetched.compactMap { DataTime.read($0.release) }.min()
    )
  }

  func places(
    matching query: PlaceQuery,
    progress: (@Sendable (SearchProgress) -> Void)?
  ) async throws(PlaceSearchError) -> PlaceCollection {
    let result = try search(query)
    var collection = PlaceCollection(
      places: result.places,
      totalCount: result.totalCount,
      isComplete: (query.limit == .nothing || result.places.count == result.totalCount) && query.limit.offset == 0
        && result.gap == nil,
      isNearest: result.isNearest,
      gap: result.gap,
      absent: result.absent,
      page: query.limit.page.map { PlaceCollection.Page($0, ofLocal: result.totalCount) },
      provenance: provenance(attribution: result.attribution)
    )
    if let undecided = query.ofUndecided {
      let leftOut = try search(undecided)
      collection.leaveOut(leftOut.totalCount, nearest: leftOut.places.first?.distance, limit: query.limit)
    }
    return collection
  }

  func cost(of query: PlaceQuery) throws(PlaceSearchError) -> SearchCost {
    // Only the index knows whether it has a source category or an attribute key.
    if !query.categories.allSatisfy(\.isKnown) || !query.attributeKeys.isEmpty {
      _ = try search(query.limited(to: .nothing))
    }
    return SearchCost(requests: 0...0, swappedArea: swappedArea(of: query))
  }

  func provenance() -> Provenance { ownProvenance }

  /// Returns the provenance with the attribution of some places.
  func provenance(attribution: String?) -> Provenance {
    var provenance = ownProvenance
    provenance.attribution = attribution
    return provenance
  }

  /// Returns the area with latitudes and longitudes swapped, if the indexes concern only that; `nil` otherwise.
  private func swappedArea(of query: PlaceQuery) -> SearchArea? {
    // The coordinates of a geocoded place aren't swapped.
    guard query.near == nil, !all.contains(where: { $0.concerns(query.area) }), let swapped = query.area.swapped,
      all.contains(where: { $0.concerns(swapped) })
    else { return nil }
    return swapped
  }

  /// A result, with what it lacks.
  private struct LocalResult {
    let places: [FoundPlace]
    let totalCount: Int
    let gap: PlaceCollection.Gap?
    /// Whether the places are the nearest; valid only if they are the first of the result.
    let isNearest: Bool?
    /// The requested categories that no place has.
    let absent: [PlaceCategory]
    let attribution: String?
  }

  private func search(_ query: PlaceQuery) throws(PlaceSearchError) -> LocalResult {
    try readingIndex { () throws(IndexFileError) in
      // Uses the only index without a copy; a copy would count references for every row of a batch.
      guard others.isEmpty else { return try search(query, of: joinedIndex()) }
      return try search(query, of: index)
    }
  }

  private func search(_ query: PlaceQuery, of index: PlaceIndex) throws(IndexFileError) -> LocalResult {
    let result = try index.places(matching: query, offset: query.limit.offset, limit: query.limit.count)
    let gap = gap(for: query, in: query.area)
    let isComplete = gap == nil && result.places.count == result.totalCount
    return LocalResult(
      places: result.places,
      totalCount: result.totalCount,
      gap: gap,
      isNearest: query.isNearest(result.places, isComplete: isComplete) { distance in
        guard gap != nil, let area = query.area(within: distance) else { return true }
        return self.gap(for: query, in: area) == nil
      },
      absent: others.isEmpty
        ? result.absent : result.absent.filter { absent in all.allSatisfy { $0.isRequested(absent) } },
      attribution: index.attribution(of: result)
    )
  }

  /// Returns the indexes as one, for searches; each index knows what it covers.
  func joinedIndex() throws(IndexFileError) -> PlaceIndex {
    guard !others.isEmpty else { return index }
    return try joined.withLock { (joined) throws(IndexFileError) in
      if let joined { return joined }
      let made = try PlaceIndexBuilder.join(all)
      joined = made
      return made
    }
  }

  private var all: [PlaceIndex] { [index] + others }

  /// Returns the reason why the result in an area is incomplete; `nil` if it is complete.
  ///
  /// Every index that has places in the area or covers a part of it must be complete there, or all indexes together
  /// must be. As within one index, if any index declares an area, indexes without an area are ignored.
  private func gap(for query: PlaceQuery, in area: SearchArea) -> PlaceCollection.Gap? {
    guard !others.isEmpty else { return index.shortfall(for: query, in: area) }
    let reaching = all.filter { $0.reaches(area) || $0.hasPlaces(matching: query, in: area) }
    let hasArea = all.contains { !$0.description.coverage.isEmpty }
    func mayDecide(_ index: PlaceIndex) -> Bool { !hasArea || !index.description.coverage.isEmpty }
    let deciding = reaching.filter(mayDecide)
    let searched = deciding.isEmpty ? all.filter(mayDecide) : deciding
    let gaps = searched.compactMap { $0.shortfall(for: query, in: area) }
    let otherGap =
      reaching.lazy.compactMap(\.dataGap).first ?? all.lazy.compactMap { $0.gapOfUnknownKind(in: query) }.first
    if !gaps.isEmpty, searched.count > 1, searched.hold(query.categories, in: area) { return otherGap }
    let outside = gaps.flatMap { gap in if case .outsideCoverage(let areas) = gap { areas } else { [SearchArea]() } }
    let beyond = gaps.flatMap { gap in if case .beyondCoverage(let areas) = gap { areas } else { [SearchArea]() } }
    if !beyond.isEmpty { return .beyondCoverage(outside + beyond) }
    if !outside.isEmpty { return .outsideCoverage(outside) }
    if case .beyondBounds? = gaps.first {
      return .beyondBounds(gaps.flatMap { if case .beyondBounds(let boxes) = $0 { boxes } else { [BoundingBox]() } })
    }
    guard case .beyondCategories? = gaps.first else { return gaps.first ?? otherGap }
    let held = gaps.flatMap { gap in if case .beyondCategories(let held) = gap { held } else { [PlaceCategory]() } }
    return .beyondCategories(held.reduce(into: []) { if !$0.contains($1) { $0.append($1) } })
  }
}

extension PlaceCollection.Page {
  /// The position of a page among places that are counted on this machine.
  init(_ request: PageRequest, ofLocal totalCount: Int) {
    let pageableCount = min(totalCount, PageLimits.standard.numbers.upperBound * request.size)
    self.init(request, isLast: request.number * request.size >= pageableCount, pageableCount: pageableCount)
  }
}
