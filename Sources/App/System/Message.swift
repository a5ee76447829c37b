/// A message in two wordings: for people at a terminal, who type options and commands, and for agents, which pass
/// arguments to tools.
///
/// Options and commands are values of the interpolation, so that each reader gets their own names:
/// `"Allow more time with \(.timeout)."`
struct Message: Sendable, Hashable, ExpressibleByStringInterpolation {
  /// The wording for a terminal, with a mark before and after each option.
  ///
  /// A start of the program would pay for the metadata of a list of options (Decisions).
  private var markedText: String
  /// The wording for an agent.
  private(set) var agentText: String

  /// A control character, which no message shows.
  private static let mark: UInt8 = 0x1F

  /// Makes a message with one wording.
  init(_ text: String) {
    markedText = text
    agentText = text
  }

  init(stringLiteral text: String) { self.init(text) }

  init(stringInterpolation: StringInterpolation) {
    markedText = stringInterpolation.markedText
    agentText = stringInterpolation.agentText
  }

  static func + (left: Message, right: Message) -> Message { "\(left)\(right)" }

  static func += (left: inout Message, right: Message) { left = left + right }

  /// The wording for a terminal.
  var text: String {
    var text = markedText
    while let index = text.utf8.firstIndex(of: Self.mark) { text.remove(at: index) }
    return text
  }

  /// The texts and the options of the wording for a terminal by turns, beginning with a text.
  var parts: [String] {
    markedText.utf8.split(separator: Self.mark, omittingEmptySubsequences: false).map { String(Substring($0)) }
  }

  /// Returns the message with other parts; those with some indices are options.
  func replacing(parts: [String], options: [Int]) -> Message {
    var message = self
    message.markedText = parts.indices.map { options.contains($0) ? Self.marked(parts[$0]) : parts[$0] }.joined()
    return message
  }

  private static func marked(_ option: String) -> String { "\u{1F}\(option)\u{1F}" }

  struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var markedText = ""
    fileprivate var agentText = ""

    init(literalCapacity: Int, interpolationCount: Int) {
      markedText.reserveCapacity(literalCapacity)
      agentText.reserveCapacity(literalCapacity)
    }

    mutating func appendLiteral(_ literal: String) { append(literal, agent: literal) }

    mutating func appendInterpolation(_ part: String) { append(part, agent: part) }

    mutating func appendInterpolation(_ part: some CustomStringConvertible) { appendLiteral(part.description) }

    /// Appends a text in quotation marks; of a long one, its beginning.
    mutating func appendInterpolation(quoted text: String) { appendLiteral("'\(text.excerpt)'") }

    mutating func appendInterpolation(_ part: Message) { append(part.markedText, agent: part.agentText) }

    /// Appends a part that only people can act on, such as a command, or its wording for agents.
    mutating func appendInterpolation(terminal part: Message, agent: String = "") {
      append(part.markedText, agent: agent)
    }

    /// Appends two wordings of an option.
    mutating func append(option: String, agent: String) { append(Message.marked(option), agent: agent) }

    /// Appends two wordings of a part.
    mutating func append(_ part: String, agent agentPart: String) {
      markedText += part
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
