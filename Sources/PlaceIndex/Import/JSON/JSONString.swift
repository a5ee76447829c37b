/// A JSON string between its quotes.
struct JSONString {
  /// The bytes as they stand.
  let raw: ByteView
  /// Whether there is a backslash among them.
  let isEscaped: Bool
}
