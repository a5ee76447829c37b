import Domain

/// Displays the user's text without secrets: keys, and the secret parts of URLs.
enum RedactedText {
  /// The minimum length of a key to hide.
  ///
  /// Services don't issue shorter keys, which would occur in many words.
  private static let minimumKeyLength = 8

  /// Returns the text without the keys of services; for a URL, also without a login and without everything after `?` or
  /// `#`.
  static func of(_ text: String, hiding keys: [APIKey] = [], in world: World) -> String {
    let ofEnvironment = world.services.compactMap(\.key).compactMap { world.environment($0.variable) }
    var shown = text
    for key in keys.map(\.secret) + ofEnvironment where key.count >= minimumKeyLength {
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
    // A password may contain a slash, although a URL doesn't allow that.
    if let end = place.lastIndex(of: "@") {
      login = "\(APIKey.mark)@"
      place = place[place.index(after: end)...]
    }
    return text[..<scheme.upperBound] + login + place + query
  }
}
