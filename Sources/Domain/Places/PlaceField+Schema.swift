extension PlaceField {
  /// Inserts the fields of a place, and their names, for the two placeholders in the text of the JSON Schemas.
  package static func completedSchemas(_ text: String) -> String {
    let members = allCases.map(\.schemaMember).joined(separator: ",")
    let names = ofPlaces.map { "\"\($0.rawValue)\"" }.joined(separator: ",")
    return text.replacing("\"%place%\":true", with: members).replacing("\"%place%\"", with: names)
  }

  /// The type and description of a field as a member of a JSON Schema.
  private var schemaMember: String {
    let entry = entry
    let type =
      switch entry.content {
      case .text, .group, .kind: #"["string","null"]"#
      case .number(.latitude): #""number","minimum":-90,"maximum":90"#
      case .number(.longitude): #""number","minimum":-180,"maximum":180"#
      case .integer: #"["integer","null"],"minimum":0"#
      case .computed(let value): value.isFlag ? #"["boolean","null"]"# : #"["string","null"]"#
      case .attributes: #"["object","null"],"additionalProperties":{"type":"string"}"#
      }
    let meaning = entry.meaning.map { #","description":"\#($0)""# } ?? ""
    return #""\#(rawValue)":{"type":\#(type)\#(meaning)}"#
  }
}
