/// The number of cells in a table's rows, and the cells with the coordinates.
///
/// A line that looks like a row counts as a row even within quotes, so that a stray quote doesn't swallow rows.
package struct CSVRowShape: Sendable, Hashable {
  /// The cells that hold the coordinates of a row.
  package enum Coordinates: Sendable, Hashable {
    case pair(latitude: Int, longitude: Int)
    case coordinate(Int)
    case unknown
  }

  private let width: Int
  private let coordinates: Coordinates

  /// The minimum number of cells at which a line of text rarely has the same number by chance.
  private static let minimumDecisiveWidth = 5

  package init(width: Int, _ coordinates: Coordinates) {
    self.width = width
    self.coordinates = coordinates
  }

  /// Returns whether a line is a row, treating quotes that don't enclose a cell as text.
  func isRow(_ bytes: Span<UInt8>, line: Range<Int>, delimiter: UInt8) -> Bool {
    switch coordinates {
    // With one cell per row, every line would be a row.
    case .pair, .coordinate: guard width > 1 else { return false }
    case .unknown: guard width >= Self.minimumDecisiveWidth else { return false }
    }
    var count = 0
    var at = line.lowerBound
    while true {
      let start = at
      at = cellEnd(bytes, from: start, to: line.upperBound, delimiter)
      let cell = start..<at
      if count >= width, !Self.isBlank(bytes, cell) { return false }
      switch coordinates {
      case .pair(let latitude, let longitude) where count == latitude || count == longitude:
        guard holdsNumber(bytes, cell) else { return false }
      case .coordinate(count): guard Self.holdsCoordinate(bytes, cell) else { return false }
      default: break
      }
      count += 1
      guard at < line.upperBound else { return count >= width }
      at += 1
    }
  }

  private func cellEnd(_ bytes: Span<UInt8>, from start: Int, to end: Int, _ delimiter: UInt8) -> Int {
    let quote = UInt8(ascii: "\"")
    var at = start
    while at < end, bytes[at] == 0x20 { at += 1 }
    if at < end, bytes[at] == quote {
      at += 1
      while at < end {
        at = ByteSearch.next(quote, or: quote, in: bytes, from: at, to: end)
        guard at < end else { break }
        if at + 1 < end, bytes[at + 1] == quote {
          at += 2
          continue
        }
        at += 1
        while at < end, bytes[at] <= 0x20, bytes[at] != delimiter { at += 1 }
        if at >= end || bytes[at] == delimiter { return min(at, end) }
        break
      }
    }
    return ByteSearch.next(delimiter, or: delimiter, in: bytes, from: start, to: end)
  }

  /// Returns whether a cell begins like a number, or is empty in a table so wide that a line is rarely a row by chance.
  private func holdsNumber(_ bytes: Span<UInt8>, _ cell: Range<Int>) -> Bool {
    guard var first = cell.first(where: { bytes[$0] > 0x20 }), let last = cell.last(where: { bytes[$0] > 0x20 }) else {
      return width > 2
    }
    if bytes[first] == UInt8(ascii: "\"") {
      guard last > first, bytes[last] == UInt8(ascii: "\"") else { return false }
      first += 1
    }
    // An empty cell in quotes: `""`.
    guard first < last || Self.isDigit(bytes[first]) else { return width > 2 }
    let isMarked = first + 1 < cell.upperBound && Self.isDigit(bytes[first + 1])
    switch bytes[first] {
    case 0x30...0x39: return true
    case UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "."), UInt8(ascii: "N"), UInt8(ascii: "S"),
      UInt8(ascii: "E"), UInt8(ascii: "W"):
      return isMarked
    default: return false
    }
  }

  /// Returns whether a cell contains two decimal numbers.
  private static func holdsCoordinate(_ bytes: Span<UInt8>, _ cell: Range<Int>) -> Bool {
    let points = cell.count { at in
      bytes[at] == UInt8(ascii: ".") && at > cell.lowerBound && isDigit(bytes[at - 1])
        && at + 1 < cell.upperBound && isDigit(bytes[at + 1])
    }
    return points >= 2
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

  private static func isBlank(_ bytes: Span<UInt8>, _ cell: Range<Int>) -> Bool {
    cell.allSatisfy { bytes[$0] <= 0x20 }
  }
}

extension CSVScanner {
  /// Returns whether the first line of a row is a row by itself and contains an offset.
  func isRow(_ bytes: Span<UInt8>, from start: Int, with offset: Int, isAtEnd: Bool) -> Bool {
    guard let shape else { return false }
    let end = Self.lineEnd(in: bytes, from: start)
    guard end > offset, end < bytes.count || isAtEnd else { return false }
    return shape.isRow(bytes, line: start..<end, delimiter: delimiter)
  }

  /// Returns whether two of the lines up to an offset are rows by themselves; a cell that spans them would join rows.
  func joinsRows(_ bytes: Span<UInt8>, from start: Int, to offset: Int, isAtEnd: Bool) -> Bool {
    guard let shape else { return false }
    var count = 0
    var at = start
    while at < offset, count < 2 {
      let end = Self.lineEnd(in: bytes, from: at)
      if end < bytes.count || isAtEnd, shape.isRow(bytes, line: at..<end, delimiter: delimiter) { count += 1 }
      at = end + 1
    }
    return count == 2
  }

  static func lineEnd(in bytes: Span<UInt8>, from start: Int) -> Int {
    ByteSearch.next(UInt8(ascii: "\n"), or: UInt8(ascii: "\n"), in: bytes, from: start, to: bytes.count)
  }
}
