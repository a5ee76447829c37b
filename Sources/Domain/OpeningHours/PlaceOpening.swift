extension FoundPlace {
  /// Returns the place with its opening.
  package func opening(_ opening: PlaceOpening) -> FoundPlace {
    var found = self
    found.computed.opening = opening
    return found
  }
}

/// Whether a place is open at the time of a query, and when that changes.
public struct PlaceOpening: Sendable, Hashable {
  public let state: OpeningState
  /// The local minute since 1970-01-01 00:00 of the query's time.
  private let minute: Int32
  /// The local minute of the next change, and the minutes of its clock ahead of UTC; both 0 without one.
  private let changeMinute: Int32
  private let minutesAhead: Int16

  /// The opening of a place with unknown hours.
  package static let unknown = PlaceOpening(OpeningStatus(state: .unknown, change: nil), at: 0, since: nil, in: nil)

  /// Describes a status.
  ///
  /// - Parameters:
  ///   - status: The status.
  ///   - minute: Its time, in minutes since 1970-01-01 00:00 local time.
  ///   - seconds: Its moment, in seconds since 1970-01-01 00:00 UTC; `nil` for the first one with that local time.
  ///   - zone: The zone of the place.
  package init(_ status: OpeningStatus, at minute: Int, since seconds: Int64?, in zone: TimeZoneRules?) {
    state = status.state
    self.minute = Int32(clamping: minute)
    // Hours that become unknown don't say when the place opens.
    let isKnown = state == .open || state == .closed && status.change?.state == .open
    guard isKnown, let zone, let change = status.change else {
      (changeMinute, minutesAhead) = (0, 0)
      return
    }
    let moment = zone.secondsSince1970(
      ofLocalMinute: change.minute,
      notBefore: seconds ?? zone.secondsSince1970(ofLocalMinute: minute)
    )
    // A change after the year 6000 isn't shown.
    changeMinute = Int32(exactly: zone.localMinute(atSecondsSince1970: moment)) ?? 0
    minutesAhead = Int16(clamping: zone.secondsAheadOfUTC(atSecondsSince1970: moment) / 60)
  }

  /// The time until which the place is open, such as `2026-12-24T22:00+09:00`; `nil` if it isn't open or doesn't close.
  public var openUntil: String? { state == .open ? change : nil }
  /// The time at which the place opens; `nil` if it isn't closed, or if the time is unknown.
  public var opensAt: String? { state == .closed ? change : nil }

  /// The time of the next change, and the minutes until then; `nil` without one.
  package var nextChange: (time: LocalTime, minutesAhead: Int)? {
    changeMinute == 0 ? nil : (LocalTime(minute: Int(changeMinute)), Int(changeMinute - minute))
  }

  private var change: String? {
    guard changeMinute != 0 else { return nil }
    let ahead = Int(minutesAhead)
    let (hours, minutes) = (abs(ahead) / 60, abs(ahead) % 60)
    let offset = "\(ahead < 0 ? "-" : "+")\(hours.text(ofDigits: 2)):\(minutes.text(ofDigits: 2))"
    return LocalTime(minute: Int(changeMinute)).text + offset
  }
}
