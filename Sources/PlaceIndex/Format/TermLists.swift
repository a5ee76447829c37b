import Tables

/// A section of terms in byte order, each with a posting list: words, streets, numbers, attributes and grams.
///
/// Terms are front-coded in groups of ``groupSize``. Every number is checked when it is used, so a damaged file is
/// never read out of bounds. Source: I. Witten, A. Moffat and T. Bell, "Managing Gigabytes" (1999), section 4.1.
struct TermLists: Sendable {
  /// The size of the header in bytes: the number of terms, and the size of all groups of terms.
  static let headerBytes = 16
  /// The number of terms in a group.
  static let groupSize = 8
  /// The size of a group's entry in bytes: the offsets of its terms and of its lists.
  static let groupBytes = 16

  /// The number of terms.
  let count: Int
  let section: IndexSection
  /// The limit of the numbers in the lists.
  let limit: Int
  private let groups: ByteView
  private let terms: ByteView
  private let lists: ByteView
  private let checker: PageChecker?

  /// Checks the sizes of a section.
  init(
    _ view: ByteView,
    of section: IndexSection,
    below limit: Int,
    _ checker: PageChecker? = nil
  ) throws(IndexHeader.FormatError) {
    self.section = section
    self.limit = limit
    self.checker = checker
    guard view.count > 0 else {
      count = 0
      groups = .empty
      terms = .empty
      lists = .empty
      return
    }
    checker?.check(0, min(Self.headerBytes, view.count), of: view)
    guard view.count >= Self.headerBytes, let count = Int(exactly: view.load(UInt64.self, at: 0)),
      let termBytes = Int(exactly: view.load(UInt64.self, at: 8)), count <= view.count,
      termBytes <= view.count - Self.headerBytes
    else { throw .damaged(section.name) }
    let groupEnd = Self.headerBytes + (count + Self.groupSize - 1) / Self.groupSize * Self.groupBytes
    guard groupEnd <= view.count - termBytes else { throw .damaged(section.name) }
    self.count = count
    groups = view.part(Self.headerBytes..<groupEnd)
    terms = view.part(groupEnd..<groupEnd + termBytes)
    lists = view.part(groupEnd + termBytes..<view.count)
  }

  private var groupCount: Int { groups.count / Self.groupBytes }

  /// A closure that receives a term; the term is valid until the closure returns.
  typealias Body = (_ number: Int, _ term: ByteView, _ list: ByteView) throws(IndexHeader.FormatError) -> Void

  /// Calls a closure with the terms of some numbers, in order.
  func forEachTerm(
    in numbers: Range<Int>,
    _ body: Body
  ) throws(IndexHeader.FormatError) {
    var text = GrowableBuffer<UInt8>(capacity: 64)
    try forEachTerm(in: numbers, using: &text, body)
  }

  /// Calls a closure with the terms of some numbers, using the given memory for the terms.
  func forEachTerm(
    in numbers: Range<Int>,
    using text: inout GrowableBuffer<UInt8>,
    _ body: Body
  ) throws(IndexHeader.FormatError) {
    var number = numbers.lowerBound
    while number < numbers.upperBound {
      let end = min(numbers.upperBound, (number / Self.groupSize + 1) * Self.groupSize)
      try forEachTerm(ofGroup: number / Self.groupSize, in: number..<end, using: &text, body)
      number = end
    }
  }

  /// Calls a closure with the terms of some numbers, which are sorted.
  func forEachTerm(
    of numbers: [UInt32],
    _ body: Body
  ) throws(IndexHeader.FormatError) {
    var text = GrowableBuffer<UInt8>(capacity: 64)
    var index = 0
    while index < numbers.count {
      let group = Int(numbers[index]) / Self.groupSize
      var wanted: UInt32 = 0
      while index < numbers.count, Int(numbers[index]) / Self.groupSize == group {
        wanted |= 1 << UInt32(Int(numbers[index]) % Self.groupSize)
        index += 1
      }
      let last = UInt32.bitWidth - wanted.leadingZeroBitCount
      let first = group * Self.groupSize
      try forEachTerm(ofGroup: group, in: first..<first + last, using: &text) {
        (number, term, list) throws(IndexHeader.FormatError) in
        if wanted >> UInt32(number - first) & 1 == 1 { try body(number, term, list) }
      }
    }
  }

