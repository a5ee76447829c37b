import Tables

/// The distinct terms of some places with their posting lists, in the order of discovery.
struct TermTable: ~Copyable {
  private let hash = ByteHash.seeded
  private var table = HashTable()
  /// The concatenated terms.
  private var bytes = GrowableBuffer<UInt8>(capacity: 1 << 12)
  /// The end of each term.
  private var ends = GrowableBuffer<Int>()
  private var tails = GrowableBuffer<PlaceLists.Tail>()
  private(set) var lists = PlaceLists()

  var count: Int { ends.count }

  /// Adds a number to the list of a term; numbers must be added in order.
  @inline(__always)
  mutating func insert(_ term: ByteView, place: UInt32) { _ = insert(term, as: nil, place: place) }

  /// Adds a number to the list of a term, given the term's number if it is known, and returns the term's number.
  @inline(__always)
  mutating func insert(_ term: ByteView, as known: Int?, place: UInt32) -> Int {
    guard let known = known ?? find(term) else {
      tails.append(lists.begin(with: place))
      return count - 1
    }
    if tails[known].last != place { lists.append(place, to: &tails[known]) }
    return known
  }

  /// Adds a term without a list, and returns its number; in a table, either all terms have lists or no term has one.
  @discardableResult
  mutating func insert(_ term: ByteView) -> Int { find(term) ?? count - 1 }

  func term(_ number: Int) -> ByteView { bytes.window((number == 0 ? 0 : ends[number - 1])..<ends[number]) }

  func list(_ number: Int) -> PlaceLists.List { lists.list(endingWith: tails[number]) }

  /// Returns the number of a term; `nil` if the table doesn't have it.
  @inline(__always)
  func number(of term: ByteView) -> Int? { table.number(hash.hash(term)) { self.term($0).equals(term) } }

  /// Returns the numbers of the terms in byte order.
  func sortedNumbers() -> [UInt32] {
    let keys = (0..<count).map { (key: term($0).firstEight, number: UInt32($0)) }
    let sorted = keys.sorted { first, second in
      first.key == second.key
        ? term(Int(first.number)).precedes(term(Int(second.number))) : first.key < second.key
    }
    return sorted.map(\.number)
  }

  /// Returns the number of a term; `nil` for a new term, which is added.
  @inline(__always)
  private mutating func find(_ term: ByteView) -> Int? {
    let known = table.insert(hash.hash(term)) { number in
      bytes.window((number == 0 ? 0 : ends[number - 1])..<ends[number]).equals(term)
    }
    guard known == nil else { return known }
    bytes.append(term)
    ends.append(bytes.count)
    return nil
  }
}

/// The terms that one thread collected, in byte order.
final class SortedTerms: @unchecked Sendable {  // Nothing changes after `init`.
  let table: TermTable
  /// The numbers of the terms in byte order.
  let order: [UInt32]

  init(_ table: consuming TermTable) {
    order = table.sortedNumbers()
    self.table = table
  }
}

/// Merges the terms of several threads in byte order.
struct MergedTerms {
  private let parts: [SortedTerms]
  /// The index of each part's next term in its order.
  private var next: [Int]
  /// The parts that have the current term, and its number in each.
  private(set) var origins: [(part: Int, number: UInt32)] = []

  init(_ parts: [SortedTerms]) {
    self.parts = parts
    next = Array(repeating: 0, count: parts.count)
  }

  /// Returns the next term, and sets ``origins``; `nil` at the end.
  mutating func nextTerm() -> ByteView? {
    origins.removeAll(keepingCapacity: true)
    var least: ByteView?
    for part in parts.indices where next[part] < parts[part].order.count {
      let number = parts[part].order[next[part]]
      let term = parts[part].table.term(Int(number))
      if let known = least, !term.precedes(known) {
        if term.equals(known) { origins.append((part, number)) }
        continue
      }
      least = term
      origins.removeAll(keepingCapacity: true)
      origins.append((part, number))
    }
    for origin in origins { next[origin.part] += 1 }
    return least
  }
}
