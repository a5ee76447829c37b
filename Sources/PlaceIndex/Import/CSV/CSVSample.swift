import Domain
import Tables

/// The rows at the beginning of a table, which determine how the rest is read: the names of columns do not tell
/// everything.
struct CSVSample {
  /// The first bytes of the table, without a byte order mark.
  let bytes: ByteView
  /// The offset of the first row of the sample.
  var start: Int
  /// Whether the bytes are all of the table.
  let isAtEnd: Bool
  let scanner: CSVScanner
  /// The number of cells of the titles, those without a text at the end included.
  private(set) var width = 0

  /// The maximum number of rows that are projected to find the northings.
  static let maximumProjectedRows = 500

  /// Calls a closure for each row, malformed ones included, until it returns `false`.
  func forEachRow(_ body: (Range<Int>, [CSVCell]) -> Bool) {
    var cells: [CSVCell] = []
    var at = start
    var scanner = scanner
    while at < bytes.count {
      let finding = bytes.withSpan { scanner.scan($0, from: at, isAtEnd: isAtEnd, into: &cells) }
      guard let next = finding.next else { return }
      if case .malformed = finding { cells.removeAll() }
      guard body(at..<next, cells) else { return }
      at = next
    }
  }

  func withText<Result>(of cell: CSVCell, _ body: (ByteView) -> Result) -> Result {
    bytes.withText(of: cell) { text, _ in body(text) }
  }

  /// Removes the next nonempty row from the sample and returns its cells; `nil` if there is none.
  mutating func takeTitles() -> [String]? {
    var next = start
    var cells: [CSVCell] = []
    forEachRow { range, found in
      next = range.upperBound
      cells = found
      return found.isEmpty
    }
    start = next
    guard !cells.isEmpty else { return nil }
    var titles = cells.map { withText(of: $0, \.text) }
    width = titles.count
    while titles.count > 1, titles.last == "" { titles.removeLast() }
    return titles
  }
}

extension CSVSample {
  /// Removes the next rows that have texts in some columns alone, as rows below a header that name parts of parts.
  mutating func skipRows(within columns: Set<Int>) {
    var next = start
    forEachRow { range, cells in
      let filled = cells.indices.filter { cells[$0].start < cells[$0].end }
      guard !cells.isEmpty, columns.isSuperset(of: filled) else { return false }
      next = range.upperBound
      return true
    }
    start = next
  }
}

extension CSVSample {
  /// The number of rows that are looked at for columns that say nothing.
  private static let maximumFilledRows = 100

  /// The texts of the first rows in some columns.
  func texts(in columns: [Int]) -> [[String]] {
    var texts = [[String]](repeating: [], count: columns.count)
    var rowCount = 0
    forEachRow { _, cells in
      for (index, column) in columns.enumerated() where column < cells.count {
        withText(of: cells[column]) { if !$0.isNothing { texts[index].append($0.text) } }
      }
      rowCount += 1
      return rowCount < Self.maximumFilledRows
    }
    return texts
  }

  /// The first of some columns of which a tenth of the first rows has a value; `nil` if none has.
  func firstFilled(among columns: [Int]) -> Int? {
    var filled = [Int](repeating: 0, count: columns.count)
    var rowCount = 0
    forEachRow { _, cells in
      guard !cells.isEmpty else { return true }
      for (index, column) in columns.enumerated() where column < cells.count {
        if withText(of: cells[column], { !$0.trimmed.isNothing }) { filled[index] += 1 }
      }
      rowCount += 1
      return rowCount < Self.maximumFilledRows
    }
    return columns.indices.first { filled[$0] > 0 && filled[$0] * 10 >= rowCount }.map { columns[$0] }
  }
}

/// What the values of a pair of coordinate columns tell.
extension CSVSample {
  /// Whether columns called x and y hold latitude and longitude, which is decided once for the whole table.
  ///
  /// `false` if no row decides it. In Korea, swapped columns have x in 33...39 and y in 124...132.
  func hasLatitudesInX(_ pair: CSVColumns.Pair) -> Bool {
    var orders = PositionOrders()
    forEachCoordinate(pair) { x, y in
      orders.add(x, y)
      return true
    }
    return orders.decided == .latitudeFirst
  }

  /// The coordinates of the first rows that are not degrees.
  func metres(of pair: CSVColumns.Pair, atMost maximumCount: Int = RowCounts.maximumMetresCount) -> [GridPoint] {
    var rows: [GridPoint] = []
    forEachCoordinate(pair) { x, y in
      if abs(x) > 180 || abs(y) > 180 { rows.append((x, y)) }
      return rows.count < maximumCount
    }
    return rows
  }

  /// The divisor of a pair's numbers, most of which are degrees without a decimal point.
  func divisor(of pair: CSVColumns.Pair) -> Int? {
    var count = 0
    forEachCoordinate(pair) { _, _ in
      count += 1
      return count < Self.maximumProjectedRows
    }
    let rows = metres(of: pair, atMost: Self.maximumProjectedRows)
    return rows.count * 2 > count ? DegreeScale.divisor(of: rows, areNamed: pair.slot != .plane) : nil
  }

  /// Compares the numbers of a column of positions with a pair of columns in the first rows.
  func comparison(of column: Int, with pair: CSVColumns.Pair?) -> PairComparison {
    var comparison = PairComparison()
    var rowCount = 0
    forEachRow { _, cells in
      rowCount += 1
      guard column < cells.count else { return true }
      withText(of: cells[column]) { text in
        guard let numbers = PositionParser.parse(text)?.numbers else { return }
        let point: GridPoint? = pair.flatMap { pair in
          number(pair.longitude, cells).flatMap { x in number(pair.latitude, cells).map { (x, $0) } }
        }
        comparison.add(numbers, beside: point, isSeparated: text.isSeparatedPair)
      }
      return rowCount < Self.maximumFilledRows
    }
    return comparison
  }

  /// Whether a row has two numbers in one of the pairs, if there are any.
  func hasNumbers(in pairs: [CSVColumns.Pair]) -> Bool {
    var hasNumbers = pairs.isEmpty
    forEachRow { _, cells in
      hasNumbers =
        hasNumbers || pairs.contains { number($0.latitude, cells) != nil && number($0.longitude, cells) != nil }
      return !hasNumbers
    }
    return hasNumbers
  }

  private func forEachCoordinate(_ pair: CSVColumns.Pair, _ body: (_ x: Double, _ y: Double) -> Bool) {
    forEachRow { _, cells in
      guard let y = number(pair.latitude, cells), let x = number(pair.longitude, cells) else { return true }
      return body(x, y)
    }
  }

  private func number(_ column: Int, _ cells: [CSVCell]) -> Double? {
    guard column < cells.count else { return nil }
    return withText(of: cells[column], \.coordinate)
  }
}
