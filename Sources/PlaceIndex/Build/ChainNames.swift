/// Finds the different names that a file uses for one chain, so that each of its places is found by all of them.
///
/// Half of a city's Starbucks are called 스타벅스, the others Starbucks, and few rows have both names. When two names of one
/// group mostly occur together in the rows that have several names, both are taken as names of one chain: a place with
/// either name, with or without a branch after it, is found by the other too.
///
/// - Complexity: O(n) over the places, because keys that are longer than those of an import are left out. O(1) in memory.
struct ChainNames {
  /// The minimum number of rows that have both names.
  private static let leastRows = 3
  /// The maximum number of names, and of pairs, that are counted: a chain occurs early in a file, and often.
  private static let maximumCount = 1 << 17
  /// The maximum byte count of the name of a chain.
  private static let maximumNameBytes = 48
  /// The maximum byte count of the names of a place.
  private static let maximumKeyBytes = 1 << 11

  /// A folded name, preceded by the ordinal of the group.
  private typealias Name = [UInt8]

  private struct Pair: Hashable {
    let name: Name
    let other: Name
  }

  /// For each name, the number of rows with several names that have it.
  private var rowCounts: [Name: Int] = [:]
  /// For each pair of names, in both orders, the number of rows that have both.
  private var pairCounts: [Pair: Int] = [:]
  /// The other names of the places with a name.
  private var aliases: [Name: [Name]] = [:]

  /// Whether no chain has several names.
  var isEmpty: Bool { aliases.isEmpty }

  /// Counts the names of a row.
  mutating func count(_ key: ByteView, group: UInt8) {
    let lines = Self.lines(of: key).map { Self.names(in: $0, group: group) }
    guard lines.count > 1 else { return }
    var pairs: [Pair] = []
    for (index, line) in lines.enumerated() {
      for other in lines[(index + 1)...].joined() {
        for name in line where name != other {
          pairs += [Pair(name: name, other: other), Pair(name: other, other: name)]
        }
      }
    }
    Self.count(Array(lines.joined()), in: &rowCounts, upTo: Self.maximumCount)
    Self.count(pairs, in: &pairCounts, upTo: 2 * Self.maximumCount)
  }

  /// Counts each key of a row once, in the order of the row: an index must not depend on that of a set.
  private static func count<Key>(_ keys: [Key], in counts: inout [Key: Int], upTo limit: Int) {
    var seen: Set<Key> = []
    for key in keys where counts[key] != nil || counts.count < limit {
      if seen.insert(key).inserted { counts[key, default: 0] += 1 }
    }
  }

  /// Decides which names belong together, after all rows were counted.
  mutating func finish() {
    for (pair, count) in pairCounts where count >= Self.leastRows {
      guard let rowCount = rowCounts[pair.name], 2 * count >= rowCount else { continue }
      aliases[pair.name, default: []].append(pair.other)
    }
    // The order of a dictionary differs between processes; an index must not.
    for name in aliases.keys { aliases[name]?.sort { $0.lexicographicallyPrecedes($1) } }
    (rowCounts, pairCounts) = ([:], [:])
  }

  /// The names of chains that a key lacks.
  ///
  /// - Parameters:
  ///   - key: The names of a place, a name a line.
  ///   - group: The ordinal of its group.
  /// - Returns: The names to add, each once.
  func missing(in key: ByteView, group: UInt8) -> [[UInt8]] {
    var found: [[UInt8]] = []
    for part in Self.lines(of: key).flatMap(Self.chainParts) {
      for alias in aliases[[group] + part.array] ?? [] where found.count < SearchKey.maximumOtherNames {
        let name = Array(alias.dropFirst())
        if !found.contains(name), !ByteView.over(name, { key.contains($0) }) { found.append(name) }
      }
    }
    return found
  }

  /// The names of a place; none of a key that no import writes.
  private static func lines(of key: ByteView) -> [ByteView] {
    guard key.count <= maximumKeyBytes else { return [] }
    var lines: [ByteView] = []
    var start = 0
    for end in 0...key.count where end == key.count || key.byte(at: end) == 0x0A {
      if end > start { lines.append(key.part(start..<end)) }
      start = end + 1
    }
    return lines.count <= 1 + SearchKey.maximumOtherNames ? lines : []
  }

  /// The names that a line may stand for: the whole line, and its first word, which a branch may follow.
  private static func names(in line: ByteView, group: UInt8) -> [Name] {
    var names: [Name] = []
    if line.count > 1, line.count <= maximumNameBytes { names.append([group] + line.array) }
    // The first words of English names are often articles.
    if let end = line.firstIndex(of: 0x20), end > 3, end <= maximumNameBytes {
      names.append([group] + line.part(0..<end).array)
    }
    return names
  }

  /// The parts of a line that may be the name of a chain: its first words, its last words after a place name (오류동
  /// 스타벅스), and the beginning of the first word when the line ends like a branch (스타벅스강남점, 스타벅스커피 중랑구청점).
  private static func chainParts(of line: ByteView) -> [ByteView] {
    let firstWord = line.firstIndex(of: 0x20) ?? line.count
    let isBranch = line.hasSuffix("점")
    var parts: [ByteView] = []
    for end in 1...line.count {
      let isWordEnd = end == line.count || line.byte(at: end) == 0x20
      let isWithinWord = isBranch && end >= 6 && end < firstWord && line.byte(at: end) & 0xC0 != 0x80
      if end <= maximumNameBytes, isWordEnd || isWithinWord { parts.append(line.part(0..<end)) }
      if isWordEnd, end + 1 < line.count, line.count - end - 1 <= maximumNameBytes {
        parts.append(line.part(end + 1..<line.count))
      }
    }
    return parts
  }
}

extension CollectedPlaces {
  /// Makes every place of a chain findable by all of the chain's names.
  mutating func shareChainNames() {
    guard hasOtherNames else { return }
    let shown = categories.entries.indices.map { categories.shown(UInt32($0)) }
    var chains = ChainNames()
    for point in points {
      guard let row = RowFormat(arena.view(point.row)), row.length(of: .searchKey) > 0 else { continue }
      chains.count(row[.searchKey], group: shown[Int(point.category)])
    }
    chains.finish()
    guard !chains.isEmpty else { return }
    for index in points.indices {
      guard let row = RowFormat(arena.view(points[index].row)) else { continue }
      var key = SearchKey.key(of: row)
      let missing = ByteView.over(key) { chains.missing(in: $0, group: shown[Int(points[index].category)]) }
      guard !missing.isEmpty else { continue }
      for name in missing { key += [0x0A] + name }
      replaceRow(of: index, key: key, row)
    }
  }
}
