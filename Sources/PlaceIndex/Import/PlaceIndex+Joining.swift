package import Domain

extension PlaceIndex {
  /// Makes indexes that together hold every place of some indexes once, by the rule of an index that is built of them.
  ///
  /// Places of several indexes that have one id are taken out of them, and read into an index of their own, which
  /// merges those that are one place and marks the ids of the others; it comes last. Places that are the same in
  /// every respect are left in the first index instead.
  ///
  /// - Returns: The indexes in their order, without the places that are elsewhere, and perhaps one more.
  /// - Throws: When a file is damaged, or there is not enough memory.
  /// - Complexity: O(n) in the number of places, on all processors; an import of those that several indexes have and
  ///   that differ.
  package static func joining(_ indexes: [PlaceIndex]) throws(IndexFileError) -> [PlaceIndex] {
    guard indexes.count > 1 else { return indexes }
    let shared = try SharedPlaces(of: indexes)
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
    // What it covers, the indexes say from which its places are.
    for number in importer.builder.description.inputs.indices {
      importer.builder.description.inputs[number].coverage = []
      importer.builder.description.inputs[number].coveredCategories = []
    }
    joined.append(try importer.builder.makeIndex(name: indexes.map(\.path).joined(separator: ", ")))
    return joined
  }
}

/// The places of several indexes that have an id in common.
private struct SharedPlaces {
  private struct Place {
    let hash: UInt64
    let index: Int
    let position: UInt32
  }

  /// The places of each index for which another one answers.
  private(set) var excluded: [[UInt32]]
  /// The places of each index that are merged with those of others, or get another id.
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
      let isSame = isRepeated && group.dropFirst().allSatisfy { Self.isSame(first, $0, indexes) }
      for place in isSame ? group.dropFirst() : group { excluded[place.index].append(place.position) }
      guard !isSame else { continue }
      for place in group { merged[place.index].append(place.position) }
    }
  }

  /// The places whose ids probably occur in several indexes, by the hashes of those ids.
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

  /// Whether two places with one id do not differ in anything that an answer says of them.
  private static func isSame(_ first: Place, _ second: Place, _ indexes: [PlaceIndex]) -> Bool {
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
  /// A hash of the id of each place, by its position, as it was without a mark; 0 where there is no place.
  ///
  /// A mark makes another id of one that several places have, so all of them belong together.
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
  /// The number of positions, of which the last of a partition may be empty.
  var positionCount: Int { blockCount * IndexLayout.blockSize }
}
