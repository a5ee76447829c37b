import TextParsing

extension DecimalNumber {
  /// The finite number that some bytes spell; `nil` when they spell none.
  ///
  /// Within two units in the last place: a place is stored to 1e-7 degree.
  static func parse(_ bytes: ByteView) -> Double? {
    // No honest number is longer, and the standard library would read it in full.
    guard bytes.count < 400 else { return nil }
    let value = bytes.withSpan { Self.value(of: $0, digitsAtOnce: fittingDigits) }
    return value?.isFinite == true ? value : nil
  }
}
