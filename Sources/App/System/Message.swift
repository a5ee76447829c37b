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
  /// The options in the wording for a terminal, in its order.
  private(set) var mentions: [Mention] = []

  /// Makes a message with one wording.
  init(_ text: String) {
    self.text = text
    agentText = text
  }

  init(stringLiteral text: String) { self.init(text) }

  init(stringInterpolation: StringInterpolation) {
    text = stringInterpolation.text
    agentText = stringInterpolation.agentText
    mentions = stringInterpolation.mentions
  }

  static func + (left: Message, right: Message) -> Message { "\(left)\(right)" }

  static func += (left: inout Message, right: Message) { left = left + right }

  /// An option in the wording for a terminal.
  struct Mention: Sendable, Hashable {
    let option: Option
    /// The number of bytes before the end of the option, including its value.
    let end: Int
  }

  /// Returns the message with a text after an option; `isDone` selects the options that need no more text.
  func inserting(_ insertion: String, after mention: Mention, isDone: (Option) -> Bool) -> Message {
    var message = self
    let place = text.utf8.index(text.startIndex, offsetBy: mention.end)
    message.text.insert(contentsOf: insertion, at: place)
    message.mentions = mentions.filter { !isDone($0.option) }
      .map { Mention(option: $0.option, end: $0.end + ($0.end > mention.end ? insertion.utf8.count : 0)) }
    return message
  }

  struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var text = ""
    fileprivate var agentText = ""
    fileprivate var mentions: [Mention] = []

    init(literalCapacity: Int, interpolationCount: Int) {
      text.reserveCapacity(literalCapacity)
      agentText.reserveCapacity(literalCapacity)
    }

    mutating func appendLiteral(_ literal: String) { append(literal, agent: literal) }

    mutating func appendInterpolation(_ part: String) { append(part, agent: part) }

    mutating func appendInterpolation(_ part: some CustomStringConvertible) { appendLiteral(part.description) }

    /// Appends a text in quotation marks; of a long one, its beginning.
    mutating func appendInterpolation(quoted text: String) { appendLiteral("'\(text.excerpt)'") }

    mutating func appendInterpolation(_ part: Message) { append(part: part, agent: part.agentText) }

    /// Appends a part that only people can act on, such as a command, or its wording for agents.
    mutating func appendInterpolation(terminal part: Message, agent: String = "") { append(part: part, agent: agent) }

    private mutating func append(part: Message, agent: String) {
      mentions += part.mentions.map { Mention(option: $0.option, end: text.utf8.count + $0.end) }
      append(part.text, agent: agent)
    }

    /// Appends two wordings of a part, which may be an option.
    mutating func append(_ part: String, agent agentPart: String, naming option: Option? = nil) {
      text += part
      agentText += agentPart
      if let option { mentions.append(Mention(option: option, end: text.utf8.count)) }
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
