/// One rule of opening hours: the days that it covers, the times of these days, and the state at these times.
struct OpeningRule: Sendable, Hashable {
  /// The effect of a rule on the rules before it.
  enum Joining: Sendable, Hashable {
    /// The rule replaces the earlier rules on the days that it covers (`;`), except the ``OpeningRule/kept`` ones.
    case replacing
    /// The rule adds to the earlier rules (`,`).
    case adding
    /// The rule covers the times at which the earlier rules leave the place closed (`||`).
    case fallback
  }

  var joining = Joining.replacing
  /// The indexes of the earlier rules that a replacing rule adds to.
  var kept: [Int] = []
  var days = DaySelector()
  /// The times; empty for the whole day.
  var times: [TimeSpan] = []
  var state = OpeningState.open

  /// Whether the rule has days and nothing else.
  var hasOnlyDays: Bool { !days.isEmpty && times.isEmpty && state == .open }
  /// Whether the place is open at times that the rule names.
  var hasOpenTimes: Bool { state == .open && !times.isEmpty }
  /// Whether the rule has times and nothing else.
  var hasOnlyTimes: Bool { days.isEmpty && !times.isEmpty && state == .open }

  /// Returns the segments of the rule on a day that it covers.
  func segments(on day: CalendarDay, in locality: Locality) -> [DaySchedule.Segment] {
    guard !times.isEmpty else { return [DaySchedule.Segment(minutes: 0..<minutesOfDay, state: state)] }
    let spans = times.map { $0.segments(on: day, state: state, in: locality) }
    let starts = spans.compactMap { $0.first?.minutes.lowerBound }
    // A known time replaces the unknown time after an open end, in whatever order the rule lists them.
    let afterOpenEnds = spans.flatMap { span in
      span.dropFirst().map { segment in
        // The time after an open end lasts at most until the next span.
        guard let next = starts.filter({ $0 > segment.minutes.lowerBound }).min() else { return segment }
        var segment = segment
        segment.minutes = segment.minutes.clamped(to: segment.minutes.lowerBound..<next)
        return segment
      }
    }
    // A known time also replaces the unknown day of a sun that doesn't rise.
    let first = spans.compactMap(\.first)
    return afterOpenEnds + first.filter { $0.state != state } + first.filter { $0.state == state }
  }
}

/// The minutes of a day.
let minutesOfDay = 24 * 60
