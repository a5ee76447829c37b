extension SharedArray {
  /// Sorts elements by their keys, digit by digit from the lowest (radix sort); elements with equal keys keep their
  /// order.
  ///
  /// - Parameters:
  ///   - range: The indices of the elements.
  ///   - bits: The number of bits of the keys.
  ///   - key: Returns the key of an element.
  /// - Complexity: O(n) for a fixed number of bits; takes the memory of the elements again.
  @inline(__always)
  func radixSort(_ range: Range<Int>, bits: Int, by key: (Element) -> UInt64) {
    guard range.count > 1 else { return }
    // An even number of digits, so that the result is in this array.
    let digitCount = (bits + 2 * RadixDigit.bits - 1) / (2 * RadixDigit.bits) * 2
    let other = SharedArray(repeating: self[range.lowerBound], count: range.count)
    // The number of elements with each value of each digit, all counted in one pass.
    let counts = SharedArray<UInt32>(repeating: 0, count: digitCount << RadixDigit.bits)
    for index in range {
      let key = key(self[index])
      for digit in 0..<digitCount { counts[RadixDigit.index(of: digit, in: key)] += 1 }
    }
    for digit in stride(from: 0, to: digitCount, by: 2) {
      move(range, to: other, at: 0, byDigit: digit, counts, key)
      other.move(0..<range.count, to: self, at: range.lowerBound, byDigit: digit + 1, counts, key)
    }
  }

  /// Moves elements to another array in the order of a digit; `counts` becomes the end of each value's elements.
  @inline(__always)
  private func move(
    _ range: Range<Int>,
    to target: SharedArray,
    at start: Int,
    byDigit digit: Int,
    _ counts: SharedArray<UInt32>,
    _ key: (Element) -> UInt64
  ) {
    var end = UInt32(start)
    for value in digit << RadixDigit.bits..<(digit + 1) << RadixDigit.bits {
      (counts[value], end) = (end, end + counts[value])
    }
    for index in range {
      let element = self[index]
      let value = RadixDigit.index(of: digit, in: key(element))
      target[Int(counts[value])] = element
      counts[value] += 1
    }
  }
}

/// A digit of a key.
private enum RadixDigit {
  static let bits = 11

  /// Returns the index of a digit's value among the values of all digits.
  @inline(__always)
  static func index(of digit: Int, in key: UInt64) -> Int {
    digit << bits + Int(truncatingIfNeeded: key >> UInt64(digit * bits)) & (1 << bits - 1)
  }
}
