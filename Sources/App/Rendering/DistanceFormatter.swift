import Domain

enum DistanceFormatter {
  /// Whole metres below a kilometre, kilometres with two decimals from there on; truncated like `distance_m`.
  static func text(of distance: Distance) -> String {
    let meters = distance.wholeMeters
    guard meters >= 1_000 else { return "\(meters) m" }
    let hundredths = meters / 10 % 100
    return "\(meters / 1_000).\(hundredths < 10 ? "0" : "")\(hundredths) km"
  }

  /// A distance behind the arrow of its direction: `↗ 120 m`; without a centre, the distance alone.
  static func directed(_ found: FoundPlace, from center: Coordinate?, _ glyphs: MapGlyphs) -> String {
    guard let distance = found.distance else { return "" }
    guard let center, distance.meters >= 1 else { return text(of: distance) }
    let point = MapProjection(center: center).point(of: found.place.coordinate)
    return "\(glyphs.arrow(toEast: point.east, north: point.north)) \(text(of: distance))"
  }

  /// The time of a walk along the straight line, at 80 m a minute; `nil` from 5 km on, where people do not walk.
  static func walk(_ distance: Distance) -> String? {
    distance.meters < 5_000 ? "\(max(1, Int((distance.meters / 80).rounded()))) min on foot" : nil
  }

  /// A rounded length: `800 m`, `1.5 km`, `20 km`.
  static func short(_ distance: Distance) -> String { short(meters: distance.meters) }

  /// A rounded length: `800 m`, `1.5 km`, `20 km`.
  static func short(meters: Double) -> String {
    let meters = meters.rounded()
    return meters < 1_000 ? "\(meters.decimalText) m" : "\(((meters / 10).rounded() / 100).decimalText) km"
  }

  /// The largest of 1, 2 and 5 times a power of ten that is not larger than a length.
  static func roundDown(meters: Double) -> Double {
    let power = powerOfTen(below: meters)
    return power * (power * 5 <= meters ? 5 : power * 2 <= meters ? 2 : 1)
  }

  /// The smallest of 1, 2, 2.5 and 5 times a power of ten that is not smaller than a length.
  static func roundUp(meters: Double) -> Double {
    let power = powerOfTen(below: meters)
    return power * ([1, 2, 2.5, 5].first { power * $0 >= meters } ?? 10)
  }

  private static func powerOfTen(below meters: Double) -> Double {
    var power = 1.0
    while power * 10 <= meters { power *= 10 }
    while power > meters, power > 1e-6 { power /= 10 }
    return power
  }
}

enum TimeFormatter {
  /// A point in time as RFC 3339 in UTC, such as `2026-11-21T02:40:00Z`.
  static func utc(secondsSince1970 seconds: Int64) -> String {
    // RFC 3339 has the years 0 to 9999.
    guard (-62_167_219_200...253_402_300_799).contains(seconds) else { return "unknown" }
    let day = Int(seconds.quotientDown(86_400))
    let second = Int(seconds - Int64(day) * 86_400)
    let date = CivilDay(daysSince1970: day).text
    return "\(date)T\(padded(second / 3600, 2)):\(padded(second / 60 % 60, 2)):\(padded(second % 60, 2))Z"
  }

  /// A time in the unit that fits: `45 s`, `3 min 20 s`, `2 h 5 min`, `3 d 4 h`.
  static func rough(seconds: Double) -> String {
    guard seconds.isFinite, seconds < 1e10 else { return "years" }
    let whole = Int(seconds.rounded(.up))
    return switch whole {
    case ..<60: "\(whole) s"
    case ..<3_600: "\(whole / 60) min \(whole % 60) s"
    case ..<86_400: "\(whole / 3_600) h \(whole / 60 % 60) min"
    default: "\(whole / 86_400) d \(whole / 3_600 % 24) h"
    }
  }

  /// A wait in the unit that fits, rounded up; `nil` for none.
  static func wait(_ wait: Duration) -> String? {
    let seconds = wait / .seconds(1)
    return seconds <= 0 ? nil : seconds > 366 * 86_400 ? "more than a year" : rough(seconds: seconds)
  }

  private static func padded(_ number: Int, _ width: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, width - digits.count)) + digits
  }
}

extension Int64 {
  /// The quotient rounded down, also before 1970.
  fileprivate func quotientDown(_ divisor: Int64) -> Int64 { (self >= 0 ? self : self - divisor + 1) / divisor }
}
