/// A notice about successful work, or a warning about a doubtful result.
struct Notice: Sendable, Hashable, ExpressibleByStringInterpolation {
  let message: Message
  private let isWarning: Bool

  /// The text at a terminal.
  var text: String { (isWarning ? "Warning: " : "") + message.text }
  /// The text for an agent.
  var agentText: String { (isWarning ? "Warning: " : "") + message.agentText }

  init(_ message: Message, isWarning: Bool = false) {
    self.message = message
    self.isWarning = isWarning
  }

  init(_ text: String) { self.init(Message(text)) }

  init(stringLiteral text: String) { self.init(text) }

  init(stringInterpolation: Message.StringInterpolation) {
    self.init(Message(stringInterpolation: stringInterpolation))
  }

  static func + (left: Notice, right: Message) -> Notice {
    Notice(left.message + right, isWarning: left.isWarning)
  }
}
