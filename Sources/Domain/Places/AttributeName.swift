/// The names of attributes: OpenStreetMap's keys, including keys that are standard fields of a place.
package enum AttributeName {
  private static let contact = "contact:"
  /// The keys that OpenStreetMap writes with and without `contact:`.
  private static let contacts = ["phone", "website", "email"]

  /// Returns the canonical name of a key: `contact:email` is `email`.
  package static func canonical(_ key: String) -> String {
    guard key.hasPrefix(contact) else { return key }
    let rest = String(key.dropFirst(contact.count))
    return contacts.contains(rest) ? rest : key
  }

  /// Returns the OpenStreetMap keys of an attribute, the usual one first.
  package static func tags(of key: String) -> [String] {
    let key = canonical(key)
    return contacts.contains(key) ? [key, contact + key] : [key]
  }

  /// Returns the standard field that holds the value of a key; `nil` if the key is an attribute.
  package static func text(of key: String) -> PlaceText.Field? {
    let name = canonical(key)
    return texts.first { $0.key == name }?.field
  }

  /// The standard fields that are queried like attributes, with their keys.
  package static let texts = PlaceText.Field.allCases.compactMap { field in
    key(of: field).map { (key: $0, field: field) }
  }

  /// Returns the attribute key of a standard field; `nil` if the field has none.
  private static func key(of field: PlaceText.Field) -> String? {
    switch field {
    case .phone: "phone"
    case .url: "website"
    case .id, .name, .groupCode, .groupName, .categoryPath, .lotAddress, .roadAddress: nil
    }
  }
}

extension Place {
  /// Returns the value of a key, from an attribute or a standard field; `nil` if it is unknown.
  package func value(of key: String) -> String? {
    if let field = AttributeName.text(of: key), let text = text[field] { return text }
    let name = AttributeName.canonical(key)
    return attributes.first { $0.key == name }?.value
  }
}
