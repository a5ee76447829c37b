import Domain

extension AreaSearch {
  /// Makes one step along a lane.
  ///
  /// - Parameter stretch: What is left of the lane.
  /// - Returns: What is left after the step.
  /// - Throws: When a request fails for good.
  func step(_ stretch: SweepStretch) async throws(PlaceSearchError) -> [AreaWork] {
    guard let slab = outline.trimmed(stretch.cell) else { return [] }
    let line = stretch.line
    guard tally.trustsOrder, let anchor = line.anchor(of: slab) else {
      return [.split(stretch.cell, isSecondLook: false)]
    }
    if let end = closing(stretch, in: slab) { return try await close(slab, of: stretch, end) }
    guard let first = try await page(1, of: slab, anchor: anchor, inOrder: true) else { return [] }
    let found = first.totalCount
    // As many places as can be had may be all or not; the order tells, whatever the count says.
    guard found >= tally.reachableCount else {
      return try await finish(slab, from: [first], anchor: anchor, inOrder: true, isSecondLook: false)
    }
    if first.contradictsItself {
      tally.noteUnreliableCounts()
      return []
    }

    let start = line.start(of: slab[line.axis])
    let proof = SweepProof(pages: [first.places], anchor: anchor, looseTail: looseTail)
    guard case .seenUpTo(let meters, let isFine) = proof else {
      return try await disordered(first, of: slab, anchor: anchor)
    }
    // The first page tells how far the whole answer would carry, before the other two are paid for.
    let third =
      abs(line.position(in: slab, provenUpTo: meters, from: anchor) - start) * slab.metersPerDegree(line.axis)
      * Double(KakaoSearch.pageSize) / Double(KakaoSearch.pageSize - looseTail)
    let coordinates = first.places.map(\.place.coordinate)
    let overlap = isFine ? SweepPlan.fineOverlap : SweepPlan.overlap
    if let parts = lanes(of: slab, stretch, holding: found, third: third, overlap: overlap, seen: coordinates) {
      return parts
    }

    let more = try await pages(2...KakaoSearch.lastPage, of: slab, anchor: anchor, inOrder: true)
    guard !tally.isCutShort else { return [] }
    if more.contains(where: { $0.totalCount != found }) { tally.noteUnreliableCounts() }
    let all = [first.places] + more.map(\.places)
    guard case .seenUpTo(let reach, _) = SweepProof(pages: all, anchor: anchor, looseTail: looseTail) else {
      tally.noteDisorder()
      return [.split(slab, isSecondLook: false)]
    }
    let position = line.position(in: slab, provenUpTo: reach, from: anchor)
    let gain = abs(position - start) * slab.metersPerDegree(line.axis)
    guard gain >= CellCuts.shortest else { return crowdedParts(of: slab, holding: found, seen: coordinates) }
    return [.sweep(stretch.advanced(to: position, density: rest(of: slab, holding: found, past: gain, line)))]
  }

  /// Goes on with a cell whose first page is not in the order that was asked for.
  ///
  /// - Parameters:
  ///   - first: The page.
  ///   - cell: The cell.
  ///   - anchor: The point that distances were asked from.
  /// - Returns: The parts that are still to be searched.
  /// - Throws: When a request fails for good.
  func disordered(
    _ first: KakaoPage,
    of cell: AreaCell,
    anchor: Coordinate
  ) async throws(PlaceSearchError) -> [AreaWork] {
    let isForgotten = first.places.contains { $0.distance == nil }
    if isForgotten { tally.noteNoOrder() } else { tally.noteDisorder() }
    // Cells that fit the whole area are fewer than those of its halves, which shows where there are few of them.
    if isForgotten, isSmall, tally.cellsDone == 0, first.totalCount > tally.reachableCount {
      tally.giveUpSweep()
      return []
    }
    return try await look(cell.asAsked, from: first, anchor: anchor, inOrder: true, isSecondLook: false)
  }

  /// Places on a square metre of what is left of a cell after a step over 45 places.
  private func rest(of cell: AreaCell, holding count: Int, past gain: Double, _ line: SweepLine) -> Double {
    let area = (cell.length(line.axis) - gain) * cell.length(line.axis.across)
    return Double(count - KakaoSearch.reachableCount) / max(area, 1)
  }

  /// The parts of a cell in which the sweep does not move on.
  private func crowdedParts(of cell: AreaCell, holding count: Int, seen: [Coordinate]) -> [AreaWork] {
    let parts = CellCuts.parts(of: cell, holding: count, seen: seen)
    if parts.count < 2 { tally.noteCrowdedSpot() }
    return parts.count < 2 ? [] : parts.map { .split($0, isSecondLook: false) }
  }
}
