import Domain

/// A text of the user's as it is shown: addresses hide what may be a secret, and no key stands in any.
enum ShownText {
  private static let mark = "‹redacted›"
  /// A shorter key, which no service issues, would be found in many words.
  private static let leastKeyLength = 8

  /// The text without the keys of services, of addresses also without a login, and without what follows `?` or `#`.
  static func of(_ text: String, hiding keys: [APIKey] = [], in world: World) -> String {
    let ofEnvironment = world.services.compactMap(\.key).compactMap { world.environment($0.variable) }
    var shown = text
    for key in keys.map(\.secret) + ofEnvironment where key.count >= leastKeyLength {
      shown = shown.replacing(key, with: mark)
    }
    return withoutLogin(shown)
  }

  private static func withoutLogin(_ text: String) -> String {
    let marks = text.ranges(of: "://")
    guard let scheme = marks.first else { return text }
    var rest = text[scheme.upperBound...]
    var query = ""
    if let end = rest.firstIndex(where: { $0 == "?" || $0 == "#" }) {
      query = rest[end...].count > 1 ? "\(rest[end])\(mark)" : String(rest[end])
      rest = rest[..<end]
    }
    // A password may hold a slash, which an address cannot have there.
    let login = rest.lastIndex(of: "@").map { _ in "\(mark)@" } ?? ""
    let place = rest.lastIndex(of: "@").map { rest[rest.index(after: $0)...] } ?? rest
    return text[..<scheme.upperBound] + login + place + query
  }
}
