import Domain

/// Splits a crowded cell so that all parts have similar numbers of places, estimated from the places seen.
enum CellSplit {
  /// The target number of places per part: two full pages, with a margin below 45.
  static let placesPerPart = 32
  /// The maximum number of parts per split, because a few places can't determine many parts.
  static let maximumPartCount = 14
  /// The minimum length of a side that is split in metres; places on a shorter side are on one spot.
  static let minimumSideInMeters = 0.05
  /// The distance in metres between a cut and a spot with many places.
  ///
  /// It exceeds the service's coordinate resolution of 0.4 m, so that the parts on either side don't contain the spot
  /// too.
  private static let spotMarginInMeters = 0.5

  /// The minimum side in metres of a cell cut out around a spot, with a margin for rounding.
  static let minimumSpotSideInMeters = 2.1 * spotMarginInMeters

  /// Splits a cell across its longer side, or across the other side if the seen places are on a line.
  ///
  /// - Parameters:
  ///   - cell: The cell.
  ///   - count: The number of places in the cell.
  ///   - seen: The places seen.
  /// - Returns: Parts that cover the cell; empty if it can't be split.
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

  /// Splits a cell into adjacent strips.
  ///
  /// - Parameters:
  ///   - cell: The cell.
  ///   - axis: The axis that is split.
  ///   - count: The requested number of strips; places on one spot may reduce it.
  ///   - seen: Places in the cell.
  /// - Returns: Strips that cover the cell, in order; only the cell if the side is too short.
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

  /// Returns cuts that divide the seen places into equal shares; the ends count as seen.
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
