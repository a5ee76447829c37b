package import Domain
import Tables

extension PlaceIndexBuilder {
  /// Compares the places of some inputs with their places in an older index, before the places are written.
  ///
  /// - Complexity: O(n log n) in the number of places of these inputs.
  package func changes(
    from old: PlaceIndex,
    ofInputs names: Set<String>
  ) throws(IndexFileError) -> [IndexInputChange] {
    defer { withExtendedLifetime(old.content) {} }
    var changes: [IndexInputChange] = []
    for (number, input) in old.description.inputs.enumerated() where names.contains(input.name) {
      var change = IndexInputChange(name: input.name)
      let new = description.inputs.firstIndex { $0.name == input.name }
      let source = new.flatMap { new in sources.first { $0.numbers.contains(new) } }
      if let source, let new { change.added = source.placeCount(ofInput: new) }
      count(&change, from: old, number: number) { id, body in
        guard let source, let new else { return false }
        return source.withPlace(withID: id, ofInput: new, body)
      }
      changes.append(change)
    }
    return changes
  }

  /// Compares the places of an old input with the new places of the same ids, which a closure finds.
  private func count(
    _ change: inout IndexInputChange,
    from old: PlaceIndex,
    number: Int,
    _ find: (ByteView, (ComparedPlace) -> Void) -> Bool
  ) {
    let reader = PlaceReader(content: old.content)
    guard
      let segment = old.content.segments.first(where: {
        $0.firstInput..<$0.firstInput + $0.inputCount ~= number && $0.number != SegmentSections.overlay
      })
    else { return }
    var isOfInput: [UInt32: Bool] = [:]
    for block in segment.blocks {
      for slot in 0..<(reader.placeCount(inBlock: block) ?? 0) {
        let position = UInt32(block * IndexLayout.blockSize + slot)
        let local = old.content.categoryNumber(at: position)
        guard let entry = old.content.category(local), let row = reader.row(at: position) else { continue }
        let isOwn = isOfInput[local] ?? entry.has(input: number - segment.firstInput)
        isOfInput[local] = isOwn
        guard isOwn else { continue }
        let isThere = find(row[.id]) { place in
          change.added -= 1
          if reader.coordinates(at: position) != place.coordinates {
            change.moved += 1
          } else if place.row.hasSameTexts(as: row), place.entry.isSame(as: entry),
            reader.attributes(of: row, at: position) == place.attributes
          {
            change.unchanged += 1
          } else {
            change.changed += 1
          }
        }
        if !isThere { change.removed += 1 }
      }
    }
  }
}

/// A place of a source, for comparison.
private struct ComparedPlace {
  let coordinates: (latitude: Int32, longitude: Int32)
  let row: RowFormat
  let attributes: [UInt8]
  let entry: CategoryEntry
}

extension InputPlaces {
  /// Returns the number of places in an input.
  fileprivate func placeCount(ofInput number: Int) -> Int {
    guard numbers.count > 1, let local = numbers.firstIndex(of: number) else { return placeCount }
    switch self {
    case .collected(let input):
      let entries = input.places.categories.entries.indices.map { entry in
        input.places.categories.with(UInt32(entry)) { $0.has(input: local) }
      }
      return input.places.points.count { entries[Int($0.category)] }
    case .copied(let segment):
      let content = segment.content
      return segment.positions.count { content.category(at: $0)?.has(input: local) == true }
    }
  }

  /// Calls a closure with an input's place that has the given id; returns `false` if there is none.
  fileprivate func withPlace(withID id: ByteView, ofInput number: Int, _ body: (ComparedPlace) -> Void) -> Bool {
    let local = numbers.firstIndex(of: number) ?? 0
    switch self {
    case .collected(let input):
      guard let point = input.places.point(withID: id), let row = RowFormat(input.places.arena.view(point.row)) else {
        return false
      }
      return input.places.categories.with(point.category) { entry in
        guard entry.has(input: local) else { return false }
        let coordinates = (point.latitude, point.longitude)
        body(ComparedPlace(coordinates: coordinates, row: row, attributes: row.tail.array, entry: entry))
        return true
      }
    case .copied(let segment):
      let reader = PlaceReader(content: segment.content)
      guard let found = try? segment.content.place(withID: id, in: segment.segment), let row = reader.row(at: found),
        let entry = segment.content.category(at: found),
        entry.has(input: local), let attributes = reader.attributes(of: row, at: found)
      else { return false }
      let coordinates = reader.coordinates(at: found)
      body(ComparedPlace(coordinates: coordinates, row: row, attributes: attributes, entry: entry))
      return true
    }
  }
}

extension CategoryEntry {
  /// Returns whether places with the entry belong to an input, given its number in the segment.
  fileprivate func has(input number: Int) -> Bool {
    var isFound = false
    forEachInput { if $0 == number { isFound = true } }
    return isFound
  }
}

extension CollectedPlaces {
  fileprivate func point(withID id: ByteView) -> CollectedPoint? {
    ids.number(ByteHash.seeded.hash(id)) { self.id(of: $0).equals(id) }.map { points[$0] }
  }
}
