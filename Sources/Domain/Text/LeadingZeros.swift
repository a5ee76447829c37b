extension BinaryInteger {
  /// Returns the digits of a number that isn't negative, padded with leading zeros.
  ///
  /// - Parameters:
  ///   - count: The minimum number of digits.
  ///   - radix: The base, 2...36.
  /// - Returns: The digits.
  @inlinable package func text(ofDigits count: Int, radix: Int = 10) -> String {
    let digits = String(self, radix: radix)
    return String(repeating: "0", count: max(0, count - digits.utf8.count)) + digits
  }
}
