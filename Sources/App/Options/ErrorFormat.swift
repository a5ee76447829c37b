/// The format of messages on standard error.
enum ErrorFormat: String, CaseIterable, Sendable {
  /// A sentence.
  case text
  /// One line of JSON.
  case json
}
