import Domain

/// An argument of a tool: what it is called, which option of the command line reads it, and its schema.
///
/// The option checks the value and says what is wrong with it, so that a program is told what a person is.
struct ToolArgument: Sendable {
  enum ValueType: String, Sendable {
    case text = "string"
    /// A text or a list of texts: an option that adds to a list.
    case texts
    case number
    case integer
    /// One of the words of the option.
    case word
  }

  let name: String
  /// What reads it; `nil` for a text that is taken as it is.
  let option: Option?
  let type: ValueType
  /// What a value means; that of a radius depends on the services.
  private let meaning: String

  /// What a question is made of, in the order of the schema: a property that an option reads is a line here.
  static let question: [ToolArgument] = [
    ToolArgument("category", .category, .texts, "such as gas, dentist or amenity=bench; several with commas"),
    ToolArgument("text", .query, .text, "words of the name"),
    ToolArgument("lat", .latitude, .number, "degrees north"),
    ToolArgument("lng", .longitude, .number, "degrees east"),
    ToolArgument("near", .near, .text, "instead of lat and lng: a place or an address"),
    ToolArgument("radius_m", .radius, .number),
    ToolArgument("within", .within, .text, "instead of a radius: polygons as GeoJSON"),
    ToolArgument("along", .along, .text, "instead of a point: a line as GeoJSON or an encoded polyline"),
    ToolArgument("where", .conditions, .texts, "a condition as fee=no or capacity>10; several with semicolons"),
  ]
  static let limit = ToolArgument("limit", .limit, .integer, "places, 0 to 50; 10 unless given")
  static let source = ToolArgument("source", .source, .word)
  static let position: [ToolArgument] = question.filter { $0.option == .latitude || $0.option == .longitude }

  init(_ name: String, _ option: Option?, _ type: ValueType = .text, _ meaning: String = "") {
    self.name = name
    self.option = option
    self.type = type
    self.meaning = meaning
  }

  /// Whether a client means it by a name: its own, or one of those of its option.
  func isCalled(_ name: String) -> Bool {
    name == self.name || option?.names.contains(name) == true
  }

  /// Writes its schema, with or without the meaning.
  func write(to json: inout JSONWriter, _ services: [Service], isDescribed: Bool) {
    switch type {
    case .text, .number, .integer: json.member("type", type.rawValue)
    case .texts:
      // A list comes as text, since clients refuse lists of types; ToolInput takes arrays as well.
      json.member("type", "string")
    case .word:
      json.member("type", "string")
      json.array("enum", option?.words(services) ?? []) { $0.element($1) }
    }
    guard isDescribed else { return }
    let meaning = option == .radius ? Self.radius(services) : meaning
    if !meaning.isEmpty { json.member("description", meaning) }
  }

  /// How far can be searched; the sources differ in that.
  private static func radius(_ services: [Service]) -> String {
    let limits = services.map { "\($0.maximumRadius.wholeMeters) of \($0.name)" }.joined(separator: ", ")
    return "at least \(SearchRadius.minimum.distance.wholeMeters)\(limits.isEmpty ? "" : ", at most \(limits)"); "
      + "\(SearchRadius.standard.distance.wholeMeters) unless given"
  }
}
