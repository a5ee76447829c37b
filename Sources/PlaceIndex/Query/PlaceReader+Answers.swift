import Domain

/// Reads the places of answers.
extension PlaceReader {
  /// How many places share a buffer for their texts: with one for each, a row of a batch takes a tenth longer.
  ///
  /// Not all of an answer, because a place that is kept would keep the texts of all others.
  private static let sharing = 64

  /// The places in `state.hits` from one on; throws the damaged part of the file.
  func places(
    in state: inout SearchState,
    from offset: Int,
    hasDistance: Bool
  ) throws(IndexHeader.FormatError) -> [FoundPlace] {
    let count = state.hits.count
    var places: [FoundPlace] = []
    places.reserveCapacity(max(0, count - offset))
    var recent = RecentlyRead()
    var first = offset
    while first < count {
      let end = min(count, first + Self.sharing)
      state.packed.removeAll()
      state.read.removeAll()
      for index in first..<end {
        guard let place = append(state.hits[index].position, to: &state.packed, &recent) else {
          throw .damaged(IndexSection.rows.name)
        }
        state.read.append(place)
      }
      let packed = state.packed.texts.window(0..<state.packed.texts.count).array
      for index in first..<end {
        let hit = state.hits[index]
        guard let place = self.place(state.read[index - first], at: hit.position, packed) else {
          throw .damaged(IndexSection.rows.name)
        }
        places.append(FoundPlace(place: place, distance: hasDistance ? Distance(meters: hit.meters) : nil))
      }
      first = end
    }
    return places
  }

  /// What was read for the place before: the next is mostly of the same category.
  private struct RecentlyRead {
    var partition = 0
    /// The number of the entry of categories; 0 for none.
    var number: UInt32 = 0
    var sourceCategory = ByteView.empty
    /// The ordinal of the group that is shown, or ``RowFormat/noGroup``.
    var shown = RowFormat.noGroup
    var names = GroupNames.all[Int(RowFormat.noGroup)]
    /// The number of the kind; -1 for none.
    var kind: Int16 = -1
  }

  /// Packs the texts of a place behind those of others; `nil` if the file is damaged there.
  @inline(__always)
  private func append(_ position: UInt32, to packed: inout PackedTexts, _ recent: inout RecentlyRead) -> ReadPlace? {
    let block = Int(position) / IndexLayout.blockSize
    guard !content.partitions.isEmpty else { return nil }
    if !content.partitions[recent.partition].blocks.contains(block) { recent.partition = partition(ofBlock: block) }
    let blockInPartition = block - content.partitions[recent.partition].firstBlock
    let count = content.partitions[recent.partition].placeCount(inBlock: blockInPartition)
    // Of a row that was read before, all that is read here was.
    let isKnown = content.validatedRows.contains(position)
    guard let range = content.rowRange(at: Int(position), placeCount: count, isChecked: isKnown) else { return nil }
    let number = content.categoryNumber(at: position, isChecked: isKnown)
    if number == 0 || number != recent.number {
      guard let category = content.category(at: position) else { return nil }
      recent.number = number
      recent.sourceCategory = category.text
      recent.shown = category.shown
      recent.names = GroupNames.all[Int(category.shown)]
      recent.kind = content.kind(of: category).map { Int16($0.number) } ?? -1
    }
    let source = recent.sourceCategory
    guard let row = textFields(of: position, in: range, sourceCategory: source, isKnown: isKnown) else { return nil }
    let start = packed.texts.count
    var attributes = ByteView.empty
    if row.tail.count > 0 {
      packed.attributes.removeAll()
      guard content.attributes(at: position)?.pack(row.tail, into: &packed.attributes) == true else { return nil }
      attributes = packed.attributes.window(0..<packed.attributes.count)
    }
    PlaceText.append(row, attributes: attributes, sourceCategory: source, names: recent.names, to: &packed.texts)
    return ReadPlace(start: start, shown: recent.shown, kind: recent.kind)
  }

  private func place(_ read: ReadPlace, at position: UInt32, _ packed: [UInt8]) -> Place? {
    guard let coordinate = coordinate(at: position) else { return nil }
    return Place(
      coordinate: coordinate,
      group: CategoryEntry.group(shownAs: read.shown),
      kind: read.kind < 0 ? nil : Kind(number: UInt8(read.kind)),
      text: PlaceText(packed: packed, at: read.start)
    )
  }
}

/// The texts of places that were read.
struct PackedTexts: ~Copyable {
  var texts = GrowableBuffer<UInt8>(capacity: 1 << 11)
  /// The further facts of the place that was read last.
  var attributes = GrowableBuffer<UInt8>()

  mutating func removeAll() {
    texts.removeAll()
    attributes.removeAll()
  }
}

/// What was read of a place whose texts are packed among those of others.
struct ReadPlace: BitwiseCopyable {
  /// Where its texts begin.
  let start: Int
  /// The ordinal of the group that is shown, or ``RowFormat/noGroup``.
  let shown: UInt8
  /// The number of its kind; -1 for none.
  let kind: Int16
}
