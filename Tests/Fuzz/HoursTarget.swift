@testable import Domain

/// Opening hours must be rejected, or have a state that agrees with the next change, at any time.
enum HoursTarget {
  static func read(_ input: FuzzInput) {
    let text = String(decoding: input.rest, as: UTF8.self)
    guard let hours = OpeningHours(text) else { return }
    let calendar = HolidayCalendar(country: input.choice % 2 == 0 ? "KR" : "DE")
    let locality = Locality(
      coordinate: Coordinate(validLatitude: Double(Int(input.choice) - 128) / 2, longitude: Double(input.choice) / 2),
      holidays: input.choice % 3 == 0 ? nil : calendar,
      zone: TimeZoneRules(secondsAheadOfUTC: 3600)
    )
    // 2026-01-01 and the year after.
    let minute = 29_453_760 + Int(input.choice) * 2_047
    let status = hours.status(at: minute, in: locality)
    require(hours.state(at: minute, in: locality) == status.state, "the state is the same without its change")
    guard let change = status.change else { return }
    require(change.minute > minute && change.state != status.state, "the change is later and differs")
    require(hours.state(at: change.minute, in: locality) == change.state, "the state is the change's")
    require(hours.state(at: change.minute - 1, in: locality) == status.state, "nothing changes before")
  }
}
