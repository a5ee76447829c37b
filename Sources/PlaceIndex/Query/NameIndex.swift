/// The section of names: posting lists of places for the grams of names and of address numbers, and posting lists of
/// streets for the grams of address letters.
struct NameIndex: Sendable {
  /// The size of the header in bytes: the number of grams.
  static let headerBytes = 8
  /// The size of an entry in bytes: a gram, and the end of its list.
  static let entryBytes = 16

  /// The time to read a place, in units of the time to read a byte of a list.
  private static let placeTime = 100
  /// The fraction of the places, as 1/n, that a further list excludes at least, judging by its length.
  private static let leastExcluded = 8

  let entries: ByteView
  let lists: ByteView
  /// The number of positions; the last positions of a partition may be empty.
  private let positionCount: Int
  private let streetCount: Int
  let gramCount: Int
  private let checker: PageChecker?

  /// Checks the sizes of a section; `nil` if they contradict each other.
  init?(_ section: ByteView, blockCount: Int, streetCount: Int, _ checker: PageChecker? = nil) {
    self.checker = checker
    self.streetCount = streetCount
    if section.count > 0 { checker?.check(0, min(Self.headerBytes, section.count), of: section) }
    guard section.count > 0 else {
      gramCount = 0
      positionCount = blockCount * IndexLayout.blockSize
      entries = .empty
      lists = .empty
      return
    }
    guard section.count >= Self.headerBytes, let count = Int(exactly: section.load(UInt64.self, at: 0)),
      count <= (section.count - Self.headerBytes) / Self.entryBytes
    else { return nil }
    gramCount = count
    positionCount = blockCount * IndexLayout.blockSize
    entries = section.part(Self.headerBytes..<Self.headerBytes + count * Self.entryBytes)
    lists = section.part(Self.headerBytes + entries.count..<section.count)
  }

  func gram(_ number: Int) -> UInt64 {
    checker?.check(number * Self.entryBytes, Self.entryBytes, of: entries)
    return entries.load(UInt64.self, at: number * Self.entryBytes)
  }

  /// Returns the positions of the places that may match all patterns, in order; only those that do if `isExact`.
  ///
  /// - Throws: An error if the section is damaged.
  /// - Complexity: O(p log g + m) for p patterns among g grams, whose lists have m places.
  func places(
    holding parts: [GramPattern],
    exactly isExact: Bool = false
  ) throws(IndexHeader.FormatError) -> [UInt32] {
    guard !parts.isEmpty else { return Array(0..<UInt32(positionCount)) }
    var places: [UInt32]?
    // The rarest patterns come first, until reading the places takes less time than reading the next list.
    for part in try lists(of: parts).sorted(by: { $0.bytes < $1.bytes }) {
      let excluded = max(positionCount / Self.leastExcluded, positionCount - part.bytes)
      if !isExact, let places, places.count * Self.placeTime * excluded < part.bytes * positionCount { return places }
      places = try self.places(holding: part.numbers, among: places, of: positionCount)
    }
    return places ?? []
  }

  /// Returns the numbers of the streets that may match all patterns of address letters, in order.
  ///
  /// - Throws: An error if the section is damaged.
  /// - Complexity: O(p log g + m) for p patterns among g grams, whose lists have m streets.
  func streets(holding parts: [GramPattern]) throws(IndexHeader.FormatError) -> [Int] {
    var streets: [UInt32]?
    for part in try lists(of: parts).sorted(by: { $0.bytes < $1.bytes }) {
      streets = try places(holding: part.numbers, among: streets, of: streetCount)
    }
    return streets.map { $0.map(Int.init) } ?? Array(0..<streetCount)
  }

  /// Returns, for each pattern, the numbers of its grams and the total size of their lists in bytes.
  private func lists(of parts: [GramPattern]) throws(IndexHeader.FormatError) -> [(numbers: [Int], bytes: Int)] {
    try parts.map { (part) throws(IndexHeader.FormatError) in
      let numbers = self.numbers(of: part)
      var bytes = 0
      for number in numbers { bytes += try list(number).count }
      return (numbers, bytes)
    }
  }

  /// Returns the places (or streets) in any of the grams' lists, in order; `count` is the number of all places or
  /// streets.
  private func places(
    holding numbers: [Int],
    among wanted: [UInt32]?,
    of count: Int
  ) throws(IndexHeader.FormatError) -> [UInt32] {
    guard numbers.count == 1 else {
      var holding = PlaceSet(count: (count / IndexLayout.blockSize + 1) * IndexLayout.blockSize)
      for number in numbers { try forEachPlace(of: number) { holding.insert($0) } }
      return wanted?.filter { holding.contains($0) } ?? holding.positions
    }
    var places: [UInt32] = []
    guard let wanted else {
      try forEachPlace(of: numbers[0]) { places.append(UInt32($0)) }
      return places
    }
    var index = 0
    try forEachPlace(of: numbers[0]) { position in
      while index < wanted.count, wanted[index] < position { index += 1 }
      if index < wanted.count, wanted[index] == position { places.append(UInt32(position)) }
    }
    return places
  }

  /// Counts, for each block from `first`, how many of at most 255 grams it contains.
  func count(_ grams: some Sequence<UInt64>, ofBlocksFrom first: Int, in counts: inout [UInt8])
    throws(IndexHeader.FormatError)
  {
    for gram in grams {
      for number in numbers(of: GramPattern(gram)) {
        var last = -1
        try forEachPlace(of: number) { position in
          let block = position / IndexLayout.blockSize
          counts[first + block] += block == last ? 0 : 1
          last = block
        }
      }
    }
  }

  /// Calls a closure with the positions in a list, in order; for a gram of streets, with the streets' numbers.
  @inline(__always)
  func forEachPlace(of number: Int, _ body: (Int) -> Void) throws(IndexHeader.FormatError) {
    let list = try list(number)
    let count = GramReader.isOfStreet(gram(number)) ? streetCount : positionCount
    var position = 0
    var at = 0
    var isFirst = true
    while at < list.count {
      guard let difference = RowFormat.number(in: list, at: &at) else { throw .damaged(IndexSection.names.name) }
      position += difference
      guard position < count, isFirst || difference > 0 else { throw .damaged(IndexSection.names.name) }
      isFirst = false
      body(position)
    }
  }

  private func list(_ number: Int) throws(IndexHeader.FormatError) -> ByteView {
    let first = max(0, number * Self.entryBytes - 8)
    checker?.check(first, (number + 1) * Self.entryBytes - first, of: entries)
    let start = number == 0 ? 0 : entries.load(UInt64.self, at: number * Self.entryBytes - 8)
    let end = entries.load(UInt64.self, at: number * Self.entryBytes + 8)
    guard start <= end, end <= UInt64(lists.count) else { throw .damaged(IndexSection.names.name) }
    let list = lists.part(Int(start)..<Int(end))
    if list.count > 0 { checker?.check(0, list.count, of: list) }
    return list
  }

  private func numbers(of pattern: GramPattern) -> [Int] {
    pattern.ranges.flatMap { range in
      let first = (0..<gramCount).partitioningIndex { gram($0) >= range.lowerBound }
      let end = (first..<gramCount).partitioningIndex { gram($0) >= range.upperBound }
      return (first..<end).filter { pattern.matches(gram($0)) }
    }
  }
}
