import Domain

/// The decisions on the pages of one cell.
extension AreaSearch {
  /// How to continue with a cell.
  enum Next: Sendable, Hashable {
    /// Ask for more of its pages.
    case ask(ClosedRange<Int>, CellQuery.Stage)
    /// It is finished, except for these parts.
    case end([AreaPart])
  }

  /// The number of documents at the end of a page whose order proves nothing: a keyword search may put others there.
  private var unorderedTailCount: Int { search.text == nil ? 0 : SweepProof.unorderedTailCount }

  /// Decides how to continue, after all the pages that were asked for have come.
  mutating func next(after query: CellQuery) -> Next {
    switch query.stage {
    case .first:
      if isExcluded(query) { return .end([]) }
      if case .sweep(let strip) = query.part, query.sortsByDistance { return first(of: query, in: strip) }
      return classify(query)
    case .step:
      guard case .sweep(let strip) = query.part else { return .end([]) }
      return step(of: query, in: strip)
    case .remainder: return confirm(query)
    case .confirmation:
      noteEnd(of: query)
      return compare(query)
    case .leftovers:
      // Pages beyond the first may tell apart what it did not.
      if query.showsNewPlaces, let parts = parts(of: query) { return .end(parts) }
      // There are more places on one spot than paging can reach.
      evidence.crowdedSpots += 1
      return .end([])
    }
  }

  /// Notes a cell that lies outside of the area whose places count; returns whether it does.
  private mutating func isExcluded(_ query: CellQuery) -> Bool {
    let cell = query.cell.asAsked
    guard let within, within.relation(to: cell) == .outside, let first = query.pages.first else { return false }
    evidence.excludedCells.append(.init(cell: cell, count: first.totalCount))
    return true
  }

  /// Whether a cell is not split when nothing new appears in it; on the edge of an area, a spot may lie outside of it.
  private func isSpot(_ cell: BoundingBox) -> Bool {
    guard let within, within.relation(to: cell.asAsked) == .across else { return cell.isSpot }
    return BoundingBox.Axis.allCases.allSatisfy { cell.length($0) <= CellSplit.minimumSpotSideInMeters }
  }

  // MARK: Sweeping

  /// The first page of a step: it shows how far the whole step would reach, before the other two pages are requested.
  private mutating func first(of query: CellQuery, in strip: Strip) -> Next {
    guard let first = query.pages.first, let origin = query.origin else { return .end([]) }
    // With as many places as paging can reach there may be more, so the order decides and not the count.
    guard first.totalCount >= evidence.reachableCount else { return finish(query) }
    if first.contradictsItself {
      evidence.hasUnreliableCounts = true
      return .end([])
    }
    let proof = SweepProof(pages: [first.places], origin: origin, unorderedTailCount: unorderedTailCount)
    guard case .seenUpTo(let meters, let isFine) = proof else {
      evidence.noteDisorder(isForGood: first.places.contains { $0.distance == nil })
      return classify(query)
    }
    let gain = gain(of: strip, in: query.cell, provenUpTo: meters, from: origin).meters
    let third = gain * Double(KakaoSearch.pageSize) / Double(KakaoSearch.pageSize - unorderedTailCount)
    let overlap = isFine ? SweepPlan.fineOverlapInMeters : SweepPlan.overlapInMeters
    let seen = first.places.map(\.place.coordinate)
    let strips = narrowerStrips(
      of: query.cell,
      strip,
      holding: first.totalCount,
      third: third,
      overlap: overlap,
      seen: seen
    )
    return strips.map { .end($0) } ?? .ask(2...KakaoSearch.lastPageNumber, .step)
  }

  /// All pages of a step: the sweep continues where the order of the places no longer proves anything.
  private mutating func step(of query: CellQuery, in strip: Strip) -> Next {
    guard let first = query.pages.first, let origin = query.origin else { return .end([]) }
    if query.pages.contains(where: { $0.totalCount != first.totalCount }) { evidence.hasUnreliableCounts = true }
    // The order says nothing of a place that a page lacks; the counts of smaller cells do.
    guard
      query.showsAllThatPagesReach,
      case .seenUpTo(let meters, _) = SweepProof(
        pages: query.pages.map(\.places),
        origin: origin,
        unorderedTailCount: unorderedTailCount
      )
    else {
      evidence.noteDisorder()
      return .end([.split(query.cell, isSecondLook: false)])
    }
    let gain = gain(of: strip, in: query.cell, provenUpTo: meters, from: origin)
    guard gain.meters < CellSplit.minimumSideInMeters else { return .end([.sweep(strip.advanced(to: gain.position))]) }
    // The sweep does not advance: it goes on beside and behind the spot, which is searched alone.
    let seen = first.places.map(\.place.coordinate)
    let parts = CellSplit.parts(of: query.cell, holding: first.totalCount, seen: seen)
    guard parts.count > 1, query.showsNewPlaces || !isSpot(query.cell) else {
      evidence.crowdedSpots += 1
      return .end([])
    }
    return .end(
      parts.map { part in
        seen.contains(where: part.contains)
          ? .split(part, isSecondLook: false) : .sweep(Strip(cell: part, line: strip.line))
      }
    )
  }

