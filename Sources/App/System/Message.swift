/// A message in two wordings: for people at a terminal, who type options and commands, and for agents, which pass
/// arguments to tools.
///
/// Options and commands are values of the interpolation, so that each reader gets their own names:
/// `"Allow more time with \(.timeout)."`
struct Message: Sendable, Hashable, ExpressibleByStringInterpolation {
  /// The wording for a terminal.
  private(set) var text: String
  /// The wording for an agent.
  private(set) var agentText: String

  /// Makes a message with one wording.
  init(_ text: String) {
    self.text = text
    agentText = text
  }

  init(stringLiteral text: String) { self.init(text) }

  init(stringInterpolation: StringInterpolation) {
    text = stringInterpolation.text
    agentText = stringInterpolation.agentText
  }

  static func + (left: Message, right: Message) -> Message { "\(left)\(right)" }

  static func += (left: inout Message, right: Message) { left = left + right }

  struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var text = ""
    fileprivate var agentText = ""

    init(literalCapacity: Int, interpolationCount: Int) {
      text.reserveCapacity(literalCapacity)
      agentText.reserveCapacity(literalCapacity)
    }

    mutating func appendLiteral(_ literal: String) { append(literal, agent: literal) }

    mutating func appendInterpolation(_ part: String) { append(part, agent: part) }

    mutating func appendInterpolation(_ part: some CustomStringConvertible) { appendLiteral(part.description) }

    /// Appends a text in quotation marks; of a long one, its beginning.
    mutating func appendInterpolation(quoted text: String) { appendLiteral("'\(text.excerpt)'") }

    mutating func appendInterpolation(_ part: Message) { append(part.text, agent: part.agentText) }

    /// Appends a part that only people can act on, such as a command, or its wording for agents.
    mutating func appendInterpolation(terminal part: Message, agent: String = "") { append(part.text, agent: agent) }

    /// Appends two wordings of a part.
    mutating func append(_ part: String, agent agentPart: String) {
      text += part
      agentText += agentPart
    }
  }
}

extension [Message] {
  func joined(separator: String) -> Message {
    guard let first else { return "" }
    return dropFirst().reduce(first) { "\($0)\(separator)\($1)" }
  }
}

extension String {
  /// The text if it is short, or else its beginning, so that a message doesn't repeat a value of 100 kB.
  var excerpt: String { count > 60 ? "\(prefix(60))…" : self }
}
