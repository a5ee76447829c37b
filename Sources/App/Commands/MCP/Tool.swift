import Domain

/// A tool of the MCP server: its name, arguments and result.
enum Tool: String, CaseIterable, Sendable {
  case findPlaces = "find_places"
  case resolvePlace = "resolve_place"
  case addressOf = "address_of"
  case placeDetails = "place_details"
  case countPlaces = "count_places"
  case listCategories = "list_categories"

  var title: String {
    switch self {
    case .findPlaces: "Find places"
    case .resolvePlace: "Resolve a place"
    case .addressOf: "Address of a point"
    case .placeDetails: "Details of a place"
    case .countPlaces: "Count places"
    case .listCategories: "List categories"
    }
  }

  var summary: String {
    switch self {
    case .findPlaces:
      "Places of a category or with words in their name around a point, nearest first. complete says whether these are "
        + "all, nearest whether every nearer place is included; missing and narrow say what is missing and how to narrow the query."
    case .resolvePlace: "The places that a name or an address may mean, with their coordinates."
    case .addressOf:
      "The address of a coordinate: by road and by lot, building, postal code and regions, as far as the source knows. "
        + "An index gives the address of the nearest place within 2 km, and names the place."
    case .placeDetails: "All that is known of a found or saved place, by its id."
    case .countPlaces: "Counts places, with the arguments of find_places; counted repeats the query."
    case .listCategories: "The categories that can be searched for, or the meaning of a word."
    }
  }

  var arguments: [ToolArgument] {
    switch self {
    case .findPlaces: ToolArgument.query + [.limit, .source]
    case .resolvePlace: [ToolArgument("name", nil), .source]
    case .addressOf: ToolArgument.coordinate + [.source]
    case .placeDetails: [ToolArgument("id", nil), .source]
    case .countPlaces: ToolArgument.query + [.source]
    case .listCategories: [ToolArgument("word", nil), .source]
    }
  }

  /// The required arguments.
  var required: [String] {
    switch self {
    case .resolvePlace: ["name"]
    case .addressOf: ["lat", "lng"]
    case .placeDetails: ["id"]
    case .findPlaces, .countPlaces, .listCategories: []
    }
  }

  /// The members of the result.
  var members: [ToolMember] {
    switch self {
    case .findPlaces:
      [ToolMember("places", .objects(ToolMember.place), isAlways: true)] + ToolMember.amount + ToolMember.origin
        + [
          ToolMember("nearest", .flagOrNull, isAlways: true), ToolMember("narrow"), ToolMember("note"),
          ToolMember("near"),
        ]
    case .resolvePlace:
      [ToolMember("candidates", .objects(ToolMember.candidate), isAlways: true)] + ToolMember.amount + ToolMember.origin
    case .addressOf:
      ToolMember.coordinate + ToolMember.address.dropFirst(2) + [ToolMember("missing")] + ToolMember.origin
    case .placeDetails: [ToolMember("id", isAlways: true)] + ToolMember.coordinate + ToolMember.origin
    case .countPlaces:
      [
        ToolMember("counted", isAlways: true), ToolMember("total_count", .integer),
        ToolMember("complete", .flag, isAlways: true), ToolMember("missing"),
      ] + ToolMember.origin + [ToolMember("note"), ToolMember("near")]
    case .listCategories:
      [ToolMember("categories", .objects(ToolMember.category), isAlways: true)] + ToolMember.amount + ToolMember.origin
    }
  }

  /// Writes the tool's entry in the list of tools for a protocol revision.
  func write(to json: inout JSONWriter, _ version: ProtocolVersion, _ services: [Service]) {
    json.member("name", rawValue)
    if version.hasStructure { json.member("title", title) }
    json.member("description", summary)
    json.object("inputSchema") { json in
      json.member("type", "object")
      json.object("properties") { json in
        for argument in arguments {
          json.object(argument.name) { argument.write(to: &$0, services, isDescribed: self != .countPlaces) }
        }
      }
      if !required.isEmpty { json.array("required", of: required) { $0.element($1) } }
      json.member("additionalProperties", false)
    }
    if version.hasStructure {
      json.object("outputSchema") { ToolMember.write(members, to: &$0) }
    }
    guard version.hasAnnotations else { return }
    json.object("annotations") { json in
      json.member("readOnlyHint", true)
      json.member("openWorldHint", true)
    }
  }
}
