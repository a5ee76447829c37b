import Domain

/// A member of a tool's result, for its schema.
struct ToolMember: Sendable {
  enum ValueType: Sendable {
    case text, texts, integer, number, flag, flagOrNull
    /// A list of objects with these members.
    indirect case objects([ToolMember])
  }

  let name: String
  let type: ValueType
  /// Whether every result has the member.
  let isAlways: Bool
  /// The meaning of the value, if the name isn't sufficient.
  private let meaning: String

  /// The members about the completeness of a result.
  static let amount = [
    ToolMember("returned", .integer, isAlways: true), ToolMember("total_count", .integer),
    ToolMember("complete", .flag, isAlways: true), ToolMember("missing"),
  ]
  /// The fields of a place that are in the schema; results may have more.
  static let place = fields([
    .id, .placeName, .category, .kind, .phone, .addressName, .roadAddressName, .latitude, .longitude, .distance,
    .placeURL,
  ])
  /// The fields of a candidate for a name.
  static let candidate = fields([.id, .placeName, .roadAddressName, .latitude, .longitude])

  private static func fields(_ fields: [PlaceField]) -> [ToolMember] {
    fields.map { ToolMember($0.rawValue, ValueType($0)) }
  }

  /// The fields of a category.
  static let category = [
    ToolMember("slug", isAlways: true, meaning: "value for category"), ToolMember("places", .integer),
    ToolMember("words", .texts),
    ToolMember("group"),
  ]
  /// The fields of a coordinate's address.
  static let address = WhereCommand.fields.map(\.column).map { column in
    let isMeters = column.key.hasSuffix("_m")
    return ToolMember(column.key, isMeters ? .integer : .text, meaning: addressMeanings[column.key] ?? "")
  }
  private static let addressMeanings = [
    "address_name": "address by lot", "road_address_name": "address by road", "zone_no": "postal code",
    "nearest_id": "the place that has the address",
  ]
  /// The members about the source of a result.
  static let origin = [ToolMember("source", isAlways: true), ToolMember("attribution")]
  static let coordinate = [ToolMember("lat", .number, isAlways: true), ToolMember("lng", .number, isAlways: true)]

  init(_ name: String, _ type: ValueType = .text, isAlways: Bool = false, meaning: String = "") {
    self.name = name
    self.type = type
    self.isAlways = isAlways
    self.meaning = meaning
  }

  /// Writes the schema of an object with these members.
  static func write(_ members: [ToolMember], to json: inout JSONWriter) {
    json.member("type", "object")
    json.object("properties") { json in
      for member in members { json.object(member.name) { member.write(to: &$0) } }
    }
    let always = members.filter(\.isAlways)
    if !always.isEmpty { json.array("required", of: always) { $0.element($1.name) } }
  }

  func write(to json: inout JSONWriter) {
    switch type {
    case .text: json.member("type", "string")
    case .texts:
      json.member("type", "array")
      json.object("items") { $0.member("type", "string") }
    case .integer: json.member("type", "integer")
    case .number: json.member("type", "number")
    case .flag: json.member("type", "boolean")
    // No type, because clients reject lists of types.
    case .flagOrNull: json.member("description", "true, false or null")
    case .objects(let members):
      json.member("type", "array")
      json.object("items") { Self.write(members, to: &$0) }
    }
    if !meaning.isEmpty { json.member("description", meaning) }
  }
}

extension ToolMember.ValueType {
  /// The type of a place's field.
  fileprivate init(_ field: PlaceField) {
    switch field.entry.content {
    case .number: self = .number
    case .integer: self = .integer
    case .computed(let value): self = value.isFlag ? .flag : .text
    case .text, .group, .kind, .attributes: self = .text
    }
  }
}
