/// Collects the grams and texts of all places, and writes the sections of names, words and streets.
struct NameIndexWriter: Sendable {
  /// The grams of a part of the blocks.
  private final class Part: @unchecked Sendable {  // Filled by one thread, and read by several afterwards.
    var table = GramTable()
  }

  /// The number of grams that a thread writes at a time.
  private static let gramsAtATime = 1024

  /// The parts in block order, then the grams of address letters, whose lists contain streets.
  private let parts: [Part]
  let words: TextListsWriter
  let streets: TextListsWriter
  /// The grams that occur, sorted.
  private let grams: [UInt64]
  /// The end of each gram's list, relative to the first list.
  private let ends: [Int]
  /// The size of the section in bytes.
  let byteCount: Int

  /// Collects the grams of all rows; `readRows` calls its closure with the rows of a block and their positions.
  init(blockCount: Int, threads: Int, readRows: @Sendable (_ block: Int, _ body: (RowFormat, UInt32) -> Void) -> Void) {
    let ranges = (0..<blockCount).parts(threads)
    var parts = ranges.map { _ in Part() }
    let words = ranges.map { _ in TextListsWriter.Part() }
    let streets = ranges.map { _ in TextListsWriter.Part() }
    let ofPlaces = parts
    Threads.run(ranges.count, on: threads) { number, _ in
      var grams = GramTable()
      var ofNames = TextTable()
      var ofAddresses = TextTable()
      var texts = PlaceWords()
      for block in ranges[number] {
        readRows(block) { row, position in
          GramReader.readGrams(ofNames: row) { grams.insert($0, place: position) }
          texts.readWords(of: row) { ofNames.insert($0, place: position) }
          texts.readStreets(of: row) {
            ofAddresses.insert($0, place: position)
          } number: {
            grams.insert($0, place: position)
          }
        }
      }
      ofPlaces[number].table = grams
      words[number].table = ofNames
      streets[number].table = ofAddresses
    }
    self.words = TextListsWriter(words)
    self.streets = TextListsWriter(streets)
    parts.append(Self.grams(of: self.streets))
    self.parts = parts
    let grams = Self.distinct(parts.map { $0.table.grams() })
    var ends: [Int] = []
    var end = 0
    ends.reserveCapacity(grams.count)
    for gram in grams {
      Self.forEachList(of: gram, in: parts) { _, list, skipped in
        end += RowFormat.variableSize(skipped) + Int(list.byteCount)
      }
      ends.append(end)
    }
    self.grams = grams
    self.ends = ends
    byteCount = NameIndex.headerBytes + grams.count * NameIndex.entryBytes + end
  }

  func write(to image: IndexImage, at start: Int, threads: Int) {
    image.store(UInt64(grams.count), at: start)
    let entries = start + NameIndex.headerBytes
    let lists = entries + grams.count * NameIndex.entryBytes
    Threads.run((grams.count + Self.gramsAtATime - 1) / Self.gramsAtATime, on: threads) { part, _ in
      for index in part * Self.gramsAtATime..<min(grams.count, (part + 1) * Self.gramsAtATime) {
        image.store(grams[index], at: entries + index * NameIndex.entryBytes)
        image.store(UInt64(ends[index]), at: entries + index * NameIndex.entryBytes + 8)
        var at = lists + (index == 0 ? 0 : ends[index - 1])
        Self.forEachList(of: grams[index], in: parts) { table, list, skipped in
          at += image.storeVariable(skipped, at: at)
          table.lists.forEachPart(of: list) { bytes in
            image.copy(bytes, at: at)
            at += bytes.count
          }
        }
      }
    }
  }

  /// Returns the grams of streets; their lists contain the numbers of the streets.
  private static func grams(of streets: TextListsWriter) -> Part {
    var table = GramTable()
    for number in 0..<streets.count {
      GramReader.readGrams(ofStreet: streets.text(number)) { table.insert($0, place: UInt32(number)) }
    }
    let part = Part()
    part.table = table
    return part
  }

  /// Calls a closure with the lists of a gram in each part, and the difference between each list's first place and the
  /// previous list's last place.
  private static func forEachList(
    of gram: UInt64,
    in parts: [Part],
    _ body: (borrowing GramTable, PlaceLists.List, _ skipped: Int) -> Void
  ) {
    var last: UInt32 = 0
    for part in parts {
      guard let list = part.table.list(of: gram) else { continue }
      body(part.table, list, Int(list.first - last))
      last = list.last
    }
  }

  private static func distinct(_ lists: [[UInt64]]) -> [UInt64] {
    var all = lists.joined().map(\.self)
    // The standard library's sort detects the sorted parts and only merges them.
    if lists.count > 1 { all.sort() }
    var count = 0
    for index in all.indices where index == 0 || all[index] != all[count - 1] {
      all[count] = all[index]
      count += 1
    }
    all.removeSubrange(count...)
    return all
  }
}
