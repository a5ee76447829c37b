import Synchronization
import Tables

/// The chains with an alternative name that may contain a text; their places are found by these names too.
///
/// Arrays rather than dictionaries: most files have no chains, but every query would instantiate a dictionary's
/// metadata.
struct MatchingChains: Sendable {
  private let content: IndexContent?
  /// The chains, sorted by key, with only the alternative names that may contain the text.
  private var chains: [Chain] = []

  static let none = MatchingChains()

  private init() { content = nil }

  /// Selects the chains with an alternative name that satisfies a predicate.
  init(_ content: IndexContent, where isSought: (ByteView) -> Bool) throws(IndexHeader.FormatError) {
    let known = try content.chains
    guard !known.isEmpty else {
      self.content = nil
      return
    }
    self.content = content
    for chain in known {
      let others = chain.others.filter { ByteView.over($0, isSought) }
      if !others.isEmpty { chains.append(Chain(group: chain.group, name: chain.name, others: others)) }
    }
    // Several sections may contain the same chain.
    chains.sort { $0.key.lexicographicallyPrecedes($1.key) }
  }

  var isEmpty: Bool { chains.isEmpty }

  /// Returns the positions of the places that may belong to the chains, merged with other positions, in order.
  func places(with others: [UInt32]) throws(IndexHeader.FormatError) -> [UInt32] {
    guard let content, !chains.isEmpty else { return others }
    var all = others
    // A name may belong to chains of many groups.
    var last: [UInt8] = []
    for name in chains.map(\.name).sorted(by: { $0.lexicographicallyPrecedes($1) }) where name != last {
      last = name
      let words = name.split { $0 <= 0x20 }.map { FoldedWord(Array($0)) }
      all += try content.places { (segment) throws(IndexHeader.FormatError) in
        try segment.places(named: words, .whole)
      }
    }
    all.sort()
    var places: [UInt32] = []
    places.reserveCapacity(all.count)
    for position in all where position != places.last { places.append(position) }
    return places
  }

  /// Calls a closure with the place's own names and its chain's names; own names are folded, apart from the case of
  /// ASCII letters.
  @inline(__always)
  func withNames<Result>(of row: RowFormat, at position: UInt32, _ body: (ByteView) -> Result) -> Result {
    guard !chains.isEmpty, let longer = longerNames(of: row, at: position) else { return body(row.searchableNames) }
    return ByteView.over(longer, body)
  }

  private func longerNames(of row: RowFormat, at position: UInt32) -> [UInt8]? {
    guard let group = content?.category(at: position)?.shown else { return nil }
    // A name without a search key is folded, apart from the case of ASCII letters.
    let names = row.searchableNames.array.map(\.lowered)
    var longer = names
    for part in [names.prefix { $0 != 0x0A }, names.prefix { $0 > 0x20 }] {
      let key = [group] + part
      var number = chains.indices.partitioningIndex { !chains[$0].key.lexicographicallyPrecedes(key) }
      while number < chains.count, chains[number].key == key {
        for other in chains[number].others {
          let isThere = ByteView.over(names) { names in ByteView.over(other) { names.contains($0) } }
          if !isThere { longer += [0x0A] + other }
        }
        number += 1
      }
    }
    return longer.count == names.count ? nil : longer
  }
}

/// The chains of an index, read on the first text search.
final class ChainTable: Sendable {
  /// The chains; `nil` if the file is damaged there.
  let chains: [Chain]?

  init(_ sections: [ByteView]) {
    var all: [Chain]? = []
    for section in sections {
      guard let chains = Chain.all(in: section) else {
        all = nil
        break
      }
      all? += chains
    }
    chains = all
  }
}
