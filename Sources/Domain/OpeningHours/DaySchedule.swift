/// The states of a place by the rules of one day; times past midnight belong to the day on which they begin.
struct DaySchedule: Sendable, Hashable {
  /// A part of the schedule with one state.
  struct Segment: Sendable, Hashable {
    /// The minutes since the day's midnight, at most 48 hours.
    var minutes: Range<Int>
    var state: OpeningState
    /// The index of the rule.
    var rule = 0
  }

  /// The segments, which don't overlap.
  private(set) var segments: [Segment] = []

  /// Applies the rules that cover a day, in order.
  init(of rules: [OpeningRule], on day: CalendarDay, with assumption: HolidayAssumption, in locality: Locality) {
    for (index, rule) in rules.enumerated() where rule.days.contains(day, with: assumption) {
      apply(rule, at: index, on: day, in: locality)
    }
  }

  /// Applies the rule with an index, which covers the day.
  private mutating func apply(_ rule: OpeningRule, at index: Int, on day: CalendarDay, in locality: Locality) {
    if rule.state == .closed, rule.times.isEmpty {
      // On a closed day no hours begin, but hours of the previous evening end as written.
      if rule.joining != .fallback { segments = [] }
      return
    }
    var added = rule.segments(on: day, in: locality)
    for segment in added.indices { added[segment].rule = index }
    switch rule.joining {
    case .replacing:
      // A closed time is a break in the earlier hours.
      if rule.state != .closed { segments.removeAll { !rule.kept.contains($0.rule) } }
      put(added)
    case .adding: put(added)
    case .fallback:
      let earlier = segments.filter { $0.state != .closed }
      put(added)
      put(earlier)
    }
  }

  /// Adds segments that replace what they overlap.
  private mutating func put(_ added: [Segment]) {
    for new in added where !new.minutes.isEmpty {
      segments = segments.flatMap { old in
        let before =
          old.minutes.lowerBound..<min(old.minutes.upperBound, max(new.minutes.lowerBound, old.minutes.lowerBound))
        let after =
          max(old.minutes.lowerBound, min(new.minutes.upperBound, old.minutes.upperBound))..<old.minutes.upperBound
        return [before, after].filter { !$0.isEmpty }.map { Segment(minutes: $0, state: old.state, rule: old.rule) }
      }
      segments.append(new)
    }
  }

  /// Returns the state at a minute since the day's midnight; `nil` if no rule covers the minute.
  func state(at minute: Int) -> OpeningState? {
    segments.first { $0.minutes.contains(minute) }?.state
  }
}
