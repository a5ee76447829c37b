import Domain
package import Tables

extension DecimalNumber {
  /// Parses a finite number; `nil` if the bytes aren't one.
  ///
  /// Accurate to two units in the last place, because coordinates are stored to 1e-7 degree.
  package static func parse(_ bytes: ByteView) -> Double? {
    bytes.withSpan { CoordinateText.decimal(in: $0, digitsAtOnce: fittingDigits) }
  }
}

extension ByteView {
  /// The number of a coordinate; `nil` if the text isn't one.
  package var coordinate: Double? {
    withSpan { CoordinateText.number(in: $0, digitsAtOnce: DecimalNumber.fittingDigits) }
  }

  /// Whether the text is two numbers with a comma or semicolon between them and no square bracket before them, the
  /// usual notation of latitude and longitude.
  var isSeparatedPair: Bool {
    count > 0 && byte(at: 0) != UInt8(ascii: "[") && (contains(UInt8(ascii: ",")) || contains(UInt8(ascii: ";")))
  }

  /// Whether the text means a missing value.
  package var isNothing: Bool { withSpan { CoordinateText.isNothing($0) } }
}
