import Tables

/// The members of a query and of `meta` for the condition; absent if the query has no condition.
extension OpeningCondition {
  private static let now = "now"

  /// Passes the members of a stored query to a closure: open now means the time when the query is repeated.
  func store(_ member: (String, JSONValue) -> Void) { append(isNow ? Self.now : timeText, member) }

  /// Passes the members of the `query` object of schema 1 to a closure.
  func print(_ member: (String, JSONValue) -> Void) { append(timeText, member) }

  private func append(_ time: String?, _ member: (String, JSONValue) -> Void) {
    guard let time else { return }
    member("open_at", .text(time))
    if keepsUnknown { member("open_unknown", .bool(true)) }
    if let zone { member("timezone", .text(zone)) }
  }

  static func schema(_ member: (_ key: String, _ type: String, _ meaning: String?) -> Void) {
    member("open_at", #""string""#, "local time at which the places are open, or a moment in UTC; only if requested")
    member("open_unknown", #""boolean""#, "whether unknown opening hours match; only if requested")
    member("timezone", #""string""#, "time zone of all places; only if requested")
  }

  /// The schema of the members of `meta`.
  static let metaSchema =
    #""open_at":{"type":"string","description":"local time at which the places are open, or a moment in UTC; "#
    + #"only if requested"},"unknown_hours":{"type":"integer","minimum":0,"description":"number of places left out "#
    + #"because their opening hours are unknown; only with open_at"}"#

  /// Reads the members of a query; `false` if they can't be read.
  mutating func read(_ member: (String) -> JSONValue?) -> Bool {
    guard let value = member("open_at") else { return true }
    guard let text = value.string else { return false }
    time = text == Self.now ? .now(secondsSince1970: 0) : Time(text)
    keepsUnknown = member("open_unknown") == .bool(true)
    zone = member("timezone")?.string
    return isActive
  }

  /// Returns the members of `meta`, given the number of places that the query leaves out because of unknown hours.
  func meta(leavingOut count: Int) -> [(key: String, value: JSONValue)] {
    guard let timeText else { return [] }
    return [("open_at", .text(timeText)), ("unknown_hours", .integer(count))]
  }
}
