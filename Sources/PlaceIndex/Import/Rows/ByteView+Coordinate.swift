import Domain

extension DecimalNumber {
  /// The finite number in some bytes; `nil` if there is none.
  ///
  /// Within two units in the last place: a place is stored to 1e-7 degree.
  static func parse(_ bytes: ByteView) -> Double? {
    bytes.withSpan { CoordinateText.decimal(in: $0, digitsAtOnce: fittingDigits) }
  }
}

extension ByteView {
  /// The number of a coordinate; `nil` if the text is none.
  var coordinate: Double? {
    withSpan { CoordinateText.number(in: $0, digitsAtOnce: DecimalNumber.fittingDigits) }
  }

  /// Whether the text means that there is no value.
  var isNothing: Bool { withSpan { CoordinateText.isNothing($0) } }
}
