/// How an error is written on standard error.
enum ErrorFormat: String, CaseIterable, Sendable {
  /// A sentence.
  case text
  /// One line of JSON.
  case json
}
