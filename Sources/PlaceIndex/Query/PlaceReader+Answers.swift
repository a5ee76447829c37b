import Domain

/// Reads the places of answers.
extension PlaceReader {
  /// How many places share a buffer for their texts: with one for each, a row of a batch takes a tenth longer.
  ///
  /// Not all of an answer, because a place that is kept would keep the texts of all others.
  private static let sharing = 64
  /// Bytes of the texts of a place, as most have; more are made room for when they come.
  private static let usualTextBytes = 224

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
      var packed: [UInt8] = []
      packed.reserveCapacity((end - first) * Self.usualTextBytes)
      state.read.removeAll()
      for index in first..<end {
        guard let place = append(state.hits[index].position, to: &packed, &recent) else {
          throw .damaged(IndexSection.rows.name)
        }
        state.read.append(place)
      }
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
    /// The number of the kind; -1 for none.
    var kind: Int16 = -1
  }

  /// Packs the texts of a place behind those of others; `nil` if the file is damaged there.
  @inline(__always)
  private func append(_ position: UInt32, to packed: inout [UInt8], _ recent: inout RecentlyRead) -> ReadPlace? {
    let block = Int(position) / IndexLayout.blockSize
    guard !content.partitions.isEmpty else { return nil }
    if !content.partitions[recent.partition].blocks.contains(block) { recent.partition = partition(ofBlock: block) }
    let blockInPartition = block - content.partitions[recent.partition].firstBlock
    let count = content.partitions[recent.partition].placeCount(inBlock: blockInPartition)
    guard let range = content.rowRange(at: Int(position), placeCount: count) else { return nil }
    let number = content.categoryNumber(at: position)
    if number == 0 || number != recent.number {
      guard let category = content.category(at: position) else { return nil }
      recent.number = number
      recent.sourceCategory = category.text
      recent.shown = category.shown
      recent.kind = content.kind(of: category).map { Int16($0.number) } ?? -1
    }
    let source = recent.sourceCategory
    guard let row = textFields(of: position, in: range, sourceCategory: source) else { return nil }
    let start = packed.count
    let names = GroupNames.all[Int(recent.shown)]
    if row.tail.count == 0 {
      PlaceText.append(row, attributes: .empty, sourceCategory: source, names: names, to: &packed)
    } else {
      guard let attributes = attributes(of: row, at: position) else { return nil }
      ByteView.over(attributes) {
        PlaceText.append(row, attributes: $0, sourceCategory: source, names: names, to: &packed)
      }
    }
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

/// What was read of a place whose texts are packed among those of others.
struct ReadPlace: BitwiseCopyable {
  /// Where its texts begin.
  let start: Int
  /// The ordinal of the group that is shown, or ``RowFormat/noGroup``.
  let shown: UInt8
  /// The number of its kind; -1 for none.
  let kind: Int16
}
