/// Ranges of longitudes, and the shortest range that contains them all.
struct LongitudeSpans {
  /// The western end of each range, in -180..<180, and its width, in 0...360.
  private var spans: [(west: Double, width: Double)] = []

  /// Adds the shorter range between two meridians.
  mutating func add(from first: Double, to second: Double) {
    let turn = Self.turn(from: first, to: second)
    add(west: turn < 0 ? first + turn : first, width: abs(turn))
  }

  /// Adds a range that extends eastward; its western end may be any number.
  mutating func add(west: Double, width: Double) {
    spans.append((west - 360 * ((west + 180) / 360).rounded(.down), min(width, 360)))
    // Limits memory for a line of many short segments.
    if spans.count >= 4096 { merge() }
  }

  private mutating func merge() {
    let sorted = spans.sorted { $0.west < $1.west }
    var merged: [(west: Double, width: Double)] = []
    for span in sorted {
      if let last = merged.last, span.west <= last.west + last.width {
        merged[merged.count - 1].width = max(last.width, span.west + span.width - last.west)
      } else {
        merged.append(span)
      }
    }
    spans = merged
  }

  /// The shortest range that contains all ranges; `nil` if there are none.
  var enclosing: (west: Double, width: Double)? {
    var all = self
    all.merge()
    guard let first = all.spans.first else { return nil }
    // The shortest range begins after the widest gap. `reach` is the easternmost end so far; it starts with ranges that
    // wrap around the Earth.
    var reach = (all.spans.map { $0.west + $0.width }.max() ?? first.west) - 360
    var gap = -1.0
    var start = first.west
    for span in all.spans {
      if span.west - reach > gap {
        gap = span.west - reach
        start = span.west
      }
      reach = max(reach, span.west + span.width)
    }
    return gap <= 0 ? (-180, 360) : (start, 360 - gap)
  }

  /// Returns the turn from one meridian to another the shorter way.
  ///
  /// - Parameters:
  ///   - first: The longitude of the first meridian.
  ///   - second: The longitude of the second meridian.
  ///   - circle: The units of a full turn; 360 for degrees.
  /// - Returns: At least minus half a turn and less than half a turn, positive eastward.
  static func turn(from first: Double, to second: Double, circle: Double = 360) -> Double {
    let difference = second - first
    if abs(difference) < circle / 2 { return difference }
    return difference - circle * ((difference + circle / 2) / circle).rounded(.down)
  }
}
