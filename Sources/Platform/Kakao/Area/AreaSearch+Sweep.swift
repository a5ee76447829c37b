import Domain

extension AreaSearch {
  /// Makes one step along a lane.
  ///
  /// - Parameter stretch: What is left of the lane.
  /// - Returns: What is left after the step.
  /// - Throws: When a request fails for good.
  func step(_ stretch: SweepStretch) async throws(PlaceSearchError) -> [AreaWork] {
    guard let (slab, isLast) = stretch.slab(in: outline) else { return [] }
    guard tally.trustsOrder, let anchor = stretch.line.anchor(of: slab) else {
      return [.split(stretch.cell, isSecondLook: false)]
    }
    guard let first = try await page(1, of: slab, anchor: anchor, inOrder: true) else { return [] }
    let found = first.totalCount
    let density = max(Double(found) / max(slab.area, 1), stretch.meanDensity / 4)
    let beyond = stretch.advanced(to: stretch.line.end(of: slab[stretch.line.axis]), density: density)
    let rest: [AreaWork] = isLast ? [] : [.sweep(beyond)]
    guard first.isCrowded else {
      return try await finish(slab, from: first, anchor: anchor, inOrder: true, isSecondLook: false) + rest
    }

    let start = stretch.line.start(of: slab[stretch.line.axis])
    guard case .seenUpTo(let meters) = SweepProof(pages: [first.places], anchor: anchor) else {
      tally.noteDisorder()
      return [.split(slab, isSecondLook: false)] + rest
    }
    // The first page tells how far the whole answer would carry, before the other two are paid for.
    let third =
      abs(stretch.line.position(in: slab, provenUpTo: meters) - start)
      * slab.metersPerDegree(stretch.line.axis)
    let loss = SweepPlan.overlap + stretch.line.bend(in: slab) * 2 / 3
    let pagesToCome = Double(KakaoSearch.reachableCount / KakaoSearch.pageSize)
    let coordinates = first.places.map(\.place.coordinate)
    let overlap = loss / ((third + loss) * pagesToCome)
    let outside = found >= 60 ? outline.shareOutside(coordinates) * 0.7 : 0
    let waste = 1 - (1 - overlap) * (1 - outside)
    let lanes = SweepPlan.lanes(forWaste: waste, count: found)
    if lanes > 1 {
      if !stretch.hasTurned, isLine(coordinates, across: stretch.line.axis, in: slab) {
        return [.sweep(stretch.turned(slab, density: density))] + rest
      }
      let parts = CellCuts.lanes(of: slab, across: stretch.line.axis.across, count: lanes, seen: coordinates)
      if parts.count > 1 {
        return parts.map { .sweep(stretch.part($0, density: density)) } + rest
      }
    }

    let more = try await pages(2...KakaoSearch.lastPage, of: slab, anchor: anchor, inOrder: true)
    guard !tally.isCutShort else { return [] }
    if more.contains(where: { $0.totalCount != found }) { tally.noteUnreliableCounts() }
    guard case .seenUpTo(let reach) = SweepProof(pages: [first.places] + more.map(\.places), anchor: anchor) else {
      tally.noteDisorder()
      return [.split(slab, isSecondLook: false)] + rest
    }
    let position = stretch.line.position(in: slab, provenUpTo: reach)
    let gain = abs(position - start) * slab.metersPerDegree(stretch.line.axis)
    guard gain >= CellCuts.shortest else {
      return crowdedParts(of: slab, holding: found, seen: coordinates) + rest
    }
    let stepDensity = Double(KakaoSearch.reachableCount) / max(gain * slab.length(stretch.line.axis.across), 1)
    return [.sweep(stretch.advanced(to: position, density: min(stepDensity, stretch.meanDensity * 6)))]
  }

  /// Whether places next to each other lie along a line that the sweep meets broadside.
  ///
  /// Narrower lanes do not help there; sweeping in the other direction does.
  private func isLine(_ seen: [Coordinate], across axis: AreaCell.Axis, in cell: AreaCell) -> Bool {
    func spread(_ axis: AreaCell.Axis) -> Double {
      let values = seen.map { $0[axis] }
      return ((values.max() ?? 0) - (values.min() ?? 0)) * cell.metersPerDegree(axis)
    }
    let width = spread(axis.across)
    return width > 3 * spread(axis) && width < cell.length(axis.across) / 4
  }

  /// The parts of a cell in which the sweep does not move on.
  private func crowdedParts(of cell: AreaCell, holding count: Int, seen: [Coordinate]) -> [AreaWork] {
    let parts = CellCuts.parts(of: cell, holding: count, seen: seen)
    if parts.count < 2 { tally.noteCrowdedSpot() }
    return parts.count < 2 ? [] : parts.map { .split($0, isSecondLook: false) }
  }
}
