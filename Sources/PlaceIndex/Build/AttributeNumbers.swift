import Domain

/// The attributes of all places, numbered in the order of their keys and values.
final class AttributeNumbers: @unchecked Sendable {  // Nothing changes after `init`.
  /// The attributes of a part of the places.
  private final class Part: @unchecked Sendable {  // Filled by one thread, and read afterwards.
    var table = FactTable()
    var texts = [Int](repeating: 0, count: RowFormat.firstCount)
  }

  private let table: FactTable
  /// The sorted number of each pair in the table.
  private let numbers: SharedArray<UInt32>
  /// The pairs of the table, sorted.
  private let order: SharedArray<UInt32>
  /// The number of places that have a text, by the text's number.
  let textCounts: [Int]

  init(_ points: [CollectedPoint], _ rows: RowArena.Rows, threads: Int) {
    let ranges = points.indices.parts(threads)
    let parts = ranges.map { _ in Part() }
    Threads.run(ranges.count, on: threads) { part, _ in
      var table = FactTable()
      var texts = [Int](repeating: 0, count: RowFormat.firstCount)
      for index in ranges[part] {
        guard let row = RowFormat(rows.view(points[index].row)) else { continue }
        for field in AttributeIndex.texts where row.length(of: field) > 0 { texts[RowFormat.slot(of: field)] += 1 }
        guard row.tail.count > 0 else { continue }
        PackedAttributes.forEach(in: row.tail) { _, _, pair in table.insert(pair) }
      }
      parts[part].table = table
      parts[part].texts = texts
    }
    var table = FactTable()
    var textCounts = [Int](repeating: 0, count: RowFormat.firstCount)
    for part in parts {
      for number in 0..<part.table.pairs.count {
        table.insert(part.table.pairs[number], count: part.table.counts[number])
      }
      for number in textCounts.indices { textCounts[number] += part.texts[number] }
    }
    self.textCounts = textCounts
    order = SharedArray(repeating: UInt32(0), count: table.pairs.count)
    numbers = SharedArray(repeating: UInt32(0), count: table.pairs.count)
    for number in 0..<order.count { order[number] = UInt32(number) }
    self.table = table
    order.sort(0..<order.count) { self.table.pairs[Int($0)].precedes(self.table.pairs[Int($1)]) }
    for number in 0..<order.count { numbers[Int(order[number])] = UInt32(number) }
  }

  var count: Int { order.count }

  /// Returns the pair with a number.
  func pair(_ number: Int) -> ByteView { table.pairs[Int(order[number])] }

  /// Returns the number of places with a pair.
  func placeCount(_ number: Int) -> Int { Int(table.counts[Int(order[number])]) }

  /// Calls a closure with the numbers of a row's attributes, in ascending order.
  @inline(__always)
  func forEachNumber(of row: RowFormat, _ body: (Int) -> Void) {
    guard row.tail.count > 0 else { return }
    PackedAttributes.forEach(in: row.tail) { _, _, pair in body(Int(numbers[table.number(of: pair)])) }
  }

  /// Returns the size in bytes of a row in a file, in which numbers replace the attributes.
  @inline(__always)
  func byteCount(of row: RowArena.Row, in rows: RowArena.Rows) -> Int {
    guard count > 0, let row = RowFormat(rows.view(row)) else { return Int(row.count) }
    var size = row.byteCount - row.tail.count
    var last = 0
    forEachNumber(of: row) { number in
      size += RowFormat.variableSize(number - last)
      last = number
    }
    return size
  }
}
