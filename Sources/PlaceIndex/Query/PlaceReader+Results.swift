import Domain
import Tables

/// Reads the places of results.
extension PlaceReader {
  /// The number of places that share a buffer for their texts.
  ///
  /// With a buffer per place, a row of a batch takes 10 % longer. A result has several buffers, because a place keeps
  /// its buffer alive.
  private static let sharing = 64

  /// Returns the places of `state.hits` from an offset; throws an error that names the damaged part of the file.
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

  /// The categories of the previous place, which the next place often shares.
  private struct RecentlyRead {
    var partition = 0
    /// The number of the category entry; 0 if there is none.
    var number: UInt32 = 0
    var sourceCategory = ByteView.empty
    /// The ordinal of the displayed group, or ``RowFormat/noGroup``.
    var shown = RowFormat.noGroup
    var names = GroupNames.all[Int(RowFormat.noGroup)]
    /// The number of the kind; -1 if there is none.
    var kind: Int16 = -1
  }

  /// Packs the texts of a place after other places' texts; `nil` if the file is damaged there.
  @inline(__always)
  private func append(_ position: UInt32, to packed: inout PackedTexts, _ recent: inout RecentlyRead) -> ReadPlace? {
    let block = Int(position) / IndexLayout.blockSize
    guard !content.partitions.isEmpty else { return nil }
    if !content.partitions[recent.partition].blocks.contains(block) { recent.partition = partition(ofBlock: block) }
    let blockInPartition = block - content.partitions[recent.partition].firstBlock
    let count = content.partitions[recent.partition].placeCount(inBlock: blockInPartition)
    // A validated row implies that all data read here is valid.
    let isKnown = content.validatedRows.contains(position)
    guard let range = content.rowRange(at: Int(position), placeCount: count, isChecked: isKnown) else { return nil }
    let number = content.categoryNumber(at: position, isChecked: isKnown)
    if number == 0 || number != recent.number {
      guard let category = content.category(at: position) else { return nil }
      recent.number = number
      recent.sourceCategory = category.text
      recent.shown = category.shown
      recent.names = GroupNames.all[Int(category.shown)]
      recent.kind = content.kind(of: category, number: number).map { Int16($0.number) } ?? -1
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

/// The packed texts of places.
struct PackedTexts: ~Copyable {
  var texts = GrowableBuffer<UInt8>(capacity: 1 << 11)
  /// The attributes of the last place.
  var attributes = GrowableBuffer<UInt8>()

  mutating func removeAll() {
    texts.removeAll()
    attributes.removeAll()
  }
}

/// A place whose texts are packed in a shared buffer.
struct ReadPlace: BitwiseCopyable {
  /// The offset of the texts.
  let start: Int
  /// The ordinal of the displayed group, or ``RowFormat/noGroup``.
  let shown: UInt8
  /// The number of the kind; -1 if there is none.
  let kind: Int16
}
