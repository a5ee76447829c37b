extension QuestionProperty {
  /// The schemas of a text in which a mark stands for the members of a `query`, and another for their names.
  package static func completedSchemas(_ text: String) -> String {
    var members: [String] = []
    var names: [String] = []
    for property in allCases {
      property.schema { key, type, meaning in
        let meaning = meaning.map { #","description":"\#($0)""# } ?? ""
        members.append(#""\#(key)":{"type":\#(type)\#(meaning)}"#)
        names.append("\"\(key)\"")
      }
    }
    return text.replacing("\"%query%\":true", with: members.joined(separator: ","))
      .replacing("\"%query%\"", with: names.joined(separator: ","))
  }
}
