import TextParsing

/// The bytes that structure text.
enum Ascii {
  static let tab: UInt8 = 0x09
  static let lineFeed: UInt8 = 0x0A
  static let carriageReturn: UInt8 = 0x0D
  static let space: UInt8 = 0x20
  static let quote: UInt8 = 0x22
  static let plus: UInt8 = 0x2B
  static let comma: UInt8 = 0x2C
  static let minus: UInt8 = 0x2D
  static let period: UInt8 = 0x2E
  static let slash: UInt8 = 0x2F
  static let zero: UInt8 = 0x30
  static let colon: UInt8 = 0x3A
  static let semicolon: UInt8 = 0x3B
  static let openBracket: UInt8 = 0x5B
  static let backslash: UInt8 = 0x5C
  static let closeBracket: UInt8 = 0x5D
  static let openBrace: UInt8 = 0x7B
  static let closeBrace: UInt8 = 0x7D

  /// Space, tab, carriage return and line feed: white space as JSON has it.
  static func isBlank(_ byte: UInt8) -> Bool {
    byte == space || byte == lineFeed || byte == carriageReturn || byte == tab
  }

  static func isDigit(_ byte: UInt8) -> Bool { byte &- zero <= 9 }
}

extension DecimalNumber {
  /// Reads a decimal number, blanks around it allowed: the nearest Double, as the standard library reads it.
  ///
  /// - Returns: `nil` for anything but a sign, digits, a point and an exponent.
  static func value(of bytes: [UInt8], in range: Range<Int>) -> Double? {
    var (start, end) = (range.lowerBound, range.upperBound)
    while start < end, Ascii.isBlank(bytes[start]) { start += 1 }
    while start < end, Ascii.isBlank(bytes[end - 1]) { end -= 1 }
    return value(of: bytes.span.extracting(start..<end))
  }
}
