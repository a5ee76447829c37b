import Domain

/// Splits a crowded cell so that every part gets about as many places, judging by the few that were seen.
enum CellSplit {
  /// The number of places that a part should hold: two full pages, with a margin before 45.
  static let placesPerPart = 32
  /// The maximum number of parts of one split, since few places say little about many parts.
  static let maximumPartCount = 14
  /// The minimum length of a side that is split, in metres: places on a shorter one are on one spot.
  static let minimumSideInMeters = 0.05
  /// The distance of cuts from a spot with many places, in metres: more than the grid of 0.4 m on which the service
  /// keeps coordinates, so that the parts on either side do not hold the spot too.
  private static let spotMarginInMeters = 0.5

  /// The minimum side of a cell that is cut out around a spot, in metres, with some rounding.
  static let minimumSpotSideInMeters = 2.1 * spotMarginInMeters

  /// Splits a cell across its longer side, or across the other one when the seen places lie on a line.
  ///
  /// - Parameters:
  ///   - cell: The cell.
  ///   - count: How many places it holds.
  ///   - seen: Some of them.
  /// - Returns: Parts that cover the cell; none when it cannot be split.
  static func parts(of cell: BoundingBox, holding count: Int, seen: [Coordinate]) -> [BoundingBox] {
    let parts = min(max(2, (count + placesPerPart - 1) / placesPerPart), maximumPartCount)
    let byLength = BoundingBox.Axis.allCases.sorted { cell.length($0) > cell.length($1) }
    let cuttable = byLength.filter { cell.length($0) >= minimumSideInMeters }
    let spread = cuttable.first { axis in
      let values = seen.map { $0[axis] }
      guard let low = values.min(), let high = values.max() else { return true }
      return (high - low) * cell.metersPerDegree(axis) >= minimumSideInMeters
    }
    guard let axis = spread ?? cuttable.first else { return [] }
    return strips(of: cell, across: axis, count: parts, seen: seen)
  }

  /// Splits a cell into strips side by side.
  ///
  /// - Parameters:
  ///   - cell: The cell.
  ///   - axis: The direction that is split.
  ///   - count: How many strips are wanted; places on one spot make fewer.
  ///   - seen: Places of the cell.
  /// - Returns: Strips that cover the cell, in order; the cell alone when the direction is too short.
  static func strips(
    of cell: BoundingBox,
    across axis: BoundingBox.Axis,
    count: Int,
    seen: [Coordinate]
  ) -> [BoundingBox] {
    let range = cell[axis]
    guard count > 1, cell.length(axis) >= minimumSideInMeters else { return [cell] }
    var edges = [range.lowerBound]
    let values = seen.map { $0[axis] }.filter(range.contains).sorted()
    let cuts = positions(count: count, in: range, seen: values, gap: spotMarginInMeters / cell.metersPerDegree(axis))
    let least = minimumSideInMeters / 2 / cell.metersPerDegree(axis)
    for cut in cuts where cut - (edges.last ?? 0) > least && range.upperBound - cut > least { edges.append(cut) }
    edges.append(range.upperBound)
    return zip(edges, edges.dropFirst()).map { low, high in
      var strip = cell
      strip[axis] = low...high
      return strip
    }
  }

  /// Returns positions of cuts at equal shares of the seen places; the ends count as seen.
  ///
  /// A cut through a place would put it on both sides, so a spot with many places gets a cut on either side.
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
      let low = knots[index]
      let high = knots[index + 1]
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
