import Domain

/// A printed column: a field that all places have, or an attribute.
enum PlaceColumn: Sendable, Hashable {
  case field(PlaceField)
  /// The value of an attribute, as the source writes it.
  case attribute(String)

  /// The prefix for attribute keys that could be mistaken for a field.
  static let attributePrefix = "\(PlaceField.attributes.rawValue)."

  /// Makes the column that a word names: a field, a common key, or any key after `attributes.`; `nil` for other words.
  init?(word: String) {
    if let field = PlaceField(rawValue: word.lowercased()) {
      self = .field(field)
      return
    }
    let isPrefixed = word.hasPrefix(Self.attributePrefix)
    let key = isPrefixed ? String(word.dropFirst(Self.attributePrefix.count)) : word
    let name = AttributeName.canonical(key)
    guard !key.isEmpty, isPrefixed || AttributeName.isUsual(name) else { return nil }
    if !isPrefixed, let field = PlaceField(rawValue: name) {
      self = .field(field)
    } else {
      self = .attribute(name)
    }
  }

  /// The name in the output; a key with the name of a field has the prefix.
  var name: String {
    switch self {
    case .field(let field): field.rawValue
    case .attribute(let key): PlaceField(rawValue: key) == nil ? key : Self.attributePrefix + key
    }
  }

  /// The content of the column; `nil` for an attribute.
  var content: PlaceField.Content? {
    switch self {
    case .field(let field): field.entry.content
    // Some attribute keys are standard fields.
    case .attribute(let key): AttributeName.text(of: key).map { .text($0) }
    }
  }
}
