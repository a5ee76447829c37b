import Tables

/// A posting list: ascending numbers as LEB128, first the first number, then each difference to the previous number.
///
/// The numbers are positions of places, or the numbers of terms.
enum PostingList {
  /// Calls a closure with each number of a list; returns `false` if the list is damaged or has a number beyond a limit.
  @inline(__always)
  static func forEach(in list: ByteView, below limit: Int, _ body: (Int) -> Void) -> Bool {
    var number = 0
    var at = 0
    while at < list.count {
      let isFirst = at == 0
      guard let difference = RowFormat.number(in: list, at: &at), isFirst || difference > 0 else { return false }
      number += difference
      guard number < limit else { return false }
      body(number)
    }
    return true
  }

  /// Returns the number of numbers in a list.
  static func count(of list: ByteView) -> Int {
    // The last byte of each number is the only one without the highest bit.
    list.withSpan { span in span.indices.reduce(0) { $0 + (span[$1] < 0x80 ? 1 : 0) } }
  }

  /// Encodes ascending numbers.
  static func encoded(_ numbers: [UInt32]) -> [UInt8] {
    var bytes: [UInt8] = []
    var last: UInt32 = 0
    for number in numbers { forEachByte(adding: number, after: &last) { bytes.append($0) } }
    return bytes
  }

  /// Calls a closure with the bytes that encode the next number of a list, given the last number, or 0 for the first.
  @inline(__always)
  static func forEachByte(adding number: UInt32, after last: inout UInt32, _ body: (UInt8) -> Void) {
    (number - last).forEachVariableByte(body)
    last = number
  }
}
