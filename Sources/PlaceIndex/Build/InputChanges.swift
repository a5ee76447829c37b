package import Domain

extension PlaceIndexBuilder {
  /// What became of the places of an index that were of some inputs, before the places are written.
  ///
  /// - Complexity: O(n) in the number of places of both.
  package func changes(from old: PlaceIndex, ofInputs names: Set<String>) -> [IndexInputChange] {
    defer { withExtendedLifetime(old.content) {} }
    let (before, now) = (old.description.inputs.map(\.name), description.inputs.map(\.name))
    let wanted = before.indices.filter { names.contains(before[$0]) }
    var changes = Dictionary(uniqueKeysWithValues: wanted.map { ($0, IndexInputChange(name: before[$0])) })
    var counts = [Int](repeating: 0, count: collected.categories.entries.count)
    for point in collected.points { counts[Int(point.category)] += 1 }
    for number in wanted {
      let newNumber = now.firstIndex(of: before[number])
      for entry in counts.indices
      where collected.categories.inputs(of: UInt32(entry)).contains(where: { $0 == newNumber }) {
        changes[number]?.added += counts[entry]
      }
    }
    let reader = PlaceReader(content: old.content)
    for block in 0..<old.content.header.blockCount {
      for slot in 0..<(reader.placeCount(inBlock: block) ?? 0) {
        let position = UInt32(block * IndexLayout.blockSize + slot)
        guard let entry = old.content.category(at: position), let row = reader.row(at: position) else { continue }
        entry.forEachInput { number in
          guard var change = changes[number] else { return }
          let point = collected.point(withID: row[.id])
          let inputs = point.map { collected.categories.inputs(of: $0.category) } ?? []
          if let point, let newNumber = now.firstIndex(of: change.name), inputs.contains(newNumber) {
            change.added -= 1
            if reader.coordinates(at: position) != (point.latitude, point.longitude) {
              change.moved += 1
            } else if collected.isSame(point, row, entry) {
              change.unchanged += 1
            } else {
              change.changed += 1
            }
          } else {
            change.removed += 1
          }
          changes[number] = change
        }
      }
    }
    return wanted.compactMap { changes[$0] }
  }
}

extension CollectedPlaces {
  /// The place with an id.
  fileprivate func point(withID id: ByteView) -> CollectedPoint? {
    ids.number(tag: IdentifierTable.tag(of: id)) { self.id(of: $0).equals(id) }.map { points[$0] }
  }

  /// Whether a place has the same texts and categories as one of another index.
  fileprivate func isSame(_ point: CollectedPoint, _ other: RowFormat, _ entry: CategoryEntry) -> Bool {
    guard let row = RowFormat(arena.view(point.row)), row.fields(.id, .url).equals(other.fields(.id, .url)) else {
      return false
    }
    let isSplitAlike = RowFormat.Field.allCases.allSatisfy {
      $0 == .searchKey || row.length(of: $0) == other.length(of: $0)
    }
    return isSplitAlike && categories.with(point.category) { $0.isSame(as: entry) }
  }
}