  /// How far a proof advances the sweep, and its new position.
  private func gain(
    of strip: Strip,
    in cell: BoundingBox,
    provenUpTo meters: Double,
    from origin: Coordinate
  ) -> (meters: Double, position: Double) {
    let axis = strip.line.axis
    let position = strip.line.position(in: cell, provenUpTo: meters, from: origin)
    return (abs(position - strip.line.start(of: cell[axis])) * cell.metersPerDegree(axis), position)
  }

  /// Returns the narrower strips in which a cell is better swept, when steps are so short that their overlap costs more
  /// than the ends of the strips; `nil` otherwise.
  ///
  /// - Parameters:
  ///   - cell: The rest of the strip, trimmed to the area.
  ///   - strip: The strip.
  ///   - count: How many places are left.
  ///   - third: How far one page reaches, in metres.
  ///   - overlap: How far steps overlap, in metres.
  ///   - seen: The places of the first page.
  /// - Returns: Two strips at least.
  private func narrowerStrips(
    of cell: BoundingBox,
    _ strip: Strip,
    holding count: Int,
    third: Double,
    overlap: Double,
    seen: [Coordinate]
  ) -> [AreaPart]? {
    let loss = overlap + strip.line.bend(in: cell) * 2 / 3
    let twice = loss / ((third + loss) * Double(KakaoSearch.lastPageNumber))
    let strips = SweepPlan.strips(forWaste: twice, count: count)
    guard strips > 1 else { return nil }
    let parts = CellSplit.strips(of: cell, across: strip.line.axis.across, count: strips, seen: seen)
    return parts.count > 1 ? parts.map { .sweep(Strip(cell: $0, line: strip.line)) } : nil
  }

  // MARK: Splitting

  /// A cell without a proof by order: complete by its count, or split by it.
  private mutating func classify(_ query: CellQuery) -> Next {
    guard let first = query.pages.first else { return .end([]) }
    let seen = evidence.seen(in: query.cell.asAsked)
    // Everything that is counted there has been seen before.
    if seen.count == first.totalCount { return .end([]) }
    guard first.totalCount > evidence.reachableCount else { return finish(query) }
    if first.contradictsItself {
      // A cell with an impossible count has no more places than it shows.
      evidence.hasUnreliableCounts = true
      return .end([])
    }
    // A service that rounds the edges of rectangles shows one spot in each of the cells into which it is cut.
    guard query.showsNewPlaces || !isSpot(query.cell), let parts = parts(of: query) else {
      return .ask(2...KakaoSearch.lastPageNumber, .leftovers)
    }
    return .end(parts)
  }

  /// The parts of a cell with more places than paging can reach; `nil` when it cannot be split.
  private func parts(of query: CellQuery) -> [AreaPart]? {
    let cell = query.cell.asAsked
    let count = query.pages.first?.totalCount ?? 0
    let parts = CellSplit.parts(of: cell, holding: count, seen: evidence.seen(in: cell))
    return parts.count > 1 ? parts.map { .split($0, isSecondLook: query.isSecondLook) } : nil
  }

  /// Requests the remaining pages of a cell that paging can reach.
  private mutating func finish(_ query: CellQuery) -> Next {
    let last = Self.pageCount(for: query.pages.last?.totalCount ?? 0)
    return last > query.pages.count ? .ask(query.pages.count + 1...last, .remainder) : confirm(query)
  }

  /// Requests one page more when the last page by the count is full and not marked as the last: one of the two is
  /// wrong.
  private mutating func confirm(_ query: CellQuery) -> Next {
    let last = Self.pageCount(for: query.pages.first?.totalCount ?? 0)
    guard
      let end = query.pages.last, !end.isLast, evidence.trustsEnds, last < KakaoSearch.lastPageNumber,
      end.places.count == KakaoSearch.pageSize
    else { return compare(query) }
    return .ask(last + 1...last + 1, .confirmation)
  }

  private mutating func noteEnd(of query: CellQuery) {
    let known = Set(query.pages.dropLast().last?.places.map(\.place.id) ?? [])
    if query.pages.last?.places.allSatisfy({ known.contains($0.place.id) }) == true { evidence.trustsEnds = false }
  }

  /// Compares the places of a cell with its count.
  private mutating func compare(_ query: CellQuery) -> Next {
    let pages = query.pages
    let count = pages.first?.totalCount ?? 0
    let ids = Set(pages.flatMap(\.places).map(\.place.id))
    let areAgreed = pages.allSatisfy { $0.totalCount == count }
    // A service that counts fewer places than it shows, or changes its counts, proves nothing by its counts.
    if !areAgreed || ids.count > count { evidence.hasUnreliableCounts = true }
    let agrees = areAgreed && ids.count == count && pages.allSatisfy { $0.unreadableCount == 0 }
    return agrees ? .end([]) : again(query)
  }

  /// Searches a cell that was not proven once more, in halves.
  mutating func again(_ query: CellQuery) -> Next {
    guard !query.isSecondLook, evidence.isWorthAnotherLook else {
      evidence.unprovenCells += 1
      return .end([])
    }
    let cell = query.cell
    let axis: BoundingBox.Axis = cell.length(.latitude) > cell.length(.longitude) ? .latitude : .longitude
    let halves = CellSplit.strips(of: cell, across: axis, count: 2, seen: [])
    return .end(halves.map { .split($0, isSecondLook: true) })
  }

  private static func pageCount(for count: Int) -> Int { (count + KakaoSearch.pageSize - 1) / KakaoSearch.pageSize }
}
