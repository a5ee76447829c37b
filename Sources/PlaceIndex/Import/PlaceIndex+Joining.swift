package import Domain

extension PlaceIndex {
  /// Makes indexes that together contain every place of some indexes once, by the same rule as an index built from
  /// them.
  ///
  /// Places with the same id in several indexes are hidden and read into an additional index, which merges them or adds
  /// suffixes to their ids; it comes last. Places that are equal in every respect stay in the first index instead.
  ///
  /// - Returns: The indexes in order, without hidden places, and possibly one more.
  /// - Throws: An error if a file is damaged, or there isn't enough memory.
  /// - Complexity: O(n) in the number of places, on all processors, and an import of the shared places that differ.
  package static func joining(_ indexes: [PlaceIndex]) throws(IndexFileError) -> [PlaceIndex] {
    guard indexes.count > 1 else { return indexes }
    let shared = try PlacesWithCommonId(of: indexes)
    guard !shared.isEmpty else { return indexes }
    var joined: [PlaceIndex] = []
    for (number, index) in indexes.enumerated() {
      guard !shared.excluded[number].isEmpty else {
        joined.append(index)
        continue
      }
      var places = PlaceSet(count: index.content.positionCount)
      for position in shared.excluded[number] { places.insert(Int(position)) }
      if let replaced = index.content.excluded { places.formUnion(replaced) }
      let excluded = places
      joined.append(
        try index.content.whileUnchanged(index.path) { () throws(IndexHeader.FormatError) in
          try PlaceIndex(index, without: excluded)
        }
      )
    }
    guard shared.merged.contains(where: { !$0.isEmpty }) else { return joined }
    var importer = PlaceImporter()
    for (index, positions) in zip(indexes, shared.merged) { try importer.read(index, at: positions.sorted()) }
    // The coverage is declared by the indexes from which the places come.
    for number in importer.builder.description.inputs.indices {
      importer.builder.description.inputs[number].coverage = []
      importer.builder.description.inputs[number].coveredCategories = []
    }
    joined.append(try importer.builder.makeIndex(name: indexes.map(\.path).joined(separator: ", ")))
    return joined
  }
}

/// The places of several indexes that have an id in common.
private struct PlacesWithCommonId {
  private struct Place {
    let hash: UInt64
    let index: Int
    let position: UInt32
  }

  /// The hidden places of each index, which another index contains.
  private(set) var excluded: [[UInt32]]
  /// The places of each index that are merged with other indexes' places, or get another id.
  private(set) var merged: [[UInt32]]

  var isEmpty: Bool { excluded.allSatisfy(\.isEmpty) }

  init(of indexes: [PlaceIndex]) throws(IndexFileError) {
    let none = [[UInt32]](repeating: [], count: indexes.count)
    excluded = none
    merged = none
    let places = try Self.likelyShared(by: indexes)
    var start = 0
    while start < places.count {
      let end = (start..<places.count).first { places[$0].hash != places[start].hash } ?? places.count
      let group = places[start..<end]
      start = end
      guard let first = group.first, group.contains(where: { $0.index != first.index }) else { continue }
      let isRepeated = Set(group.map(\.index)).count == group.count
      let isSame = isRepeated && group.dropFirst().allSatisfy { Self.isSame(first, second: $0, indexes: indexes) }
      for place in isSame ? group.dropFirst() : group { excluded[place.index].append(place.position) }
      guard !isSame else { continue }
      for place in group { merged[place.index].append(place.position) }
    }
  }

  /// Returns the places whose ids probably occur in several indexes, sorted by the hashes of the ids.
  private static func likelyShared(by indexes: [PlaceIndex]) throws(IndexFileError) -> [Place] {
    var hashes: [SharedArray<UInt64>] = []
    for index in indexes { hashes.append(try index.hashesOfIdentifiers()) }
    let shared = SharedHashes(hashes)
    var places: [Place] = []
    for (index, list) in hashes.enumerated() {
      for number in 0..<list.count where shared.contains(list[number]) {
        places.append(Place(hash: list[number], index: index, position: UInt32(number)))
      }
    }
    places.sort { ($0.hash, $0.index, $0.position) < ($1.hash, $1.index, $1.position) }
    return places
  }

  /// Returns whether two places with the same id are equal in everything that a result contains.
  private static func isSame(_ first: Place, second: Place, indexes: [PlaceIndex]) -> Bool {
    let one = indexes[first.index]
    let other = indexes[second.index]
    guard !one.hasSeveralNotices, !other.hasSeveralNotices, one.attribution == other.attribution,
      one.content.kinds == other.content.kinds
    else { return false }
    let readers = (PlaceReader(content: one.content), PlaceReader(content: other.content))
    defer { withExtendedLifetime((one.content, other.content)) {} }
    guard readers.0.coordinates(at: first.position) == readers.1.coordinates(at: second.position),
      let row = readers.0.row(at: first.position), let otherRow = readers.1.row(at: second.position),
      let entry = one.content.category(at: first.position),
      let otherEntry = other.content.category(at: second.position)
    else { return false }
    return entry.isSame(as: otherEntry) && row.hasSameTexts(as: otherRow) && row.searchKey.equals(otherRow.searchKey)
      && readers.0.attributes(of: row, at: first.position) == readers.1.attributes(of: otherRow, at: second.position)
  }
}

extension PlaceIndex {
  /// Returns the hash of each place's id without its suffix, by position; 0 if there is no place.
  ///
  /// A suffix distinguishes places with the same id, so they all belong together.
  fileprivate func hashesOfIdentifiers() throws(IndexFileError) -> SharedArray<UInt64> {
    let hashes = SharedArray<UInt64>(repeating: 0, count: content.positionCount)
    try content.whileUnchanged(path) { () throws(IndexHeader.FormatError) in
      let all = content.withoutExcluded(Array(0..<UInt32(content.positionCount)))
      _ = try content.collect(from: all, into: ()) { _, row, position in
        hashes[Int(position)] = max(1, IdentifierOrder.hash(row[.id]))
      }
    }
    return hashes
  }
}

extension IndexContent {
  /// The number of positions; the last positions of a partition may be empty.
  var positionCount: Int { blockCount * IndexLayout.blockSize }
}
