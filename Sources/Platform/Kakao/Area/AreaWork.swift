/// A part of an area that is still to be searched.
enum AreaWork: Sendable, Hashable {
  /// A lane that is swept step by step.
  case sweep(SweepStretch)
  /// A cell that is cut until its places can be reached; `isSecondLook` when its counts were wrong before.
  case split(AreaCell, isSecondLook: Bool)
}

/// What is left of a lane: where the sweep stands, and how crowded it was there.
struct SweepStretch: Sendable, Hashable {
  /// The rest of the lane.
  let cell: AreaCell
  /// The direction of the sweep.
  let line: SweepLine
  /// Places on a square metre, as the last step found.
  let density: Double
  /// Places on a square metre of the whole area.
  let meanDensity: Double
  /// Whether the sweep has changed its direction, which it does once.
  var hasTurned = false

  /// The lane from a position on.
  func advanced(to position: Double, density: Double) -> SweepStretch {
    var rest = cell
    rest[line.axis] = line.rest(of: cell[line.axis], from: position)
    return part(rest, density: density)
  }

  /// A part of the lane, or of what it stands in, swept in the same direction.
  func part(_ cell: AreaCell, density: Double) -> SweepStretch {
    SweepStretch(cell: cell, line: line, density: density, meanDensity: meanDensity, hasTurned: hasTurned)
  }

  /// A part of the lane swept across its direction.
  func turned(_ cell: AreaCell, density: Double) -> SweepStretch {
    let line = SweepLine.farthest(along: line.axis.across, of: cell)
    return SweepStretch(cell: cell, line: line, density: density, meanDensity: meanDensity, hasTurned: true)
  }

  /// The next piece to ask for: long enough for a full answer, and not much wider than the area is at its start.
  ///
  /// - Parameter outline: The outline of the area.
  /// - Returns: The piece, trimmed to the area, and whether it is the last; `nil` when nothing of the area is left.
  func slab(in outline: AreaOutline) -> (cell: AreaCell, isLast: Bool)? {
    guard let rest = outline.trimmed(cell) else { return nil }
    let whole = (cell: rest, isLast: true)
    // The first metres may be outside of the area: the sweep starts where the area does.
    let start = rest[line.axis]
    func piece(_ share: Double) -> AreaCell? {
      var part = rest
      part[line.axis] = line.near(share, of: start)
      return outline.trimmed(part)
    }
    var best: AreaCell?
    var narrow = 0.0
    var share = 1.0 / 64
    while share < 1 {
      if let part = piece(share) {
        let width = part.length(line.axis.across)
        if best == nil {
          guard part.area * density >= Self.slabCount else {
            share *= 1.4
            continue
          }
          narrow = width
        }
        guard width <= narrow * Self.mostWidening else { break }
        best = part
      }
      share *= 1.4
    }
    guard let best else { return whole }
    if share >= 1, rest.length(line.axis.across) <= narrow * Self.mostWidening { return whole }
    return (best, false)
  }

  /// Places that a piece should hold at least, so that all 45 that can be had are there.
  private static let slabCount = 54.0
  /// How much wider a longer piece may be.
  private static let mostWidening = 1.015
}
