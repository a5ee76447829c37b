/// The section of names: for each gram of a name or an address, the list of the blocks that hold it.
struct NameIndex: Sendable {
  /// Bytes before the entries: the number of grams.
  static let headerBytes = 8
  /// Bytes of an entry: a gram, and where its list ends.
  static let entryBytes = 16

  private let entries: ByteView
  private let lists: ByteView
  private let blockCount: Int
  /// The number of grams.
  let gramCount: Int

  /// Checks the sizes of a section; `nil` if they contradict each other.
  init?(_ section: ByteView, blockCount: Int) {
    guard section.count > 0 else {
      (gramCount, self.blockCount, entries, lists) = (0, blockCount, .empty, .empty)
      return
    }
    guard section.count >= Self.headerBytes, let count = Int(exactly: section.load(UInt64.self, at: 0)),
      count <= (section.count - Self.headerBytes) / Self.entryBytes
    else { return nil }
    (gramCount, self.blockCount) = (count, blockCount)
    entries = section.part(Self.headerBytes..<Self.headerBytes + count * Self.entryBytes)
    lists = section.part(Self.headerBytes + entries.count..<section.count)
  }

  /// The gram with a number in the order of grams.
  func gram(_ number: Int) -> UInt64 { entries.load(UInt64.self, at: number * Self.entryBytes) }

  /// The blocks that may hold a place with all of some parts.
  ///
  /// - Throws: When the section is damaged.
  /// - Complexity: O(p log g + m) for p parts among g grams, whose lists have m blocks.
  func blocks(holding parts: [GramPattern]) throws(IndexHeader.FormatError) -> BlockSet {
    var found: [(numbers: [Int], bytes: Int)] = []
    for part in parts {
      let numbers = self.numbers(of: part)
      var bytes = 0
      for number in numbers { bytes += try list(number).count }
      found.append((numbers, bytes))
    }
    var blocks = BlockSet(count: blockCount, isFull: found.isEmpty)
    // The rarest first: few blocks need no further lists.
    for (order, part) in found.sorted(by: { $0.bytes < $1.bytes }).enumerated() {
      if order > 0, blocks.isSmall { break }
      var holding = BlockSet(count: blockCount, isFull: false)
      for number in part.numbers { try add(number, to: &holding) }
      if order == 0 { blocks = holding } else { blocks.formIntersection(holding) }
    }
    return blocks
  }

  /// The blocks that hold most grams of a folded name, up to a limit.
  ///
  /// Source: E. Ukkonen, "Approximate string-matching with q-grams and maximal matches" (1992).
  func blocks(similarTo name: [UInt8], limit: Int) throws(IndexHeader.FormatError) -> [UInt32] {
    var grams: Set<UInt64> = []
    var reader = GramReader(ofAddress: false)
    _ = ByteView.over(name) { reader.read($0, isFolded: true) { grams.insert($0) } }
    reader.finish { grams.insert($0) }
    var counts = [UInt8](repeating: 0, count: blockCount)
    for gram in grams.prefix(Int(UInt8.max)) {
      for number in numbers(of: GramPattern(gram)) { try forEachBlock(of: number) { counts[$0] += 1 } }
    }
    var sizes = [Int](repeating: 0, count: 256)
    for count in counts { sizes[Int(count)] += 1 }
    var blocks: [UInt32] = []
    var rest = limit
    for count in stride(from: 255, through: 0, by: -1) where rest > 0 && sizes[count] > 0 {
      blocks += counts.indices.lazy.filter { Int(counts[$0]) == count }.prefix(rest).map(UInt32.init)
      rest = limit - blocks.count
    }
    return blocks
  }

  /// Calls a closure with the blocks of a list, in order.
  func forEachBlock(of number: Int, _ body: (Int) -> Void) throws(IndexHeader.FormatError) {
    let list = try list(number)
    var (block, at, isFirst) = (0, 0, true)
    while at < list.count {
      var (difference, shift) = (0, 0)
      while true {
        guard at < list.count, shift < 35 else { throw .damaged(IndexSection.names.name) }
        let byte = list.byte(at: at)
        at += 1
        difference |= Int(byte & 0x7F) << shift
        if byte < 0x80 { break }
        shift += 7
      }
      block += difference
      guard block < blockCount, isFirst || difference > 0 else { throw .damaged(IndexSection.names.name) }
      isFirst = false
      body(block)
    }
  }

  private func add(_ number: Int, to blocks: inout BlockSet) throws(IndexHeader.FormatError) {
    try forEachBlock(of: number) { blocks.insert($0) }
  }

  private func list(_ number: Int) throws(IndexHeader.FormatError) -> ByteView {
    let start = number == 0 ? 0 : entries.load(UInt64.self, at: number * Self.entryBytes - 8)
    let end = entries.load(UInt64.self, at: number * Self.entryBytes + 8)
    guard start <= end, end <= UInt64(lists.count) else { throw .damaged(IndexSection.names.name) }
    return lists.part(Int(start)..<Int(end))
  }

  /// The numbers of the grams of a pattern.
  private func numbers(of pattern: GramPattern) -> [Int] {
    let first = firstNumber(from: pattern.range.lowerBound)
    return (first..<max(first, firstNumber(from: pattern.range.upperBound))).filter { pattern.matches(gram($0)) }
  }

  /// The number of the first gram that is not less than a value.
  private func firstNumber(from gram: UInt64) -> Int {
    var (low, high) = (0, gramCount)
    while low < high {
      let middle = (low + high) / 2
      if self.gram(middle) < gram { low = middle + 1 } else { high = middle }
    }
    return low
  }
}

extension NameIndex {
  /// Checks that grams are sorted, and that each list names blocks in order and ends where the next begins.
  func verify() throws(IndexHeader.FormatError) {
    for number in 0..<gramCount {
      var count = 0
      try forEachBlock(of: number) { _ in count += 1 }
      guard count > 0, number == 0 || gram(number - 1) < gram(number) else { throw .damaged(IndexSection.names.name) }
    }
    let end = gramCount == 0 ? 0 : entries.load(UInt64.self, at: entries.count - 8)
    guard end == UInt64(lists.count) else { throw .damaged(IndexSection.names.name) }
  }
}

/// A set of blocks, one bit each.
struct BlockSet {
  /// The number of blocks that are read rather than compared with further lists.
  private static let few = 16

  private var words: [UInt64]

  init(count: Int, isFull: Bool) {
    words = Array(repeating: isFull ? .max : 0, count: (count + 63) / 64)
    if isFull, count % 64 > 0 { words[words.count - 1] = 1 << UInt64(count % 64) - 1 }
  }

  @inline(__always)
  mutating func insert(_ block: Int) { words[block >> 6] |= 1 << UInt64(block & 63) }

  mutating func insert(_ blocks: Range<Int>) {
    for block in blocks { insert(block) }
  }

  mutating func formIntersection(_ other: BlockSet) {
    for index in words.indices { words[index] &= other.words[index] }
  }

  func contains(_ block: Int) -> Bool { words[block >> 6] >> UInt64(block & 63) & 1 == 1 }

  /// Whether so few blocks are left that further lists would take longer than the blocks.
  var isSmall: Bool { words.reduce(0) { $0 + $1.nonzeroBitCount } <= Self.few }

  /// The blocks, in order.
  var blocks: [UInt32] {
    var blocks: [UInt32] = []
    for (index, word) in words.enumerated() {
      var rest = word
      while rest != 0 {
        blocks.append(UInt32(index * 64 + rest.trailingZeroBitCount))
        rest &= rest - 1
      }
    }
    return blocks
  }
}
