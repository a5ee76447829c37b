import Domain
import Tables

/// The arguments of a call, read by the options of the command line.
struct ToolInput: Sendable {
  /// The texts of the arguments that no option reads, by name.
  private let texts: [String: String]
  /// The word of `source`; `nil` for the server's default source.
  let source: String?

  /// Reads the arguments of a call.
  ///
  /// Numbers, booleans and objects may be sent as text; an empty text is ignored.
  ///
  /// - Throws: The errors of the corresponding options.
  init(_ tool: Tool, _ values: JSONValue?, _ services: [Service]) throws {
    var parsed = ParsedArguments(command: .find, services: services)
    var texts: [String: String] = [:]
    var keys: [String: String] = [:]
    for member in values?.members ?? [] {
      let (key, value) = (member.key, member.value)
      guard let argument = tool.arguments.first(where: { $0.isCalled(key) }) else {
        let known = tool.arguments.map(\.name)
        throw Failure.unknownArgument(key, nearest: NearestWord.of(key, among: known), known: known)
      }
      guard let text = Self.text(of: value, as: argument.type), !text.isEmpty else { continue }
      if let other = keys.updateValue(key, forKey: argument.name) { throw Failure.sameArgument(other, key) }
      if let option = argument.option, argument.type == .flag {
        guard let isSet = Self.flags[text.lowercased()] else { throw Failure.unreadable(option, value: text, .flag) }
        if isSet { parsed.parsedOptions.append(ParsedArguments.ParsedOption(option: option, value: "")) }
      } else if let option = argument.option, argument.type == .texts {
        let texts = Self.texts(of: value) ?? (option == .conditions ? text.parts(between: ";") : [text])
        for text in texts { parsed.parsedOptions.append(ParsedArguments.ParsedOption(option: option, value: text)) }
      } else if let option = argument.option {
        // The option also accepts `all`, which exceeds the limit of a tool.
        guard argument.type != .integer || Int(text) != nil || text == "all" else {
          throw Failure.unreadable(option, value: text, .wholeNumber)
        }
        parsed.parsedOptions.append(ParsedArguments.ParsedOption(option: option, value: text))
      } else {
        texts[argument.name] = text
      }
    }
    if let missing = tool.required.first(where: { name in
      texts[name] == nil
        && !parsed.parsedOptions.contains { parsedOption in
          tool.arguments.contains { $0.name == name && $0.option == parsedOption.option }
        }
    }) {
      throw Failure.argumentMissing(missing)
    }
    let arguments = try Arguments(parsed)
    let shape = ShapeArguments(arguments: arguments, draft: Self.draft, names: Self.names, say: { _ in })
    query = try shape.query(arguments.query)
    self.texts = texts
    source = parsed.values(of: .source).last
  }

  /// The values of a flag, by their texts.
  private static let flags = ["true": true, "1": true, "false": false, "0": false]

  /// Returns the text of an argument that no option reads; empty if it is missing.
  func text(_ name: String) -> String { texts[name] ?? "" }

  /// The query of the arguments.
  let query: Query

  /// Reads the shape in an argument; tools can't read files.
  private static func draft(_ text: String, as kind: ShapeKind) throws -> ShapeDraft {
    do throws(ShapeError) { return try ShapeText.draft(text, as: kind, .standard) } catch {
      throw Failure.shape(error, as: kind, in: names(text, kind).inMessages)
    }
  }

  /// Returns the names of the shape in an argument, whose text may have thousands of points.
  private static func names(_ text: String, _ kind: ShapeKind) -> (inQuery: String, inMessages: String) {
    kind == .line ? ("the line", "along") : ("the polygon", "within")
  }

  /// Returns the elements of a list, which may be sent as text; `nil` for another value.
  private static func texts(of value: JSONValue) -> [String]? {
    var value = value
    if case .text(let text) = value { value = JSONValue(reading: Array(text.utf8)) ?? .null }
    guard case .list(let elements) = value else { return nil }
    return elements.compactMap { text(of: $0) }
  }

  /// Returns a value in the notation of the command line.
  private static func text(of value: JSONValue, as type: ToolArgument.ValueType = .text) -> String? {
    switch value {
    case .null: return nil
    case .text(let text): return type == .number || type == .integer ? number(text) : text
    case .number(let text): return number(text)
    case .list(let elements) where elements.allSatisfy(isTextOrNumber):
      return elements.compactMap { text(of: $0) }.joined(separator: ",")
    case .bool, .list, .object: return String(decoding: value.line, as: UTF8.self)
    }
  }

  private static func isTextOrNumber(_ value: JSONValue) -> Bool {
    switch value {
    case .text, .number: true
    case .null, .bool, .list, .object: false
    }
  }

  /// Returns a number in plain notation, because `10.0` and `1e3` are whole numbers; other text is unchanged.
  private static func number(_ text: String) -> String {
    guard let number = Double(text), number.isFinite else { return text }
    return Int(exactly: number).map(String.init) ?? number.decimalText
  }
}
