extension AttributeName {
  /// The attribute keys that every import stores by default.
  ///
  /// Keys with a subkey, such as `fuel:diesel`, are in ``usualBeginnings``; publishers' names for the keys are in
  /// `Fields.txt`.
  package static let usual = [
    "opening_hours", "email", "wheelchair", "fee", "charge", "price", "operator", "brand", "cuisine", "capacity",
    "description", "level", "access", "smoking", "internet_access", "takeaway", "delivery", "outdoor_seating",
    "drive_through", "self_service", "toilets", "changing_table", "stars", "rooms", "beds", "denomination",
    "religion", "network", "surface", "covered", "payment", "maxstay", "socket", "check_date",
  ]

  /// The prefixes of keys with a subkey that imports store by default, such as `fuel:diesel`.
  package static let usualBeginnings = [
    "socket:", "fuel:", "diet:", "payment:", "service:", "toilets:", "capacity:", "contact:", "opening_hours:",
  ]

  /// Returns whether imports store a key by default, as an attribute or as a standard field.
  package static func isUsual(_ key: String) -> Bool {
    usual.contains(key) || text(of: key) != nil || usualBeginnings.contains { key.hasPrefix($0) && key != $0 }
  }
}