  @inline(__always)
  private func forEachTerm(
    ofGroup group: Int,
    in numbers: Range<Int>,
    using text: inout GrowableBuffer<UInt8>,
    _ body: Body
  ) throws(IndexHeader.FormatError) {
    guard numbers.upperBound <= count, let coded = part(of: terms, group: group, at: 0),
      let lists = part(of: lists, group: group, at: 8)
    else { throw .damaged(section.name) }
    if coded.count > 0 { checker?.check(0, coded.count, of: coded) }
    text.truncate(to: 0)
    var at = 0
    var listStart = 0
    for number in group * Self.groupSize..<numbers.upperBound {
      guard let shared = RowFormat.number(in: coded, at: &at), shared <= text.count,
        let rest = RowFormat.number(in: coded, at: &at), let listBytes = RowFormat.number(in: coded, at: &at),
        rest <= coded.count - at, listBytes <= lists.count - listStart
      else { throw .damaged(section.name) }
      text.truncate(to: shared)
      text.append(coded.part(at..<at + rest))
      at += rest
      if number >= numbers.lowerBound {
        try body(number, text.window(0..<text.count), lists.part(listStart..<listStart + listBytes))
      }
      listStart += listBytes
    }
  }

  /// Returns a group's part of the terms or lists, by the offset in its entry; `nil` if the file is damaged there.
  private func part(of bytes: ByteView, group: Int, at offset: Int) -> ByteView? {
    guard group >= 0, group < groupCount else { return nil }
    let at = group * Self.groupBytes
    let isLast = group + 1 == groupCount
    checker?.check(at, isLast ? Self.groupBytes : 2 * Self.groupBytes, of: groups)
    let start = groups.load(UInt64.self, at: at + offset)
    let end = isLast ? UInt64(bytes.count) : groups.load(UInt64.self, at: at + Self.groupBytes + offset)
    guard start <= end, end <= UInt64(bytes.count) else { return nil }
    return bytes.part(Int(start)..<Int(end))
  }

  /// Calls a closure with the numbers in a list.
  func forEachNumber(
    in list: ByteView,
    _ body: (Int) -> Void
  ) throws(IndexHeader.FormatError) {
    if list.count > 0 { checker?.check(0, list.count, of: list) }
    guard PostingList.forEach(in: list, below: limit, body) else { throw .damaged(section.name) }
  }

  /// Returns the last group whose first term doesn't follow a text; `nil` if all terms follow it.
  ///
  /// - Complexity: O(log n).
  private func group(of text: ByteView) throws(IndexHeader.FormatError) -> Int? {
    var low = 0
    var high = groupCount
    while low < high {
      let middle = (low + high) / 2
      guard let coded = part(of: terms, group: middle, at: 0), coded.count > 0 else { throw .damaged(section.name) }
      checker?.check(0, coded.count, of: coded)
      var at = 0
      guard RowFormat.number(in: coded, at: &at) == 0, let length = RowFormat.number(in: coded, at: &at),
        RowFormat.number(in: coded, at: &at) != nil, let first = coded.slice(at, length)
      else { throw .damaged(section.name) }
      if first.compare(with: text) <= 0 { low = middle + 1 } else { high = middle }
    }
    return low == 0 ? nil : low - 1
  }

  /// Calls a closure with the terms of a group.
  private func forEachTerm(
    ofGroup group: Int,
    _ body: Body
  ) throws(IndexHeader.FormatError) {
    let first = group * Self.groupSize
    try forEachTerm(in: first..<min(count, first + Self.groupSize), body)
  }

  /// Returns the number of the first term that doesn't precede a text.
  private func firstNumber(notBefore text: ByteView) throws(IndexHeader.FormatError) -> Int {
    guard let group = try group(of: text) else { return 0 }
    var found = group * Self.groupSize
    try forEachTerm(ofGroup: group) { number, term, _ in if term.precedes(text) { found = number + 1 } }
    return found
  }

  /// Returns the numbers of the terms that begin with a text, which is UTF-8.
  func numbers(beginningWith text: [UInt8]) throws(IndexHeader.FormatError) -> Range<Int> {
    let first = try ByteView.over(text) { (text) throws(IndexHeader.FormatError) in
      try firstNumber(notBefore: text)
    }
    // This byte doesn't occur in UTF-8.
    let end = try ByteView.over(text + [0xFF]) { (text) throws(IndexHeader.FormatError) in
      try firstNumber(notBefore: text)
    }
    return first..<max(first, end)
  }

  /// Returns the list of a term; `nil` if the section doesn't have the term.
  ///
  /// - Complexity: O(log n).
  func list(of text: ByteView) throws(IndexHeader.FormatError) -> ByteView? {
    guard let group = try group(of: text) else { return nil }
    var found: ByteView?
    try forEachTerm(ofGroup: group) { _, term, list in if term.equals(text) { found = list } }
    return found
  }
}
