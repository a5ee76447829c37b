/// Stretches of meridians, to find the shortest that holds all of them.
struct LongitudeSpans {
  /// Each from its western end eastward, the end in -180..<180, the width in 0...360.
  private var spans: [(west: Double, width: Double)] = []

  /// Adds the shorter way from one meridian to another.
  mutating func add(from first: Double, to second: Double) {
    let turn = Self.turn(from: first, to: second)
    add(west: turn < 0 ? first + turn : first, width: abs(turn))
  }

  /// Adds a stretch from its western end, which may be any number, eastward.
  mutating func add(west: Double, width: Double) {
    spans.append((west - 360 * ((west + 180) / 360).rounded(.down), min(width, 360)))
    // So that a line of many short steps does not keep all of them.
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

  /// The shortest stretch that holds all; `nil` without any.
  var enclosing: (west: Double, width: Double)? {
    var all = self
    all.merge()
    guard let first = all.spans.first else { return nil }
    // The stretch begins behind the widest gap; what reaches around the Earth counts before the first, too.
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

  /// Degrees from one meridian to another the shorter way, -180..<180, positive eastward.
  static func turn(from first: Double, to second: Double) -> Double {
    let difference = second - first
    return difference - 360 * ((difference + 180) / 360).rounded(.down)
  }
}
