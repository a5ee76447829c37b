/// A member of the answer of a tool, for its schema.
struct ToolMember: Sendable {
  enum ValueType: Sendable {
    case text, integer, number, flag, flagOrNull, objects
  }

  let name: String
  let type: ValueType
  /// Whether every answer has it.
  let isAlways: Bool

  /// How much of an answer there is.
  static let amount = [
    ToolMember("returned", .integer, isAlways: true), ToolMember("total_count", .integer),
    ToolMember("complete", .flag, isAlways: true), ToolMember("missing"),
  ]
  /// Where an answer comes from.
  static let origin = [ToolMember("source", isAlways: true), ToolMember("attribution")]
  static let position = [ToolMember("lat", .number, isAlways: true), ToolMember("lng", .number, isAlways: true)]

  init(_ name: String, _ type: ValueType = .text, isAlways: Bool = false) {
    self.name = name
    self.type = type
    self.isAlways = isAlways
  }

  func write(to json: inout JSONWriter) {
    switch type {
    case .text: json.member("type", "string")
    case .integer: json.member("type", "integer")
    case .number: json.member("type", "number")
    case .flag: json.member("type", "boolean")
    // Without a type, because clients refuse lists of types.
    case .flagOrNull: json.member("description", "true, false or null")
    case .objects:
      json.member("type", "array")
      json.object("items") { $0.member("type", "object") }
    }
  }
}
