/// The expected `query` of schema 1.
enum ExpectedQuery {
  /// All members in order, for gas stations within a kilometre of ``Domain/Coordinate/gangnam``.
  private static let members = [
    ("category", #"["gas"]"#), ("text", "null"), ("near", "null"), ("lat", "37.4979"), ("lng", "127.0276"),
    ("bbox", "null"), ("radius_m", "1000"), ("sort", #""distance""#), ("limit", "15"), ("within", "null"),
    ("along", "null"), ("where", "null"),
  ]

  /// Returns the JSON, with other values for some members.
  static func json(_ others: [String: String] = [:]) -> String {
    "{" + members.map { key, value in #""\#(key)":\#(others[key] ?? value)"# }.joined(separator: ",") + "}"
  }
}
