import Tables

/// The condition on opening hours; a query without it has none of these members.
extension QueryProperty {
  /// The keys of the members.
  package static let openingKeys = ["open_at", "open_unknown", "timezone"]
  /// The stored time of a query for places that are open now.
  static let now = "now"

  func readOpening(into query: inout Query, _ member: (String) -> JSONValue?) -> Bool {
    guard let value = member("open_at") else { return true }
    guard let text = value.string else { return false }
    if text == Self.now {
      query.match.opening.time = .now(secondsSince1970: 0)
    } else {
      query.match.opening.time = OpeningCondition.Time(text)
      guard query.match.opening.isActive else { return false }
    }
    query.match.opening.keepsUnknown = member("open_unknown") == .bool(true)
    query.match.opening.zone = member("timezone")?.string
    return true
  }
}

extension OpeningCondition {
  /// Passes the members of the condition to a closure; does nothing without a time.
  func members(as time: String?, _ member: (String, JSONValue) -> Void) {
    guard let time else { return }
    member("open_at", .text(time))
    if keepsUnknown { member("open_unknown", .bool(true)) }
    if let zone { member("timezone", .text(zone)) }
  }
}
