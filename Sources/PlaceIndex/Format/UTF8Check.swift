enum UTF8Check {
  /// Whether bytes are well-formed UTF-8 (Unicode 16, table 3-7).
  static func isValid(_ bytes: ByteView) -> Bool {
    bytes.withSpan { (try? UTF8Span(validating: $0)) != nil }
  }
}
