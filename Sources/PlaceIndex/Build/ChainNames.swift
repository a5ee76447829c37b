import Tables

/// Counts the names that places have in common, in order to detect chains.
///
/// The places of all inputs are counted together, so the result doesn't depend on how rows are divided into files.
struct ChainNames {
  /// The maximum number of names to count, and of other names for each.
  ///
  /// The name of a chain is frequent, so it occurs early in a file.
  private static let maximumCounts = (names: 1 << 17, others: 64)
  /// The maximum size in bytes of the names of a place that is counted.
  private static let maximumByteCount = 256

  private struct Count {
    var places = 0
    /// For each other name of these places, the number of places that have it.
    var others: [[UInt8]: Int] = [:]
  }

  /// The counts, keyed by the displayed group and the name.
  private var counts: [[UInt8]: Count] = [:]

  /// Returns whether a place has several folded names, one per line, and they are short enough to be counted.
  static func areCounted(_ names: ByteView) -> Bool { names.count <= maximumByteCount && names.contains(0x0A) }

  /// Counts the names of a place with several names.
  mutating func add(_ names: ByteView, group: UInt8) {
    guard counts.count < Self.maximumCounts.names else { return }
    let names = names.array.split(separator: 0x0A).map(Array.init)
    for name in names {
      var count = counts.removeValue(forKey: [group] + name) ?? Count()
      count.places += 1
      for other in names where other != name && count.others.count < Self.maximumCounts.others {
        count.others[other, default: 0] += 1
      }
      counts[[group] + name] = count
    }
  }

  /// The chains.
  ///
  /// A name gets another name as an alternative if at least three places, and half of the places with the name, have
  /// both.
  var chains: [Chain] {
    counts.compactMap { key, count in
      let others = count.others.filter { $0.value >= 3 && 2 * $0.value >= count.places }.keys
      guard !others.isEmpty else { return nil }
      return Chain(
        group: key[0],
        name: Array(key.dropFirst()),
        others: others.sorted { $0.lexicographicallyPrecedes($1) }
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
  func addNames(to chains: inout ChainNames, but hidden: Set<UInt32>) {
    let content = content
    let reader = PlaceReader(content: content)
    for position in positions where !hidden.contains(position - UInt32(segment.firstPosition)) {
      guard let row = reader.row(at: position), ChainNames.areCounted(row.searchKey),
        let group = content.category(at: position)?.shown
      else { continue }
      chains.add(row.searchKey, group: group)
    }
  }
}
