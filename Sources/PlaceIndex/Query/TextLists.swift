import Synchronization

/// A section of distinct texts with posting lists: words of names, or streets.
///
/// Every number is checked when it is used, so a damaged file is never read out of bounds.
struct TextLists: Sendable {
  /// The size of the header in bytes: the number of texts, and their total size.
  static let headerBytes = 16
  /// The size of a group in bytes: the offsets of its texts and of its lists.
  private static let groupBytes = 16
  /// The number of texts in a group.
  static let groupSize = 32
  /// The byte after each text.
  static let separator = UInt8(ascii: "\n")
  /// The size in bytes from which reading texts on several threads is faster.
  private static let manyBytes = 1 << 18

  /// The number of texts.
  let count: Int
  private let groups: ByteView
  private let texts: ByteView
  private let lists: ByteView
  private let positionCount: Int
  let section: IndexSection
  private let checker: PageChecker?

  /// Checks the sizes of a section; `nil` if they contradict each other.
  init?(_ view: ByteView, of section: IndexSection, blockCount: Int, _ checker: PageChecker? = nil) {
    self.section = section
    self.checker = checker
    positionCount = blockCount * IndexLayout.blockSize
    guard view.count > 0 else {
      count = 0
      groups = .empty
      texts = .empty
      lists = .empty
      return
    }
    checker?.check(0, min(Self.headerBytes, view.count), of: view)
    guard view.count >= Self.headerBytes, let count = Int(exactly: view.load(UInt64.self, at: 0)),
      let textBytes = Int(exactly: view.load(UInt64.self, at: 8)), count <= view.count,
      textBytes <= view.count - Self.headerBytes
    else { return nil }
    let groupEnd = Self.headerBytes + (count + Self.groupSize - 1) / Self.groupSize * Self.groupBytes
    guard groupEnd <= view.count - textBytes else { return nil }
    self.count = count
    groups = view.part(Self.headerBytes..<groupEnd)
    texts = view.part(groupEnd..<groupEnd + textBytes)
    lists = view.part(groupEnd + textBytes..<view.count)
  }

  /// The size of all texts in bytes.
  var textBytes: Int { texts.count }

  var groupCount: Int { groups.count / Self.groupBytes }

  /// Returns the positions in the segment of the places with a text that satisfies a predicate.
  ///
  /// The predicate is called with several texts first, separated by line feeds; if it is false, none of them is tested.
  ///
  /// - Throws: An error if the section is damaged.
  /// - Complexity: O(b + m) for texts of b bytes, whose lists have m places; on all processors.
  func places(where isWanted: @Sendable (ByteView) -> Bool) throws(IndexHeader.FormatError) -> PlaceSet {
    let threads = texts.count < Self.manyBytes ? 1 : Threads.available
    let parts = (0..<groupCount).parts(threads * 4)
    let found = Mutex<[Int: [Int]]>([:])
    Threads.run(parts.count, on: threads) { number, _ in
      var wanted: [Int] = []
      for group in parts[number] {
        guard let all = self.texts(ofGroup: group) else { return }
        guard isWanted(all) else { continue }
        var text = group * Self.groupSize
        all.forEachText { one in
          if isWanted(one) { wanted.append(text) }
          text += 1
        }
        guard text <= count else { return }
      }
      found.withLock { $0[number] = wanted }
    }
    let numbers = found.withLock(\.self)
    guard numbers.count == parts.count else { throw .damaged(section.name) }
    return try places(of: parts.indices.flatMap { numbers[$0] ?? [] })
  }

  /// Returns the positions in the segment of the places with any of the texts, given by their numbers in order.
  func places(of numbers: [Int]) throws(IndexHeader.FormatError) -> PlaceSet {
    var places = PlaceSet(count: positionCount)
    var next = 0
    while next < numbers.count {
      let group = numbers[next] / Self.groupSize
      var wanted: UInt32 = 0
      while next < numbers.count, numbers[next] / Self.groupSize == group {
        wanted |= 1 << UInt32(numbers[next] % Self.groupSize)
        next += 1
      }
      try forEachPlace(ofGroup: group, wanted) { places.insert($1) }
    }
    return places
  }

  /// Calls a closure with texts, given by their numbers in order.
  func forEachText(
    of numbers: some Sequence<Int>,
    _ body: (Int, ByteView) -> Void
  ) throws(IndexHeader.FormatError) {
    var known: (group: Int, texts: [ByteView]) = (-1, [])
    for number in numbers {
      let group = number / Self.groupSize
      if group != known.group {
        guard let all = texts(ofGroup: group) else { throw .damaged(section.name) }
        known = (group, [])
        all.forEachText { known.texts.append($0) }
      }
      guard number % Self.groupSize < known.texts.count else { throw .damaged(section.name) }
      body(number, known.texts[number % Self.groupSize])
    }
  }

  /// Returns the texts of a group; `nil` if the file is damaged there.
  private func texts(ofGroup group: Int) -> ByteView? { part(of: texts, group: group, at: 0) }

  private func part(of bytes: ByteView, group: Int, at offset: Int) -> ByteView? {
    guard group >= 0, group < groupCount else { return nil }
    let at = group * Self.groupBytes
    let isLast = group + 1 == groupCount
    checker?.check(at, isLast ? Self.groupBytes : 2 * Self.groupBytes, of: groups)
    let start = groups.load(UInt64.self, at: at + offset)
    let end = isLast ? UInt64(bytes.count) : groups.load(UInt64.self, at: at + Self.groupBytes + offset)
    guard start <= end, end <= UInt64(bytes.count) else { return nil }
    let part = bytes.part(Int(start)..<Int(end))
    if part.count > 0 { checker?.check(0, part.count, of: part) }
    return part
  }

  /// Calls a closure with the wanted texts' numbers and places; `wanted` has one bit per text of the group.
  func forEachPlace(
    ofGroup group: Int,
    _ wanted: UInt32 = .max,
    _ body: (Int, Int) -> Void
  ) throws(IndexHeader.FormatError) {
    guard let bytes = part(of: lists, group: group, at: 8) else { throw .damaged(section.name) }
    var first = 0
    var at = 0
    for number in group * Self.groupSize..<min(count, (group + 1) * Self.groupSize) {
      guard let skipped = RowFormat.number(in: bytes, at: &at), let length = RowFormat.number(in: bytes, at: &at),
        length <= bytes.count - at
      else { throw .damaged(section.name) }
      first += skipped
      let end = at + length
      if wanted >> UInt32(number % Self.groupSize) & 1 == 1 {
        var position = first
        guard position < positionCount else { throw .damaged(section.name) }
        body(number, position)
        while at < end {
          guard let difference = RowFormat.number(in: bytes, at: &at), difference > 0 else {
            throw .damaged(section.name)
          }
          position += difference
          guard position < positionCount else { throw .damaged(section.name) }
          body(number, position)
        }
        guard at == end else { throw .damaged(section.name) }
      }
      at = end
    }
    guard at == bytes.count else { throw .damaged(section.name) }
  }
}

extension ByteView {
  /// Calls a closure with the texts, which are each followed by a line feed.
  @inline(__always)
  fileprivate func forEachText(_ body: (ByteView) -> Void) {
    var start = 0
    while start < count, let end = firstIndex(of: TextLists.separator, from: start) {
      body(part(start..<end))
      start = end + 1
    }
  }
}
