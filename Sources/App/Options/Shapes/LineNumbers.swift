/// Finds the line number of a byte in a text.
struct LineNumbers: Sendable {
  private let ends: [Int]

  init(_ bytes: [UInt8]) { ends = bytes.indices.filter { bytes[$0] == 0x0A } }

  /// Returns the line of a byte, counted from 1.
  func line(of offset: Int) -> Int {
    var low = 0
    var high = ends.count
    while low < high {
      let middle = (low + high) / 2
      if ends[middle] < offset { low = middle + 1 } else { high = middle }
    }
    return low + 1
  }
}
