import Tables

/// Terms that are found by their parts, through the grams that point at them.
struct TermIndex: Sendable {
  let terms: TermLists
  let grams: TermLists

  /// The number of bytes of a list that take as long to read as a term.
  private static let termTime = 64

  /// Returns the numbers of the terms that may contain a part, which consists of letters; in order.
  ///
  /// - Complexity: O(p log g + m) for p letters among g grams, whose lists have m terms.
  func numbers(ofTermsWith part: [UInt8]) throws(IndexHeader.FormatError) -> [UInt32] {
    var lists: [ByteView] = []
    for gram in Grams.ofPart(part) {
      let list = try ByteView.over(gram) { (gram) throws(IndexHeader.FormatError) in try grams.list(of: gram) }
      guard let list else { return [] }
      lists.append(list)
    }
    lists.sort { $0.count < $1.count }
    var found: [UInt32] = []
    for (index, list) in lists.enumerated() {
      guard index > 0 else {
        try grams.forEachNumber(in: list) { found.append(UInt32($0)) }
        continue
      }
      // Reading the terms that are left takes less time than the next list.
      guard found.count * Self.termTime > list.count else { break }
      found = try Self.intersection(found, with: list, of: grams)
    }
    return found
  }

  /// Returns the numbers that are also in a list.
  private static func intersection(
    _ some: [UInt32],
    with list: ByteView,
    of lists: TermLists
  ) throws(IndexHeader.FormatError) -> [UInt32] {
    var both: [UInt32] = []
    var index = 0
    try lists.forEachNumber(in: list) { number in
      while index < some.count, some[index] < number { index += 1 }
      if index < some.count, some[index] == number { both.append(some[index]) }
    }
    return both
  }

  /// Returns the numbers in the lists of the terms that have a part and satisfy a predicate; `nil` if there are none.
  func places(
    ofTermsWith part: [UInt8],
    where isWanted: (ByteView) -> Bool
  ) throws(IndexHeader.FormatError) -> PlaceSet? {
    let numbers = try numbers(ofTermsWith: part)
    var places: PlaceSet?
    try terms.forEachTerm(of: numbers) { (_, term, list) throws(IndexHeader.FormatError) in
      if isWanted(term) { try add(list, to: &places) }
    }
    return places
  }

  /// Returns the numbers in the lists of the terms that have some numbers and satisfy a predicate; `nil` if there are
  /// none.
  func places(
    of numbers: Range<Int>,
    where isWanted: (ByteView) -> Bool
  ) throws(IndexHeader.FormatError) -> PlaceSet? {
    var places: PlaceSet?
    try terms.forEachTerm(in: numbers) { (_, term, list) throws(IndexHeader.FormatError) in
      if isWanted(term) { try add(list, to: &places) }
    }
    return places
  }

  private func add(_ list: ByteView, to places: inout PlaceSet?) throws(IndexHeader.FormatError) {
    var all = places ?? PlaceSet(count: terms.limit)
    places = nil
    try terms.forEachNumber(in: list) { all.insert($0) }
    places = all
  }
}
