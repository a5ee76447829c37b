extension AttributeName {
  /// The keys that are kept of every input without being asked for, except those with a part of their own.
  ///
  /// What publishers call them stands in `Fields.txt`.
  package static let usual = [
    "opening_hours", "email", "wheelchair", "fee", "charge", "price", "operator", "brand", "cuisine", "capacity",
    "description", "level", "access", "smoking", "internet_access", "takeaway", "delivery", "outdoor_seating",
    "drive_through", "self_service", "toilets", "changing_table", "stars", "rooms", "beds", "denomination",
    "religion", "network", "surface", "covered", "payment", "maxstay", "socket", "check_date",
  ]

  /// What the keys begin with that have a part of their own, such as `fuel:diesel`.
  package static let usualBeginnings = [
    "socket:", "fuel:", "diet:", "payment:", "service:", "toilets:", "capacity:", "contact:", "opening_hours:",
  ]

  /// Whether a key is kept without being asked for, or is a fact that every place may have.
  package static func isUsual(_ key: String) -> Bool {
    usual.contains(key) || text(of: key) != nil || usualBeginnings.contains { key.hasPrefix($0) && key != $0 }
  }
}
