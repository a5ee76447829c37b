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

  /// Adds a term without a list; in a table, either all terms have lists or no term has one.
  mutating func insert(_ term: ByteView) { _ = find(term) }

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
