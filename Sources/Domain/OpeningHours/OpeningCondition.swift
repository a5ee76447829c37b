/// A condition on the opening hours of a place; without a time, every place satisfies it.
public struct OpeningCondition: Sendable, Hashable {
  /// The time at which a place must be open.
  public enum Time: Sendable, Hashable {
    /// The time of the search, in seconds since 1970-01-01 00:00 UTC; 0 until the search begins.
    case now(secondsSince1970: Int64)
    /// A moment, in seconds since 1970-01-01 00:00 UTC.
    case moment(secondsSince1970: Int64)
    /// A time by the clocks of each place.
    case local(LocalTime)
  }

  /// The states that satisfy the condition.
  package enum Accepted: Sendable, Hashable {
    case open
    case openOrUnknown
    /// Only unknown hours, to count the places that a query leaves out.
    case unknown
  }

  public var time: Time?
  /// Whether places with unknown hours satisfy the condition.
  public var keepsUnknown: Bool {
    get { accepted == .openOrUnknown }
    set { accepted = newValue ? .openOrUnknown : .open }
  }
  package var accepted = Accepted.open
  /// The time zone of all places, such as `Asia/Seoul` or `+09:00`; `nil` for the zone of each coordinate.
  public var zone: String?

  public init(time: Time? = nil) { self.time = time }

  /// Whether the condition is present.
  package var isActive: Bool { time != nil }

  /// Whether the time is the time of the search.
  package var isNow: Bool { if case .now = time { true } else { false } }

  /// The moment, in seconds since 1970-01-01 00:00 UTC; `nil` for a local time.
  package var moment: Int64? {
    switch time {
    case .now(let seconds), .moment(let seconds): seconds
    case .local, nil: nil
    }
  }

  /// The time as a text: `2026-12-24T18:00`, or a moment in UTC; `nil` without a time.
  package var timeText: String? {
    if case .local(let time) = time { return time.text }
    guard let moment, let time = CivilTime(secondsSince1970: moment) else { return nil }
    return "\(time.text(between: "T"))Z"
  }

  /// Returns whether a place in a state satisfies the condition.
  package func accepts(_ state: OpeningState) -> Bool {
    switch accepted {
    case .open: state == .open
    case .openOrUnknown: state != .closed
    case .unknown: state == .unknown
    }
  }

  /// Returns the condition with the time of the search, if it is open now.
  package func starting(at seconds: Int64) -> OpeningCondition {
    guard case .now = time else { return self }
    var condition = self
    condition.time = .now(secondsSince1970: seconds)
    return condition
  }

  /// The key of the attribute with the hours.
  package static let key = "opening_hours"
}

extension PlaceQuery {
  /// Returns the query with another condition on opening hours.
  package func requiring(_ opening: OpeningCondition) -> PlaceQuery {
    var query = self
    query.match.opening = opening
    return query
  }

  /// The query for places that are open now or, if it has a condition on opening hours, without the condition.
  package var togglingOpenNow: PlaceQuery {
    requiring(OpeningCondition(time: match.opening.isActive ? nil : .now(secondsSince1970: 0)))
  }
}

extension OpeningCondition {
  /// Whether no place satisfies the condition in a source without the attribute.
  var needsHours: Bool { isActive && !keepsUnknown }

  /// The condition on places that this condition leaves out because of unknown hours; `nil` if it leaves out none.
  var ofUnknown: OpeningCondition? {
    guard isActive, accepted == .open else { return nil }
    var condition = self
    condition.accepted = .unknown
    return condition
  }
}

extension OpeningCondition.Time {
  /// Reads a local time, or a moment such as `2026-12-24T09:00:00.000Z`, `2026-12-24T18:00+09:00` or
  /// `2026-12-24 18:00:00+09`; `nil` for another text.
  package init?(_ text: String) {
    if let time = LocalTime(text) {
      self = .local(time)
      return
    }
    // The date has two hyphens too.
    guard let start = text.lastIndex(where: { "+-Z".contains($0) }),
      let zone = TimeZoneRules(offset: String(text[start...])),
      let time = LocalTime(String(text[..<start]))
    else { return nil }
    let seconds = Int64(text[..<start].dropFirst(17).prefix(2)) ?? 0
    self = .moment(secondsSince1970: zone.secondsSince1970(ofLocalMinute: time.minute) + seconds)
  }
}
