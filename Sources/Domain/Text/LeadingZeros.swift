extension BinaryInteger {
  /// The number with as many digits as that, of zeros in front; a longer one has its own.
  ///
  /// - Parameters:
  ///   - count: The least number of digits.
  ///   - radix: The base, 2...36.
  /// - Returns: The digits of a number that is not negative.
  @inlinable package func text(ofDigits count: Int, radix: Int = 10) -> String {
    let digits = String(self, radix: radix)
    return String(repeating: "0", count: max(0, count - digits.utf8.count)) + digits
  }
}
