/// A span of times within a day, which may continue after midnight.
struct TimeSpan: Sendable, Hashable {
  /// A time of day, in minutes.
  enum Time: Sendable, Hashable {
    case clock(minutes: Int)
    case sun(SolarEvent, offsetMinutes: Int)

    /// The minutes since midnight; a solar event has its usual time near the equator.
    var usualMinutes: Int {
      switch self {
      case .clock(let minutes): minutes
      case .sun(.dawn, let offset): 5 * 60 + 30 + offset
      case .sun(.sunrise, let offset): 6 * 60 + offset
      case .sun(.sunset, let offset): 18 * 60 + offset
      case .sun(.dusk, let offset): 18 * 60 + 30 + offset
      }
    }
  }

  var start: Time
  /// The end; `nil` for a start with an open end.
  var end: Time?
  /// Whether the place stays open for an unknown time after the end.
  var hasOpenEnd = false

  /// Returns the segments of a day; one of unknown state if the sun doesn't rise or set on that day.
  func segments(on day: CalendarDay, state: OpeningState, in locality: Locality) -> [DaySchedule.Segment] {
    guard let from = minutes(of: start, on: day, in: locality),
      var to = end == nil ? from : minutes(of: end ?? start, on: day, in: locality)
    else { return [DaySchedule.Segment(minutes: 0..<minutesOfDay, state: state == .open ? .unknown : state)] }
    if end != nil, to <= from {
      guard endsNextDay else { return [] }
      to += minutesOfDay
      // Near a midsummer without night, `dusk-(dawn-02:30)` has no time.
      guard to > from else { return [] }
    }
    guard hasOpenEnd else { return [DaySchedule.Segment(minutes: from..<to, state: state)] }
    let known = DaySchedule.Segment(minutes: from..<to, state: state)
    let rest = to..<Self.latestEnd(after: to)
    return [known, DaySchedule.Segment(minutes: rest, state: state == .open ? .unknown : state)]
  }

  /// Returns whether two spans on the same day overlap, by the usual times of the sun.
  func overlaps(_ other: TimeSpan) -> Bool { usualMinutes.overlaps(other.usualMinutes) }

  private var usualMinutes: Range<Int> {
    let from = start.usualMinutes
    let to = end?.usualMinutes ?? from + 1
    return from..<max(from, to <= from ? to + minutesOfDay : to)
  }

  /// Whether the span continues after midnight if its end is before its start.
  ///
  /// `08:00-sunset` is empty on a day on which the sun sets before 8, but `sunset-02:00` ends after midnight. As in
  /// opening_hours.js, the usual times of the sun decide.
  private var endsNextDay: Bool {
    guard let end else { return false }
    switch (start, end) {
    case (.clock, .clock): return true
    default: return end.usualMinutes <= start.usualMinutes
    }
  }

  /// Returns the time until which a place with an open end may be open, as in the reference evaluation
  /// (opening_hours.js).
  private static func latestEnd(after minutes: Int) -> Int {
    let minuteOfDay = minutes % minutesOfDay
    let hours = minuteOfDay >= 22 * 60 || minutes >= minutesOfDay ? 8 : minuteOfDay >= 17 * 60 ? 10 : 0
    return hours == 0 ? max(minutesOfDay, minutes + 1) : max(minutes, min(minutes + hours * 60, 2 * minutesOfDay))
  }

  private func minutes(of time: Time, on day: CalendarDay, in locality: Locality) -> Int? {
    switch time {
    case .clock(let minutes): minutes
    case .sun(let event, let offset): locality.minutes(of: event, on: day.daysSince1970).map { $0 + offset }
    }
  }
}
