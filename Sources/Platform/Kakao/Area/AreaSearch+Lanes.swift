import Domain

extension AreaSearch {
  /// Places below which lanes are not cut for the sake of what lies outside.
  private static let leastForLanes = 60
  /// How long a crowded piece of a lane is taken to be, in widths of the middle of its first page's places.
  private static let townLength = 3.0
  /// How long it is at least, in pages.
  private static let townPages = 12.0

  /// The narrower lanes that a cell is better swept in, where steps are so short that going over what was seen, or what
  /// lies outside, costs more than the lanes' ends; `nil` where they are not.
  ///
  /// - Parameters:
  ///   - slab: What is left of the lane, trimmed to the area.
  ///   - stretch: The lane.
  ///   - count: How many places are left.
  ///   - third: How far a page carries, in metres.
  ///   - overlap: How far each step goes back, in metres.
  ///   - seen: The places of the first page.
  /// - Returns: The lanes, and what lies beyond them.
  func lanes(
    of slab: AreaCell,
    _ stretch: SweepStretch,
    holding count: Int,
    third: Double,
    overlap: Double,
    seen: [Coordinate]
  ) -> [AreaWork]? {
    let line = stretch.line
    let loss = overlap + line.bend(in: slab) * 2 / 3
    let pagesToCome = Double(KakaoSearch.reachableCount / KakaoSearch.pageSize)
    let twice = loss / ((third + loss) * pagesToCome)
    // Lanes are trimmed each for itself; they keep some of what lies outside, all the same.
    let outside = count >= Self.leastForLanes ? outline.shareOutside(seen) * 0.7 : 0
    let waste = 1 - (1 - twice) * (1 - outside)
    // Places stand together: what is crowded here need not be so to the end of the lane.
    let front = Double(KakaoSearch.pageSize) / max(third * slab.length(line.axis.across), 1e-6)
    var piece = slab
    var local = count
    let length = max(third * Self.townPages, spread(of: seen, line.axis.across, in: slab) * Self.townLength)
    if front > 2 * Double(count) / max(slab.area, 1), length < slab.length(line.axis) * 0.7 {
      piece[line.axis] = line.near(length / slab.length(line.axis), of: slab[line.axis])
      local = min(count, Int(front * length * slab.length(line.axis.across) * 0.7))
    }
    let lanes = SweepPlan.lanes(forWaste: waste, count: local)
    guard lanes > 1 else { return nil }
    let density = Double(local) / max(piece.area, 1)
    let beyond = stretch.advanced(
      to: line.end(of: piece[line.axis]),
      density: Double(count - local) / max(slab.area - piece.area, 1)
    )
    let rest: [AreaWork] = piece == slab ? [] : [.sweep(beyond)]
    if !stretch.hasTurned, isLine(seen, across: line.axis, in: slab) {
      return SweepPlan.stretches(of: piece, along: line.axis.across, in: outline, density: density).map { .sweep($0) }
        + rest
    }
    let parts = CellCuts.lanes(of: piece, across: line.axis.across, count: lanes, seen: seen)
    guard parts.count > 1 else { return nil }
    return parts.map { .sweep(stretch.part($0, density: density)) } + rest
  }

  /// How much of a direction the middle of some places takes, in metres.
  private func spread(of seen: [Coordinate], _ axis: AreaCell.Axis, in cell: AreaCell) -> Double {
    let values = seen.map { $0[axis] }.sorted()
    guard values.count > 4 else { return 0 }
    return (values[values.count * 7 / 8] - values[values.count / 8]) * cell.metersPerDegree(axis)
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
}
