/// The states of a week, for hours that repeat weekly: a bit a minute.
package struct WeekOfStates: Sendable {
  private static let minutes = 7 * minutesOfDay
  private static let wordBits = UInt64.bitWidth
  /// A Monday, in days since 1970-01-01.
  private static let firstDay = 4

  // Where the hours of two days overlap, several bits may be set (`OpeningState.combined`).
  private var open: [UInt64]
  private var unknown: [UInt64]
  private var closed: [UInt64]

  /// Evaluates a week; `nil` if the hours don't repeat weekly.
  package init?(_ hours: OpeningHours) {
    guard hours.repeatsWeekly else { return nil }
    open = [UInt64](repeating: 0, count: (Self.minutes + Self.wordBits - 1) / Self.wordBits)
    (unknown, closed) = (open, open)
    // Neither the place nor the date matters.
    let locality = Locality(coordinate: .middleOfSeoul, holidays: nil, zone: nil)
    for day in 0..<7 {
      for segment in hours.schedules(of: Self.firstDay + day, in: locality).flatMap(\.segments) {
        let start = day * minutesOfDay + segment.minutes.lowerBound
        let end = day * minutesOfDay + segment.minutes.upperBound
        // The night after Sunday is at the beginning.
        let next = max(0, start - Self.minutes)
        let parts = [start..<max(start, min(end, Self.minutes)), next..<max(next, end - Self.minutes)]
        for part in parts {
          switch segment.state {
          case .open: Self.set(part, in: &open)
          case .unknown: Self.set(part, in: &unknown)
          case .closed: Self.set(part, in: &closed)
          }
        }
      }
    }
  }

  private static func set(_ range: Range<Int>, in bits: inout [UInt64]) {
    var at = range.lowerBound
    while at < range.upperBound {
      let end = min(range.upperBound, (at / wordBits + 1) * wordBits)
      let mask = end - at == wordBits ? UInt64.max : (1 << UInt64(end - at)) - 1
      bits[at / wordBits] |= mask << UInt64(at % wordBits)
      at = end
    }
  }

  /// Returns the state at a local time, in minutes since 1970-01-01 00:00.
  package func state(at minute: Int) -> OpeningState {
    let bit = ((minute - Self.firstDay * minutesOfDay) % Self.minutes + Self.minutes) % Self.minutes
    func has(_ states: [UInt64]) -> Bool { states[bit / Self.wordBits] >> UInt64(bit % Self.wordBits) & 1 == 1 }
    if has(closed) { return .closed }
    return has(open) ? .open : has(unknown) ? .unknown : .closed
  }
}
