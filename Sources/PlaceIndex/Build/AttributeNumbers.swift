import Domain
import Tables

/// The attributes of all places, numbered in byte order (``TermLists``).
final class AttributeNumbers: @unchecked Sendable {  // Nothing changes after `init`.
  /// The attributes, each a key, a zero byte and a value; they are inserted in order.
  private let table: TermTable

  init(_ points: [CollectedPoint], _ rows: RowArena.Rows, threads: Int) {
    let ranges = points.indices.parts(threads)
    let parts = Threads.map(ranges.count, on: threads) { part in
      var table = TermTable()
      var known = RowParts()
      for index in ranges[part] {
        known.formUnion(points[index].row.parts)
        Self.forEachPair(of: points[index].row, in: rows) { table.insert($0) }
      }
      for text in Self.texts where known.contains(text.part) { table.insert(text.term) }
      return SortedTerms(table)
    }
    var table = TermTable()
    var terms = MergedTerms(parts)
    while let term = terms.nextTerm() { table.insert(term) }
    self.table = table
  }

  var count: Int { table.count }

  /// The texts of rows that can be queried like attributes (`AttributeName.texts`).
  private static let texts = AttributeName.texts.map { key, field in
    (
      part: field == .phone ? RowParts.phone : .url,
      term: ByteView.lasting(Array(key.utf8) + [0])
    )
  }

  /// Calls a closure with the attributes of a row, each a key, a zero byte and a value.
  @inline(__always)
  private static func forEachPair(of row: RowArena.Row, in rows: RowArena.Rows, _ body: (ByteView) -> Void) {
    guard row.parts.contains(.attributes), let row = RowFormat(rows.view(row)) else { return }
    PackedAttributes.forEach(in: row.tail) { body($1) }
  }

  /// Calls a closure with the numbers of a row's attributes, in ascending order.
  @inline(__always)
  func forEachNumber(of row: RowFormat, _ body: (UInt32) -> Void) {
    PackedAttributes.forEach(in: row.tail) { _, pair in
      if let number = table.number(of: pair) { body(UInt32(number)) }
    }
  }

  /// Returns the size in bytes of a row in a file, in which numbers replace the attributes.
  @inline(__always)
  func byteCount(of row: RowArena.Row, in rows: RowArena.Rows) -> Int {
    guard row.parts.contains(.attributes), let row = RowFormat(rows.view(row)) else { return Int(row.count) }
    var size = row.withoutTail.count
    var last: UInt32 = 0
    forEachNumber(of: row) { PostingList.forEachByte(adding: $0, after: &last) { _ in size += 1 } }
    return size
  }

  /// Returns the section of the attributes of places in file order.
  func section(of blocks: PlaceBlocks, _ rows: RowArena.Rows, threads: Int) -> TermSection {
    guard count > 0 else { return TermSection([]) }
    let ranges = (0..<blocks.count).parts(threads)
    let parts = Threads.map(ranges.count, on: threads) { part in
      var table = TermTable()
      var known = [Int?](repeating: nil, count: Self.texts.count)
      for block in ranges[part] {
        for slot in 0..<blocks.placeCount(of: block) {
          let position = UInt32(block * IndexLayout.blockSize + slot)
          let row = blocks.points[Int(position)].row
          for index in known.indices where row.parts.contains(Self.texts[index].part) {
            known[index] = table.insert(Self.texts[index].term, as: known[index], place: position)
          }
          Self.forEachPair(of: row, in: rows) { table.insert($0, place: position) }
        }
      }
      return SortedTerms(table)
    }
    return TermSection(parts)
  }
}
