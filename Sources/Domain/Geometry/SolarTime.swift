#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// An event of the sun's day.
enum SolarEvent: Sendable, Hashable, CaseIterable {
  case dawn, sunrise, sunset, dusk

  /// The height of the sun's centre above the horizon: with refraction at sunrise, at the end of civil twilight at
  /// dusk.
  fileprivate var degreesAboveHorizon: Double {
    switch self {
    case .sunrise, .sunset: -0.833
    case .dawn, .dusk: -6
    }
  }

  fileprivate var isMorning: Bool { self == .dawn || self == .sunrise }
}

/// The times of solar events, to about two minutes below 65° of latitude.
///
/// Source: NOAA Global Monitoring Laboratory, "General Solar Position Calculations".
enum SolarTime {
  private static let radiansPerDegree = Double.pi / 180

  /// Returns the time of an event and of the solar noon on its day, in minutes after the UTC midnight of the day.
  static func minutesOfUTC(
    of event: SolarEvent,
    at place: Coordinate,
    daysSince1970 days: Int
  ) -> (minutes: Int, noon: Int)? {
    let noon = noonMinutes(longitude: place.longitude, days: days)
    let hoursFromNoon = Double(noon) / minutesOfDayAsDouble
    guard let first = minutesFromNoon(event, place, days: Double(days) + hoursFromNoon) else { return nil }
    // Repeats the calculation with the sun's position at the event.
    let sign = event.isMorning ? -1.0 : 1.0
    let moment = Double(days) + hoursFromNoon + sign * first / minutesOfDayAsDouble
    let second = minutesFromNoon(event, place, days: moment) ?? first
    return (noon + Int((sign * second).rounded()), noon)
  }

  private static let minutesOfDayAsDouble = 1440.0

  private static func noonMinutes(longitude: Double, days: Int) -> Int {
    let position = position(days: Double(days) + 0.5 - longitude / 360)
    return Int((720 - 4 * longitude - position.equationMinutes).rounded())
  }

  private static func minutesFromNoon(_ event: SolarEvent, _ place: Coordinate, days: Double) -> Double? {
    let latitude = place.latitude * radiansPerDegree
    let declination = position(days: days).declination
    let height = event.degreesAboveHorizon * radiansPerDegree
    let cosine = (sin(height) - sin(latitude) * sin(declination)) / (cos(latitude) * cos(declination))
    guard abs(cosine) <= 1 else { return nil }
    return acos(cosine) / radiansPerDegree * 4
  }

  /// Returns the sun's declination in radians, and the minutes by which a sundial is ahead of a clock.
  private static func position(days: Double) -> (declination: Double, equationMinutes: Double) {
    // From 2000-01-01 12:00 UTC.
    let century = (days - 10_957.5) / 36_525
    let meanLongitude = (280.46646 + century * 36_000.76983) * radiansPerDegree
    let anomaly = (357.52911 + century * 35_999.05029) * radiansPerDegree
    let eccentricity = 0.016708634 - century * 0.000042037
    let center =
      (1.914602 - century * 0.004817) * sin(anomaly) + 0.019993 * sin(2 * anomaly) + 0.000289 * sin(3 * anomaly)
    let longitude = meanLongitude + (center - 0.00569) * radiansPerDegree
    let tilt = (23.439291 - century * 0.0130042) * radiansPerDegree
    let declination = asin(sin(tilt) * sin(longitude))
    let half = tan(tilt / 2) * tan(tilt / 2)
    let equation =
      half * sin(2 * meanLongitude) - 2 * eccentricity * sin(anomaly)
      + 4 * eccentricity * half * sin(anomaly) * cos(2 * meanLongitude) - half * half / 2 * sin(4 * meanLongitude)
      - 1.25 * eccentricity * eccentricity * sin(2 * anomaly)
    return (declination, 4 * equation / radiansPerDegree)
  }
}
