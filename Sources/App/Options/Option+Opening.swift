import Domain
import System

/// The options of the condition on opening hours.
extension Option {
  static let openingOptions: [Option] = [.openNow, .openAt, .openUnknown, .timeZone]

  static let openNow: Option = .init(
    "open-now",
    under: .what,
    called: "opened opening-now",
    without: [.openAt],
    help: [
      Help(
        in: [.find, .browse],
        "only places that are open now by their opening hours; unknown hours are left out and counted"
      ),
      Help(in: [.batch], "only places that are open when the batch starts, for rows without a time"),
    ],
    read: { $1.query.match.opening.time = .now(secondsSince1970: 0) }
  )

  static let openAt: Option = .init(
    "open-at",
    value: .text("TIME"),
    under: .what,
    called: "open-on opening-at",
    help: [
      Help(in: [.find, .browse], "only places that are open at this local time, such as 2026-12-24T18:00"),
      Help(in: [.batch], "only places that are open at this local time, for rows without a time"),
    ],
    read: { values, arguments in
      arguments.query.match.opening.time = try values.value(.localTime) {
        $0.lowercased() == "now" ? .now(secondsSince1970: 0) : OpeningCondition.Time($0)
      }
    }
  )

  static let openUnknown: Option = .init(
    "open-unknown",
    under: .what,
    called: "unknown-hours",
    help: [
      Help(
        in: [.find, .browse, .batch],
        withOneOf: [.openNow, .openAt],
        "with --open-now or --open-at: also places with unknown hours"
      )
    ],
    read: { $1.query.match.opening.keepsUnknown = true }
  )

  static let timeZone: Option = .init(
    "timezone",
    aliases: ["time-zone", "tz"],
    value: .text("ZONE"),
    under: .what,
    help: [
      Help(
        in: [.find, .browse, .batch],
        withOneOf: [.openNow, .openAt],
        "with --open-now or --open-at: time zone of all places: Asia/Seoul or +09:00",
        default: "by coordinate"
      )
    ],
    read: { values, arguments in
      arguments.query.match.opening.zone = try values.value(.timeZone) {
        TimeZoneRules(offset: $0) == nil && ZoneFile.bytes(named: $0) == nil ? nil : $0
      }
    }
  )
}
