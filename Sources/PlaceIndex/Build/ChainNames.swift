extension CollectedPlaces {
  /// The maximum number of names that are counted, and of others for each: a chain occurs early in a file, and often.
  private static let maximumChainNames = (all: 1 << 17, others: 64)
  /// The maximum byte count of the names of a place that is counted.
  private static let maximumChainBytes = 256

  /// The chains of the places.
  ///
  /// Names of a group belong together that three rows have, and half of the rows with the one name and others. O(n) in
  /// the number of places.
  func chains() -> [Chain] {
    let groups = categories.entries.indices.map { categories.with(UInt32($0), \.shown) }
    var chains: [[UInt8]: (count: Int, others: [[UInt8]: Int])] = [:]
    for index in placesWithNames where chains.count < Self.maximumChainNames.all {
      let point = points[index]
      guard let key = RowFormat(arena.view(point.row))?.searchKey else { continue }
      let names = key.array.split(separator: 0x0A).map(Array.init)
      for name in names {
        var chain = chains.removeValue(forKey: [groups[Int(point.category)]] + name) ?? (0, [:])
        chain.count += 1
        for other in names where other != name && chain.others.count < Self.maximumChainNames.others {
          chain.others[other, default: 0] += 1
        }
        chains[[groups[Int(point.category)]] + name] = chain
      }
    }
    return chains.compactMap { key, chain in
      let others = chain.others.filter { $0.value >= 3 && 2 * $0.value >= chain.count }.keys
      guard !others.isEmpty else { return nil }
      return Chain(
        group: key[0],
        name: Array(key.dropFirst()),
        others: others.sorted { $0.lexicographicallyPrecedes($1) }
      )
    }
  }

  /// The places with several names, in the order of their ids: which of very many are counted depends on nothing else.
  private var placesWithNames: [Int] {
    points.indices.filter { index in
      guard let key = RowFormat(arena.view(points[index].row))?.searchKey else { return false }
      return key.count <= Self.maximumChainBytes && key.contains(0x0A)
    }.sorted { id(of: $0).precedes(id(of: $1)) }
  }
}
