/// The names of further facts: those of OpenStreetMap, of which some are facts that every place may have.
package enum AttributeName {
  private static let contact = "contact:"
  /// What OpenStreetMap writes with and without `contact:`.
  private static let contacts = ["phone", "website", "email"]

  /// The name by which a key is known: `contact:email` is `email`.
  package static func canonical(_ key: String) -> String {
    guard key.hasPrefix(contact) else { return key }
    let rest = String(key.dropFirst(contact.count))
    return contacts.contains(rest) ? rest : key
  }

  /// The keys of tags of OpenStreetMap that hold it, the usual one first.
  package static func tags(of key: String) -> [String] {
    let key = canonical(key)
    return contacts.contains(key) ? [key, contact + key] : [key]
  }

  /// The fact that answers as the value of a key; `nil` for a key of further facts.
  package static func text(of key: String) -> PlaceText.Field? {
    switch canonical(key) {
    case "phone": .phone
    case "website": .url
    default: nil
    }
  }

  /// The key of a fact that answers as a value; `nil` for any other fact.
  package static func ofText(_ field: PlaceText.Field) -> String? {
    switch field {
    case .phone: "phone"
    case .url: "website"
    default: nil
    }
  }
}

extension Place {
  /// The value of a key, which may be a fact that every place may have; `nil` when it is not known.
  package func value(of key: String) -> String? {
    if let field = AttributeName.text(of: key), let text = text[field] { return text }
    let name = AttributeName.canonical(key)
    return attributes.first { $0.key == name }?.value
  }
}
