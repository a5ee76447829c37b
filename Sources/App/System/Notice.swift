/// The severity of a message, which is written before it.
enum Severity: Sendable {
  case error
  case warning
  case note

  /// Returns the message after its label; a note has none.
  func labelled(_ message: String) -> String {
    switch self {
    case .error: "Error: \(message)"
    case .warning: "Warning: \(message)"
    case .note: message
    }
  }
}

/// A notice about successful work, or a warning about a doubtful result.
struct Notice: Sendable, Hashable, ExpressibleByStringInterpolation {
  let message: Message
  private let severity: Severity

  /// The text at a terminal.
  var text: String { severity.labelled(message.text) }
  /// The text for an agent.
  var agentText: String { severity.labelled(message.agentText) }

  init(_ message: Message, isWarning: Bool = false) {
    self.message = message
    severity = isWarning ? .warning : .note
  }

  init(_ text: String) { self.init(Message(text)) }

  init(stringLiteral text: String) { self.init(text) }

  init(stringInterpolation: Message.StringInterpolation) {
    self.init(Message(stringInterpolation: stringInterpolation))
  }

  /// Returns the notice with another message of the same severity.
  func mapping(_ change: (Message) -> Message) -> Notice {
    Notice(change(message), isWarning: severity == .warning)
  }

  static func + (left: Notice, right: Message) -> Notice {
    left.mapping { $0 + right }
  }
}
