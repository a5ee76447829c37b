import Domain

/// An argument of a tool: its name, the command-line option that reads it, and its schema.
///
/// The option validates the value, so the error messages are the same as on the command line.
struct ToolArgument: Sendable {
  enum ValueType: String, Sendable {
    case text = "string"
    /// A text or a list of texts, for an option that can be repeated.
    case texts
    case number
    case integer
    /// A Boolean, for an option without a value.
    case flag = "boolean"
    /// One of the option's words.
    case word
  }

  let name: String
  /// The option that reads the argument; `nil` for a text that is used as it is.
  let option: Option?
  let type: ValueType
  /// The meaning of the value.
  ///
  /// The meaning of a radius depends on the services.
  private let meaning: String

  /// The arguments of a query, in the order of the schema.
  ///
  /// A query property with an option is one line here.
  static let query: [ToolArgument] = [
    ToolArgument("category", .category, .texts, "such as gas, dentist or amenity=bench; several with commas"),
    ToolArgument("text", .query, .text, "words of the name"),
    ToolArgument("lat", .latitude, .number, "degrees north"),
    ToolArgument("lng", .longitude, .number, "degrees east"),
    ToolArgument("near", .near, .text, "instead of lat and lng: a place or an address"),
    ToolArgument("radius_m", .radius, .number),
    ToolArgument("within", .within, .text, "instead of a radius: polygons as GeoJSON"),
    ToolArgument("along", .along, .text, "instead of a point: a line as GeoJSON or an encoded polyline"),
    ToolArgument("where", .conditions, .texts, "a condition as fee=no or capacity>10; several with semicolons"),
    ToolArgument("open_at", .openAt, .text, "2026-12-24T18:00 or now"),
    ToolArgument("open_unknown", .openUnknown, .flag, "unknown hours too"),
  ]
  static let limit = ToolArgument("limit", .limit, .integer, "places, 0 (only count) to 50; 10 unless given")
  static let source = ToolArgument("source", .source, .word)
  static let coordinate: [ToolArgument] = query.filter { $0.option == .latitude || $0.option == .longitude }

  init(_ name: String, _ option: Option?, _ type: ValueType = .text, _ meaning: String = "") {
    self.name = name
    self.option = option
    self.type = type
    self.meaning = meaning
  }

  /// Returns whether a client's name for the argument is its own name or one of its option's names.
  func isCalled(_ name: String) -> Bool {
    name == self.name || option?.names.contains(name) == true
  }

  /// Writes the schema, with or without the meaning.
  func write(to json: inout JSONWriter, _ services: [Service], isDescribed: Bool) {
    switch type {
    case .text, .number, .integer, .flag: json.member("type", type.rawValue)
    case .texts:
      // A list is declared as text, because clients reject lists of types; ToolInput also accepts arrays.
      json.member("type", "string")
    case .word:
      json.member("type", "string")
      json.array("enum", of: option?.words(services) ?? []) { $0.element($1) }
    }
    guard isDescribed else { return }
    let meaning = option == .radius ? Self.radius(services) : meaning
    if !meaning.isEmpty { json.member("description", meaning) }
  }

  /// Returns the range of a radius, which depends on the source.
  private static func radius(_ services: [Service]) -> String {
    let limits = services.map { "\($0.maximumRadius.wholeMeters) of \($0.name)" }.joined(separator: ", ")
    return "at least \(SearchRadius.minimum.distance.wholeMeters)\(limits.isEmpty ? "" : ", at most \(limits)"); "
      + "\(SearchRadius.standard.distance.wholeMeters) unless given"
  }
}
