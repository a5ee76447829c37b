import Domain

/// A text of the user's as it is shown: addresses hide what may be a secret, and no key stands in any.
enum ShownText {
  /// A shorter key, which no service issues, would be found in many words.
  private static let leastKeyLength = 8

  /// The text without the keys of services, of addresses also without a login, and without what follows `?` or `#`.
  static func of(_ text: String, hiding keys: [APIKey] = [], in world: World) -> String {
    let ofEnvironment = world.services.compactMap(\.key).compactMap { world.environment($0.variable) }
    var shown = text
    for key in keys.map(\.secret) + ofEnvironment where key.count >= leastKeyLength {
      shown = shown.replacing(key, with: APIKey.mark)
    }
    return withoutLogin(shown)
  }

  private static func withoutLogin(_ text: String) -> String {
    guard let scheme = text.firstRange(of: "://") else { return text }
    var place = text[scheme.upperBound...]
    var query = ""
    if let end = place.firstIndex(where: { $0 == "?" || $0 == "#" }) {
      query = place[end...].count > 1 ? "\(place[end])\(APIKey.mark)" : String(place[end])
      place = place[..<end]
    }
    var login = ""
    // A password may hold a slash, which an address cannot have there.
    if let end = place.lastIndex(of: "@") {
      login = "\(APIKey.mark)@"
      place = place[place.index(after: end)...]
    }
    return text[..<scheme.upperBound] + login + place + query
  }
}
