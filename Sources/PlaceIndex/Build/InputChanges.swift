package import Domain

extension PlaceIndexBuilder {
  /// What became of the places of an index that were of some inputs, before the places are written.
  ///
  /// - Complexity: O(n) in the number of places of both.
  package func changes(
    from old: PlaceIndex,
    ofInputs names: Set<String>
  ) throws(IndexFileError) -> [IndexInputChange] {
    defer { withExtendedLifetime(old.content) {} }
    try joinInputs()
    // By the numbers in the old index, those in the new one.
    var changes: [Int: IndexInputChange] = [:]
    var numbers: [Int: Int] = [:]
    for (number, input) in old.description.inputs.enumerated() where names.contains(input.name) {
      changes[number] = IndexInputChange(name: input.name)
      numbers[number] = description.inputs.firstIndex { $0.name == input.name }
    }
    var counts = [Int](repeating: 0, count: collected.categories.entries.count)
    for point in collected.points { counts[Int(point.category)] += 1 }
    for entry in counts.indices where counts[entry] > 0 {
      let inputs = collected.categories.inputs(of: UInt32(entry))
      for (number, new) in numbers where inputs.contains(new) { changes[number]?.added += counts[entry] }
    }
    let reader = PlaceReader(content: old.content)
    for block in 0..<old.content.header.blockCount {
      for slot in 0..<(reader.placeCount(inBlock: block) ?? 0) {
        let position = UInt32(block * IndexLayout.blockSize + slot)
        guard let entry = old.content.category(at: position), let row = reader.row(at: position) else { continue }
        entry.forEachInput { number in
          guard var change = changes[number] else { return }
          let point = numbers[number] == nil ? nil : collected.point(withID: row[.id])
          if let point, let new = numbers[number], collected.categories.inputs(of: point.category).contains(new) {
            change.added -= 1
            if reader.coordinates(at: position) != (point.latitude, point.longitude) {
              change.moved += 1
            } else if collected.isSame(point, row, reader.attributes(of: row) ?? [], entry) {
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
    return changes.sorted { $0.key < $1.key }.map(\.value)
  }
}

extension CollectedPlaces {
  fileprivate func point(withID id: ByteView) -> CollectedPoint? {
    ids.number(tag: IdentifierTable.tag(of: id)) { self.id(of: $0).equals(id) }.map { points[$0] }
  }

  /// Whether a place has the same texts, further facts and categories as one of another index.
  fileprivate func isSame(
    _ point: CollectedPoint,
    _ other: RowFormat,
    _ attributes: [UInt8],
    _ entry: CategoryEntry
  ) -> Bool {
    guard let row = RowFormat(arena.view(point.row)), row.hasSameTexts(as: other),
      ByteView.over(attributes, row.tail.equals)
    else { return false }
    return categories.with(point.category) { $0.isSame(as: entry) }
  }
}
