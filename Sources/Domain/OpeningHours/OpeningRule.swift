/// One rule of opening hours: the days that it covers, the times of these days, and the state at these times.
struct OpeningRule: Sendable, Hashable {
  /// The effect of a rule on the rules before it.
  enum Joining: Sendable, Hashable {
    /// The rule replaces the earlier rules on the days that it covers (`;`).
    case replacing
    /// The rule adds to the earlier rules (`,`).
    case adding
    /// The rule covers the times at which the earlier rules leave the place closed (`||`).
    case fallback
  }

  var joining = Joining.replacing
  var days = DaySelector()
  /// The times; empty for the whole day.
  var times: [TimeSpan] = []
  var state = OpeningState.open

  /// Returns the segments of the rule on a day that it covers.
  func segments(on day: CalendarDay, in locality: Locality) -> [DaySchedule.Segment] {
    guard !times.isEmpty else { return [DaySchedule.Segment(minutes: 0..<minutesOfDay, state: state)] }
    return times.flatMap { $0.segments(on: day, state: state, in: locality) }
  }
}

/// The minutes of a day.
let minutesOfDay = 24 * 60
