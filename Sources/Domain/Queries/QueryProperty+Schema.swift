extension QueryProperty {
  /// Replaces the placeholders for the members of a `query` and for their names in the text of a JSON Schema.
  package static func completedSchemas(_ text: String) -> String {
    var members: [String] = []
    var names: [String] = []
    for property in allCases {
      property.schema { key, type, meaning in
        let meaning = meaning.map { #","description":"\#($0)""# } ?? ""
        members.append(#""\#(key)":{"type":\#(type)\#(meaning)}"#)
        if property != .opening { names.append("\"\(key)\"") }
      }
    }
    return text.replacing("\"%query%\":true", with: members.joined(separator: ","))
      .replacing("\"%query%\"", with: names.joined(separator: ","))
  }
}
