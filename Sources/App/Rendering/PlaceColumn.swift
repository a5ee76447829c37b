import Domain

/// What is printed of each place: a field that all places have, or one of their further facts.
enum PlaceColumn: Sendable, Hashable {
  case field(PlaceField)
  /// The value of a key of further facts, as the source writes it.
  case attribute(String)

  /// What comes before a key that could be mistaken for something else.
  static let attributePrefix = "\(PlaceField.attributes.rawValue)."

  /// The column that a word names: a field, a usual key, or any key after `attributes.`; `nil` for another word.
  init?(word: String) {
    if let field = PlaceField(rawValue: word.lowercased()) {
      self = .field(field)
      return
    }
    let isPrefixed = word.hasPrefix(Self.attributePrefix)
    let key = isPrefixed ? String(word.dropFirst(Self.attributePrefix.count)) : word
    let name = AttributeName.canonical(key)
    guard !key.isEmpty, isPrefixed || AttributeName.isUsual(name) else { return nil }
    self = .attribute(name)
  }

  /// What it is called where it is printed.
  var name: String {
    switch self {
    case .field(let field): field.rawValue
    case .attribute(let key): key
    }
  }

  /// What it holds; `nil` for one of the further facts.
  var content: PlaceField.Content? {
    switch self {
    case .field(let field): field.entry.content
    // Some keys are facts that every place may have.
    case .attribute(let key): AttributeName.text(of: key).map { .text($0) }
    }
  }
}
