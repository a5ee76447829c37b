import Domain

/// A part of an area to request.
struct OverpassPart: Sendable {
  let area: BoundingBox
  /// The minimum longer side of a part that is halved, in metres.
  let minimumSplitMeters: Double
  /// The resources that its request declares.
  var allowance = OverpassQuery.Allowance.usual
  /// The index of the counted area that contains it.
  var root = 0
  /// The number of its elements, exact only for a whole counted area; `nil` if unknown.
  var expected: Int?
  /// Whether it is a whole counted area.
  var isCounted = false

  /// The parts to request if this one is too large for one response: its halves, or the same part with a larger
  /// allowance; `nil` if it is too small to be halved.
  var smaller: [OverpassPart]? {
    if let halves = area.halves(downTo: minimumSplitMeters) {
      return halves.map { half in
        let expected = expected.map { $0 / 2 }
        return OverpassPart(
          area: half,
          minimumSplitMeters: minimumSplitMeters,
          allowance: allowance,
          root: root,
          expected: expected
        )
      }
    }
    guard allowance == .usual else { return nil }
    var large = self
    large.allowance = .large
    return [large]
  }
}
