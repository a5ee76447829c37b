import Domain

/// Where a crowded cell is cut: so that every part gets about as many places, judged by the few that were seen.
enum CellSplit {
  /// Places that a part is meant to hold: two full pages, and room for being wrong before 45.
  static let placesPerPart = 32
  /// More parts than this are not cut at once, since few places say little about many parts.
  static let maximumPartCount = 14
  /// A side shorter than this is not cut, in metres: places there stand on one spot.
  static let minimumSideInMeters = 0.05
  /// How far from a spot with many places it is cut off, in metres: what is left is not cut again.
  private static let spotMarginInMeters = 0.02

  /// Cuts a cell across its longer side, or across the other one when the seen places lie on a line.
  ///
  /// - Parameters:
  ///   - cell: The cell.
  ///   - count: How many places it holds.
  ///   - seen: Some of them.
  /// - Returns: Parts that cover the cell; none when it cannot be cut.
  static func parts(of cell: AreaCell, holding count: Int, seen: [Coordinate]) -> [AreaCell] {
    let parts = min(max(2, (count + placesPerPart - 1) / placesPerPart), maximumPartCount)
    let byLength = AreaCell.Axis.allCases.sorted { cell.length($0) > cell.length($1) }
    let cuttable = byLength.filter { cell.length($0) >= minimumSideInMeters }
    let spread = cuttable.first { axis in
      let values = seen.map { $0[axis] }
      guard let low = values.min(), let high = values.max() else { return true }
      return (high - low) * cell.metersPerDegree(axis) >= minimumSideInMeters
    }
    guard let axis = spread ?? cuttable.first else { return [] }
    return strips(of: cell, across: axis, count: parts, seen: seen)
  }

  /// Cuts a cell into strips side by side.
  ///
  /// - Parameters:
  ///   - cell: The cell.
  ///   - axis: The direction that is cut up.
  ///   - count: How many strips are wanted; places on one spot make fewer.
  ///   - seen: Places of the cell.
  /// - Returns: Strips that cover the cell, in order; the cell alone when the direction is too short.
  static func strips(of cell: AreaCell, across axis: AreaCell.Axis, count: Int, seen: [Coordinate]) -> [AreaCell] {
    let range = cell[axis]
    guard count > 1, cell.length(axis) >= minimumSideInMeters else { return [cell] }
    var edges = [range.lowerBound]
    let values = seen.map { $0[axis] }.filter(range.contains).sorted()
    let cuts = positions(count: count, in: range, seen: values, gap: spotMarginInMeters / cell.metersPerDegree(axis))
    for cut in cuts where cut > (edges.last ?? 0) && cut < range.upperBound { edges.append(cut) }
    edges.append(range.upperBound)
    return zip(edges, edges.dropFirst()).map { low, high in
      var strip = cell
      strip[axis] = low...high
      return strip
    }
  }

  /// Cut positions at equal shares of places, as far as the seen ones tell; the ends count as seen.
  ///
  /// A cut on a place would give it to both sides; many places on one spot are cut off on either side of it.
  private static func positions(
    count: Int,
    in range: ClosedRange<Double>,
    seen: [Double],
    gap: Double
  ) -> [Double] {
    let knots = [range.lowerBound] + seen + [range.upperBound]
    var cuts: [Double] = []
    for part in 1..<count {
      let place = Double(part) / Double(count) * Double(knots.count - 1)
      let index = min(Int(place), knots.count - 2)
      let (low, high) = (knots[index], knots[index + 1])
      if low == high {
        cuts += [low - gap, high + gap]
      } else {
        let share = min(max(place - Double(index), 0.05), 0.95)
        cuts.append(low + (high - low) * share)
      }
    }
    return cuts.sorted()
  }
}
