import Domain

/// Decides how to continue with a cell after receiving its pages.
extension AreaSearch {
  /// The next step for a cell.
  enum Next: Sendable, Hashable {
    /// Request more of its pages.
    case request(ClosedRange<Int>, CellSearch.Stage)
    /// The cell is finished, except for these parts.
    case end([AreaPart])
  }

  /// The number of documents at the end of a page whose order proves nothing, because a keyword search may add unsorted
  /// ones.
  private var unorderedTailCount: Int { search.text == nil ? 0 : SweepProof.unorderedTailCount }

  /// Decides how to continue after all requested pages have arrived.
  mutating func next(after query: CellSearch) -> Next {
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
      // Further pages may separate places that the first page couldn't.
      if query.showsNewPlaces, let parts = parts(of: query) { return .end(parts) }
      // One spot has more places than paging can reach.
      evidence.crowdedSpots += 1
      return .end([])
    }
  }

  /// Records a cell outside the area of the query; returns whether it is outside.
  private mutating func isExcluded(_ query: CellSearch) -> Bool {
    let cell = query.cell.roundedForRequest
    guard let within, within.relation(to: cell) == .outside, let first = query.pages.first else { return false }
    evidence.excludedCells.append(.init(cell: cell, count: first.totalCount))
    return true
  }

  /// Returns whether to stop splitting a cell if it contains nothing new.
  ///
  /// On the edge of an area, cells are split further, because a spot may be outside.
  private func isSpot(_ cell: BoundingBox) -> Bool {
    guard let within, within.relation(to: cell.roundedForRequest) == .across else { return cell.isSpot }
    return BoundingBox.Axis.allCases.allSatisfy { cell.length($0) <= CellSplit.minimumSpotSideInMeters }
  }

  // MARK: Sweeping

  /// Evaluates the first page of a step.
  ///
  /// It shows how far the whole step would reach before the other two pages are requested.
  private mutating func first(of query: CellSearch, in strip: Strip) -> Next {
    guard let first = query.pages.first, let origin = query.origin else { return .end([]) }
    // With as many places as paging can reach, there may be more; then the order is the proof, not the count.
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
    return strips.map { .end($0) } ?? .request(2...KakaoSearch.lastPageNumber, .step)
  }

  /// Evaluates all pages of a step.
  ///
  /// The sweep continues from where the order no longer proves anything.
  private mutating func step(of query: CellSearch, in strip: Strip) -> Next {
    guard let first = query.pages.first, let origin = query.origin else { return .end([]) }
    if query.pages.contains(where: { $0.totalCount != first.totalCount }) { evidence.hasUnreliableCounts = true }
    // If a page lacks a place, the order proves nothing about it, but the counts of smaller cells do.
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
    // The sweep can't advance past a spot. It continues next to and after the spot, which is searched separately.
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

  /// Returns how far a proof advances the sweep, and its new position.
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

  /// Returns narrower strips if steps are so short that their overlap costs more than the ends of the strips; otherwise
  /// `nil`.
  ///
  /// - Parameters:
  ///   - cell: The remainder of the strip, trimmed to the area.
  ///   - strip: The strip.
  ///   - count: The number of remaining places.
  ///   - third: The reach of one page in metres.
  ///   - overlap: The overlap of steps in metres.
  ///   - seen: The places of the first page.
  /// - Returns: At least two strips.
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

  /// Evaluates a cell without a proof by order: it is complete if the count matches, and is split otherwise.
  private mutating func classify(_ query: CellSearch) -> Next {
    guard let first = query.pages.first else { return .end([]) }
    let seen = evidence.seen(in: query.cell.roundedForRequest)
    // All counted places have been seen.
    if seen.count == first.totalCount { return .end([]) }
    guard first.totalCount > evidence.reachableCount else { return finish(query) }
    if first.contradictsItself {
      // A cell with an impossible count has no more places than those returned.
      evidence.hasUnreliableCounts = true
      return .end([])
    }
    // A service that rounds the edges of rectangles returns the same spot for all cells around it.
    guard query.showsNewPlaces || !isSpot(query.cell), let parts = parts(of: query) else {
      return .request(2...KakaoSearch.lastPageNumber, .leftovers)
    }
    return .end(parts)
  }

  /// Returns the parts of a cell with more places than paging can reach; `nil` if it can't be split.
  private func parts(of query: CellSearch) -> [AreaPart]? {
    let cell = query.cell.roundedForRequest
    let count = query.pages.first?.totalCount ?? 0
    let parts = CellSplit.parts(of: cell, holding: count, seen: evidence.seen(in: cell))
    return parts.count > 1 ? parts.map { .split($0, isSecondLook: query.isSecondLook) } : nil
  }

  /// Requests the remaining pages of a cell that paging can reach.
  private mutating func finish(_ query: CellSearch) -> Next {
    let last = Self.pageCount(for: query.pages.last?.totalCount ?? 0)
    return last > query.pages.count ? .request(query.pages.count + 1...last, .remainder) : confirm(query)
  }

  /// Requests one more page if the last page according to the count is full and not marked as the last; one of the two
  /// is wrong.
  private mutating func confirm(_ query: CellSearch) -> Next {
    let last = Self.pageCount(for: query.pages.first?.totalCount ?? 0)
    guard
      let end = query.pages.last, !end.isLast, evidence.trustsEnds, last < KakaoSearch.lastPageNumber,
      end.places.count == KakaoSearch.pageSize
    else { return compare(query) }
    return .request(last + 1...last + 1, .confirmation)
  }

  private mutating func noteEnd(of query: CellSearch) {
    let known = Set(query.pages.dropLast().last?.places.map(\.place.id) ?? [])
    if query.pages.last?.places.allSatisfy({ known.contains($0.place.id) }) == true { evidence.trustsEnds = false }
  }

  /// Compares the places of a cell with its count.
  private mutating func compare(_ query: CellSearch) -> Next {
    let pages = query.pages
    let count = pages.first?.totalCount ?? 0
    let ids = Set(pages.flatMap(\.places).map(\.place.id))
    let areAgreed = pages.allSatisfy { $0.totalCount == count }
    // If the service counts fewer places than it returns, or changes its counts, the counts prove nothing.
    if !areAgreed || ids.count > count { evidence.hasUnreliableCounts = true }
    let agrees = areAgreed && ids.count == count && pages.allSatisfy { $0.unreadableCount == 0 }
    return agrees ? .end([]) : again(query)
  }

  /// Searches an unproven cell once more, in halves.
  mutating func again(_ query: CellSearch) -> Next {
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
