/// A part of an area that is still to be searched.
enum AreaWork: Sendable, Hashable {
  /// A lane that is swept step by step.
  case sweep(SweepStretch)
  /// A cell that is cut until its places can be reached; `isSecondLook` when its counts were wrong before.
  case split(AreaCell, isSecondLook: Bool)
}

/// What is left of a lane: where the sweep stands, and how crowded it is from there on.
struct SweepStretch: Sendable, Hashable {
  /// The rest of the lane.
  let cell: AreaCell
  /// The direction of the sweep.
  let line: SweepLine
  /// Places on a square metre of the rest, as far as is known.
  let density: Double
  /// Places that are expected in the part of the rest that belongs to the area; `nil` where the density tells.
  var expected: Int?
  /// Whether the rest may be asked for from the circle's middle, all at once.
  var mayClose = true
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
    SweepStretch(cell: cell, line: line, density: density, hasTurned: hasTurned)
  }
}
