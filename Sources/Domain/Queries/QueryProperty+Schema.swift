import Tables

extension QueryProperty {
  /// The members of every printed query, in order; an optional property isn't among them.
  package static let members: [(key: String, isNull: Bool)] = {
    guard let plain = try? PlaceQuery(categories: [.any], area: .anywhere(center: nil), limit: .all) else { return [] }
    var members: [(key: String, isNull: Bool)] = []
    for property in allCases { property.print(plain) { members.append((key: $0, isNull: $1 == .null)) } }
    return members
  }()

  /// The keys of the members that only some printed queries have.
  package static let optionalKeys: [String] = {
    var keys: [String] = []
    for property in allCases { property.schema { key, _, _ in keys.append(key) } }
    return keys.filter { key in !members.contains { $0.key == key } }
  }()

  /// Replaces the placeholders for the members of a `query` and for their names in the text of a JSON Schema.
  package static func completedSchemas(_ text: String) -> String {
    var members: [String] = []
    for property in allCases {
      property.schema { key, type, meaning in
        let meaning = meaning.map { #","description":"\#($0)""# } ?? ""
        members.append(#""\#(key)":{"type":\#(type)\#(meaning)}"#)
      }
    }
    let names = Self.members.map { "\"\($0.key)\"" }
    return text.replacing("\"%query%\":true", with: members.joined(separator: ","))
      .replacing("\"%meta%\":true", with: metaSchema)
      .replacing("\"%query%\"", with: names.joined(separator: ","))
  }
}
