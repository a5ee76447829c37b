/// The facts about a place's surroundings that decide its opening hours.
package struct Locality: Sendable {
  package let coordinate: Coordinate
  /// The holidays of the country; `nil` if they aren't known.
  package let holidays: HolidayCalendar?
  /// The zone; `nil` if it isn't known.
  package let zone: TimeZoneRules?

  package init(coordinate: Coordinate, holidays: HolidayCalendar?, zone: TimeZoneRules?) {
    self.coordinate = coordinate
    self.holidays = holidays
    self.zone = zone
  }

  /// Returns the local time of a solar event, in minutes since the day's midnight; `nil` if there is none on that day,
  /// or if the zone isn't known.
  func minutes(of event: SolarEvent, on day: Int) -> Int? {
    guard let zone, let event = SolarTime.minutesOfUTC(of: event, at: coordinate, daysSince1970: day) else {
      return nil
    }
    let seconds = Int64(day * minutesOfDay + event.noon) * 60
    let ahead = zone.secondsAheadOfUTC(atSecondsSince1970: seconds) / 60
    // Near the date line, the noon of a UTC day may be on another local day; the sun changes little in a day.
    let noon = event.noon + ahead
    let daysApart = (noon >= 0 ? noon : noon - minutesOfDay + 1) / minutesOfDay
    return event.minutes + ahead - daysApart * minutesOfDay
  }
}
