import Domain

extension PlaceOpening {
  /// The opening in words, such as `open until 22:00` and `closed, opens Mon 09:00`.
  var text: String {
    switch state {
    case .open: openUntil == nil ? "open" : "open until \(changeText)"
    case .closed: opensAt == nil ? "closed" : "closed, opens \(changeText)"
    case .unknown: "hours unknown"
    }
  }

  /// The time of the next change: within a day without the day, within a week with the weekday, otherwise the date.
  private var changeText: String {
    guard let (time, minutes) = nextChange else { return "" }
    let parts = time.text.split(separator: "T").map(String.init)
    guard minutes >= Self.minutesOfDay else { return parts[1] }
    return minutes < 7 * Self.minutesOfDay ? "\(time.weekdayName) \(parts[1])" : parts[0]
  }

  private static let minutesOfDay = 24 * 60
}
