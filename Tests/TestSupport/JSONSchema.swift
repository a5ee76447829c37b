import Domain
import Foundation

/// The schemas that the program prints, for checking all JSON in tests.
///
/// It supports the keywords of these schemas and rejects all others, so that no keyword is ignored.
public struct JSONSchema: Sendable {
  /// The schemas in the program's sources.
  public static let program: JSONSchema? = {
    let sources = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../Sources")
    let path = sources.appending(path: "App/Commands/Schemas/schemas.json")
    guard let text = try? String(contentsOf: path, encoding: .utf8),
      case .object(let file)? = try? JSONDecoder().decode(
        JSONValue.self,
        from: Data(QueryProperty.completedSchemas(PlaceField.completedSchemas(text)).utf8)
      ),
      case .object(let definitions)? = file["$defs"]
    else { return nil }
    return JSONSchema(definitions: definitions)
  }()

  let definitions: [String: JSONValue]

  /// Returns the reason why JSON in an output doesn't match any schema; `nil` if all of it matches or there is none.
  public static func complaint(about output: String) -> String? {
    // Larger outputs repeat the same record and take seconds in a debug build.
    guard output.hasPrefix("{"), output.utf8.count < 200_000 else { return nil }
    let whole = try? JSONDecoder().decode(JSONValue.self, from: Data(output.utf8))
    let documents =
      whole.map { [$0] }
      ?? output.split(separator: "\n").compactMap { try? JSONDecoder().decode(JSONValue.self, from: Data($0.utf8)) }
    guard let program else { return "the schemas cannot be read" }
    return documents.lazy.compactMap(program.complaint).first
  }

  /// Returns the violations of a schema in a document, both as JSON; text that isn't JSON is a violation.
  public static func faults(of document: String, against schema: String) -> [String] {
    let values = [document, schema].map { try? JSONDecoder().decode(JSONValue.self, from: Data($0.utf8)) }
    guard let value = values[0], let rules = values[1] else { return ["no JSON: \(document) against \(schema)"] }
    return JSONSchema(definitions: [:]).faults(of: value, rules, "")
  }

  private func complaint(about document: JSONValue) -> String? {
    if case .object(let members) = document, members["$schema"] != nil { return nil }
    let results = definitions.map { name, schema in (name, faults(of: document, schema, "")) }
    guard let nearest = results.min(by: { $0.1.count < $1.1.count }), !nearest.1.isEmpty else { return nil }
    return "no schema describes the JSON; `\(nearest.0)` finds: " + nearest.1.joined(separator: "; ")
  }

  func faults(of value: JSONValue, _ schema: JSONValue, _ path: String) -> [String] {
    guard case .object(let keywords) = schema else { return ["\(path): the schema is no object"] }
    return keywords.flatMap { faults(of: value, $0.key, $0.value, in: keywords, path) }
  }

  private func faults(
    of value: JSONValue,
    _ keyword: String,
    _ rule: JSONValue,
    in schema: [String: JSONValue],
    _ path: String
  ) -> [String] {
    func check(_ isFine: Bool) -> [String] {
      isFine ? [] : ["\(path): \(keyword) \(rule.brief) against \(value.brief)"]
    }
    switch (keyword, rule, value) {
    case ("description", _, _): return []
    case ("$ref", .string(let reference), _):
      let name = String(reference.dropFirst("#/$defs/".count))
      return definitions[name].map { faults(of: value, $0, path) } ?? ["\(path): no schema \(reference)"]
    case ("oneOf", .array(let choices), _):
      return check(choices.count { faults(of: value, $0, path).isEmpty } == 1)
    case ("const", _, _): return check(value == rule)
    case ("enum", .array(let values), _): return check(values.contains(value))
    case ("type", .string(let type), _): return check(value.isOf(type))
    case ("type", .array(let types), _):
      return check(types.contains { if case .string(let type) = $0 { value.isOf(type) } else { false } })
    case ("required", .array(let names), .object(let members)):
      return check(names.allSatisfy { if case .string(let name) = $0 { members[name] != nil } else { false } })
    case ("properties", .object(let properties), .object(let members)):
      return properties.flatMap { name, schema in
        members[name].map { faults(of: $0, schema, "\(path)/\(name)") } ?? []
      }
    case ("additionalProperties", _, .object(let members)):
      guard case .object(let known) = schema["properties"] ?? .object([:]) else { return ["\(path): no properties"] }
      let others = members.filter { known[$0.key] == nil }
      if rule == .bool(false) { return others.keys.map { "\(path): the member \($0) is in no schema" } }
      return others.flatMap { faults(of: $0.value, rule, "\(path)/\($0.key)") }
    case ("items", _, .array(let elements)):
      return elements.enumerated().flatMap { faults(of: $1, rule, "\(path)/\($0)") }
    case ("minItems", .number(let least), .array(let elements)): return check(Double(elements.count) >= least)
    case ("maxItems", .number(let most), .array(let elements)): return check(Double(elements.count) <= most)
    case ("minProperties", .number(let least), .object(let members)): return check(Double(members.count) >= least)
    case ("minimum", .number(let least), .number(let number)): return check(number >= least)
    case ("maximum", .number(let most), .number(let number)): return check(number <= most)
    case ("pattern", .string(let pattern), .string(let text)):
      return check(text.range(of: pattern, options: .regularExpression) != nil)
    case ("required", _, _), ("properties", _, _), ("items", _, _), ("minItems", _, _), ("maxItems", _, _),
      ("minProperties", _, _), ("minimum", _, _), ("maximum", _, _), ("pattern", _, _),
      ("additionalProperties", _, _):
      // Keywords for values of another type.
      return []
    default: return ["\(path): unknown keyword \(keyword)"]
    }
  }
}

/// A comparable JSON value that distinguishes booleans from numbers.
enum JSONValue: Decodable, Hashable, Sendable {
  case null
  case bool(Bool)
  case number(Double)
  case string(String)
  case array([JSONValue])
  case object([String: JSONValue])

  init(from decoder: any Decoder) throws {
    let value = try decoder.singleValueContainer()
    // The most frequent type first, because each wrong one throws an error, for which the test library records a
    // backtrace.
    if value.decodeNil() {
      self = .null
    } else if let text = try? value.decode(String.self) {
      self = .string(text)
    } else if let number = try? value.decode(Double.self) {
      self = .number(number)
    } else if let members = try? value.decode([String: JSONValue].self) {
      self = .object(members)
    } else if let elements = try? value.decode([JSONValue].self) {
      self = .array(elements)
    } else {
      self = .bool(try value.decode(Bool.self))
    }
  }

  /// A scalar, or a description of the value.
  ///
  /// Short, because some checks fail for every document, and the largest one is compared with every schema.
  var brief: String {
    switch self {
    case .null: "null"
    case .bool(let bool): "\(bool)"
    case .number(let number): "\(number)"
    case .string(let text): "\"\(text)\""
    case .array(let elements): "[\(elements.count) elements]"
    case .object(let members): "{\(members.keys.sorted().joined(separator: ", "))}"
    }
  }

  func isOf(_ type: String) -> Bool {
    switch self {
    case .null: type == "null"
    case .bool: type == "boolean"
    case .number(let number): type == "number" || type == "integer" && number.rounded() == number
    case .string: type == "string"
    case .array: type == "array"
    case .object: type == "object"
    }
  }
}
