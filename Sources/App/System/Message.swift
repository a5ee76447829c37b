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
  private var mentionList = MentionList.empty

  /// Makes a message with one wording.
  init(_ text: String) {
    self.text = text
    agentText = text
  }

  init(stringLiteral text: String) { self.init(text) }

  init(stringInterpolation: StringInterpolation) {
    text = stringInterpolation.text
    agentText = stringInterpolation.agentText
    mentionList = stringInterpolation.mentions
  }

  static func + (left: Message, right: Message) -> Message { "\(left)\(right)" }

  static func += (left: inout Message, right: Message) { left = left + right }

  /// An option in the wording for a terminal, by its long name.
  struct Mention: Sendable, Hashable {
    let name: String
    /// The number of bytes before the end of the option, including its value.
    let end: Int

    fileprivate func moved(by byteCount: Int) -> Mention { Mention(name: name, end: end + byteCount) }
  }

  /// Returns the message with a text after an option; `isDone` selects the options that need no more text.
  func inserting(_ insertion: String, after mention: Mention, isDone: (Mention) -> Bool) -> Message {
    var message = self
    let place = text.utf8.index(text.startIndex, offsetBy: mention.end)
    message.text.insert(contentsOf: insertion, at: place)
    message.mentionList = mentions.reduce(.empty) { list, other in
      guard !isDone(other) else { return list }
      return .last(other.moved(by: other.end > mention.end ? insertion.utf8.count : 0), list)
    }
    return message
  }

  /// The options in the wording for a terminal, in its order.
  var mentions: [Mention] { mentionList.elements.reversed() }

  /// Mentions, the last one first.
  ///
  /// This isn't an array, whose metadata each start of the program would make for its first message.
  fileprivate indirect enum MentionList: Sendable, Hashable {
    case empty
    case last(Mention, MentionList)

    var elements: [Mention] {
      switch self {
      case .empty: []
      case .last(let mention, let others): [mention] + others.elements
      }
    }

    /// Returns the list after another one, with its mentions moved by a number of bytes.
    func appended(to earlier: MentionList, movedBy byteCount: Int) -> MentionList {
      switch self {
      case .empty: earlier
      case .last(let mention, let others):
        .last(mention.moved(by: byteCount), others.appended(to: earlier, movedBy: byteCount))
      }
    }
  }

  struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var text = ""
    fileprivate var agentText = ""
    fileprivate var mentions = MentionList.empty

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
      mentions = part.mentionList.appended(to: mentions, movedBy: text.utf8.count)
      append(part.text, agent: agent)
    }

    /// Appends two wordings of a part, which may be an option.
    mutating func append(_ part: String, agent agentPart: String, naming option: String? = nil) {
      text += part
      agentText += agentPart
      if let option { mentions = .last(Mention(name: option, end: text.utf8.count), mentions) }
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
