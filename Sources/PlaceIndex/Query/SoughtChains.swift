import Synchronization

/// The chains whose further names may hold a text: their places are found by these as by their own.
struct SoughtChains: Sendable {
  private let content: IndexContent?
  /// The further names of each chain, by its ``Chain/key``.
  private var others: [[UInt8]: [[UInt8]]] = [:]
  /// The names of the chains.
  private var names: Set<[UInt8]> = []

  /// No chains.
  static let none = SoughtChains()

  private init() { content = nil }

  /// Takes the chains with a further name of which a closure tells that it may hold a part of the text.
  init(_ content: IndexContent, where isSought: (ByteView) -> Bool) throws(IndexHeader.FormatError) {
    self.content = content
    for chain in try content.chains {
      let others = chain.others.filter { ByteView.over($0, isSought) }
      guard !others.isEmpty else { continue }
      self.others[chain.key, default: []] += others
      names.insert(chain.name)
    }
  }

  /// The positions of the places that may be of the chains, and of others, in order.
  func places(with others: [UInt32]) throws(IndexHeader.FormatError) -> [UInt32] {
    guard let content, !names.isEmpty else { return others }
    var all = others
    for name in names {
      let words = name.split { $0 <= 0x20 }.map(Array.init)
      let places = try content.names.places(holding: GramPattern.patterns(of: words))
      all = all.merged(with: places)
    }
    return all
  }

  /// Calls a closure with the names of a place: its own, folded except perhaps for the case of ASCII letters, and those
  /// of its chain.
  @inline(__always)
  func withNames<Result>(of row: RowFormat, at position: UInt32, _ body: (ByteView) -> Result) -> Result {
    guard !others.isEmpty, let longer = longerNames(of: row, at: position) else { return body(row.soughtNames) }
    return ByteView.over(longer, body)
  }

  private func longerNames(of row: RowFormat, at position: UInt32) -> [UInt8]? {
    guard let group = content?.category(at: position)?.shown else { return nil }
    // A name without a key is folded but for the case of ASCII letters.
    let names = row.soughtNames.array.map { $0 >= 0x41 && $0 <= 0x5A ? $0 | 0x20 : $0 }
    var longer = names
    for part in [names.prefix { $0 != 0x0A }, names.prefix { $0 > 0x20 }] {
      for other in others[[group] + part] ?? [] {
        let isThere = ByteView.over(longer) { longer in ByteView.over(other) { longer.contains($0) } }
        if !isThere { longer += [0x0A] + other }
      }
    }
    return longer.count == names.count ? nil : longer
  }
}

extension [UInt32] {
  /// The numbers of two ascending lists, each once.
  func merged(with other: [UInt32]) -> [UInt32] {
    guard !isEmpty, !other.isEmpty else { return isEmpty ? other : self }
    var merged: [UInt32] = []
    merged.reserveCapacity(count + other.count)
    var at = 0
    for number in self {
      while at < other.count, other[at] < number {
        merged.append(other[at])
        at += 1
      }
      if at < other.count, other[at] == number { at += 1 }
      merged.append(number)
    }
    return merged + other[at...]
  }
}

/// The chains of an index, read when a text is first sought.
final class KnownChains: Sendable {
  /// `nil` when the file is damaged there.
  let chains: [Chain]?

  init(_ section: ByteView) { chains = Chain.all(in: section) }
}
