import Tables

/// Counts the names that places have in common, in order to detect chains.
///
/// The places of all inputs are counted together, so the result doesn't depend on how rows are divided into files.
struct ChainNames: ~Copyable {
  /// The maximum number of names to count, and of other names for each.
  ///
  /// The name of a chain is frequent, so it occurs early in a file.
  private static let maximumCounts = (names: 1 << 17, others: 64)
  /// The maximum size in bytes of the names of a place that is counted.
  private static let maximumByteCount = 256

  struct Name: BitwiseCopyable {
    /// The number of places that have the name.
    var placeCount: UInt32 = 0
    /// The number of names that these places have as well.
    var otherCount: UInt32 = 0
    /// The index in ``others`` of the last one of these names.
    var lastOther: UInt32 = 0
  }

  struct Other: BitwiseCopyable {
    /// The number of the name.
    let name: Int
    /// The number of places that have both names.
    var placeCount: UInt32
    /// The index of the name before it.
    let previous: UInt32
  }

  /// The displayed group of the places followed by the name, numbered.
  private var texts = TermTable()
  private var names = GrowableBuffer<Name>()
  private var others = GrowableBuffer<Other>()
  /// The names of the current place.
  private var current = GrowableBuffer<Int>()
  private var text = GrowableBuffer<UInt8>()

  /// Returns whether a place has several folded names, one per line, and they are short enough to be counted.
  static func areCounted(_ names: ByteView) -> Bool { names.count <= maximumByteCount && names.contains(0x0A) }

  /// Counts the names of a place with several names.
  mutating func add(_ lines: ByteView, group: UInt8) {
    guard texts.count < Self.maximumCounts.names else { return }
    current.removeAll()
    lines.forEachLine { line in
      guard line.count > 0 else { return }
      text.truncate(to: 0)
      text.append(group)
      text.append(line)
      let number = texts.insert(text.window(0..<text.count))
      if number == names.count { names.append(Name()) }
      current.append(number)
    }
    for index in 0..<current.count {
      let name = current[index]
      names[name].placeCount += 1
      for other in 0..<current.count where current[other] != name { count(current[other], with: name) }
    }
  }

  private mutating func count(_ other: Int, with name: Int) {
    var entry = names[name]
    guard entry.otherCount < Self.maximumCounts.others else { return }
    var index = entry.lastOther
    for _ in 0..<entry.otherCount {
      guard others[Int(index)].name != other else {
        others[Int(index)].placeCount += 1
        return
      }
      index = others[Int(index)].previous
    }
    others.append(Other(name: other, placeCount: 1, previous: entry.lastOther))
    entry.lastOther = UInt32(others.count - 1)
    entry.otherCount += 1
    names[name] = entry
  }

  /// The chains.
  ///
  /// A name gets another name as an alternative if at least three places, and half of the places with the name, have
  /// both.
  var chains: [Chain] {
    (0..<names.count).compactMap { number in
      let name = names[number]
      var alternatives: [[UInt8]] = []
      var index = name.lastOther
      for _ in 0..<name.otherCount {
        let other = others[Int(index)]
        if other.placeCount >= 3, 2 * other.placeCount >= name.placeCount {
          alternatives.append(Array(texts.term(other.name).array.dropFirst()))
        }
        index = other.previous
      }
      guard !alternatives.isEmpty else { return nil }
      let key = texts.term(number).array
      return Chain(
        group: key[0],
        name: Array(key.dropFirst()),
        others: alternatives.sorted { $0.lexicographicallyPrecedes($1) }
      )
    }
  }
}

extension CollectedPlaces {
  /// The keys of the rows whose names are counted.
  var rowsWithChainNames: Set<UInt64> {
    var keys: Set<UInt64> = []
    for point in points where point.row.parts.contains(.searchKey) {
      guard let names = RowFormat(arena.view(point.row))?.searchKey, ChainNames.areCounted(names) else { continue }
      keys.insert(point.row.key)
    }
    return keys
  }
}

extension CopiedSegment {
  /// Counts the names of the segment's places, except hidden places.
  func addNames(to chains: inout ChainNames, but hidden: Set<UInt32>) throws(IndexHeader.FormatError) {
    let empty: [(position: UInt32, names: ByteView)] = []
    let found = try content.collect(from: positions, into: empty) { found, row, position in
      if ChainNames.areCounted(row.searchKey) { found.append((position, row.searchKey)) }
    }
    for (position, names) in found.joined() where !hidden.contains(position - UInt32(segment.firstPosition)) {
      guard let group = content.category(at: position)?.shown else { continue }
      chains.add(names, group: group)
    }
  }
}
