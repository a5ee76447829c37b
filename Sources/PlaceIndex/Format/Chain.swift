import Tables

/// A chain: alternative names for the places of one group and name, such as 스타벅스 and Starbucks.
///
/// Few places in the data have both names.
struct Chain: Sendable {
  /// The ordinal of the displayed group of the places, or ``RowFormat/noGroup``.
  let group: UInt8
  /// The folded name, or its first word: the name of a chain may be followed by a branch.
  let name: [UInt8]
  /// The alternative names, folded, in byte order.
  let others: [[UInt8]]

  /// The group and name, which identify the chain.
  let key: [UInt8]

  init(group: UInt8, name: [UInt8], others: [[UInt8]]) {
    self.group = group
    self.name = name
    self.others = others
    key = [group] + name
  }

  /// Encodes chains in byte order as ``ByteLists``; empty without chains.
  static func encoded(_ chains: [Chain]) -> [UInt8] {
    guard !chains.isEmpty else { return [] }
    let texts = chains.map { $0.key + $0.others.flatMap { [0x0A] + $0 } }
    return ByteLists.encoded(texts.sorted { $0.lexicographicallyPrecedes($1) })
  }

  /// Reads the chains of a section; `nil` if the section is damaged.
  static func all(in section: ByteView) -> [Chain]? {
    guard section.count > 0 else { return [] }
    guard section.count >= 4 else { return nil }
    let count = Int(section.load(UInt32.self, at: 0))
    guard count > 0, count <= (section.count - 4) / 4 else { return nil }
    let elements = section.part(4 + 4 * count..<section.count)
    var chains: [Chain] = []
    var start = 0
    for number in 0..<count {
      let end = Int(section.load(UInt32.self, at: 4 + 4 * number))
      guard start < end, end <= elements.count else { return nil }
      let element = elements.part(start..<end)
      let lines = element.part(1..<element.count).array.split(separator: 0x0A, omittingEmptySubsequences: false)
      guard element.byte(at: 0) <= RowFormat.noGroup, lines.count > 1, lines.allSatisfy({ !$0.isEmpty }),
        UTF8Check.isValid(element.part(1..<element.count))
      else { return nil }
      let chain = Chain(group: element.byte(at: 0), name: Array(lines[0]), others: lines.dropFirst().map(Array.init))
      // Chains and alternative names are unique, which bounds the work of a search per place.
      guard chains.last.map({ $0.key.lexicographicallyPrecedes(chain.key) }) ?? true,
        zip(chain.others, chain.others.dropFirst()).allSatisfy({ $0.lexicographicallyPrecedes($1) })
      else { return nil }
      chains.append(chain)
      start = end
    }
    return start == elements.count ? chains : nil
  }
}
