import Domain

/// Puts places in the byte order of their ids.
struct IdentifierOrderWriter {
  private let ordered: SharedArray<PlaceKey>
  private let blockCount: Int

  /// Reads the ids of the places of some blocks.
  init(_ blocks: PlaceBlocks, _ rows: RowArena.Rows, threads: Int) {
    blockCount = SegmentSections.rounded(blocks.count)
    @Sendable func id(_ position: UInt32) -> ByteView {
      RowFormat(rows.view(blocks.points[Int(position)].row))?[.id] ?? .empty
    }
    var count = 0
    for block in 0..<blocks.count { count += blocks.placeCount(of: block) }
    let ordered = SharedArray(repeating: PlaceKey(key: 0, number: 0), count: count)
    var next = 0
    for block in 0..<blocks.count {
      for slot in 0..<blocks.placeCount(of: block) {
        ordered[next] = PlaceKey(key: 0, number: UInt32(block * IndexLayout.blockSize + slot))
        next += 1
      }
    }
    let parts = (0..<count).parts(threads)
    Threads.run(parts.count, on: threads) { part, _ in
      for index in parts[part] {
        let position = ordered[index].number
        ordered[index] = PlaceKey(key: id(position).firstEight, number: position)
      }
      PlaceOrder.sortByKey(ordered, parts[part])
      PlaceOrder.forEachRange(of: ordered, parts[part], alike: \.key) { Self.sortAlike(ordered, $0, id) }
    }
    // The standard library's sort finds the sorted parts and only merges them.
    if parts.count > 1 {
      ordered.sort(0..<count) { first, second in
        first.key == second.key ? id(first.number).precedes(id(second.number)) : first.key < second.key
      }
    }
    self.ordered = ordered
  }

  /// Sorts places whose ids begin with the same eight bytes: by the next eight, which are read once, then by all.
  private static func sortAlike(
    _ ordered: SharedArray<PlaceKey>,
    _ range: Range<Int>,
    _ id: (UInt32) -> ByteView
  ) {
    guard range.count > 1 else { return }
    var keys: [PlaceKey] = []
    for index in range {
      let id = id(ordered[index].number)
      keys.append(PlaceKey(key: id.part(min(8, id.count)..<id.count).firstEight, number: ordered[index].number))
    }
    keys.sort { first, second in
      first.key == second.key ? id(first.number).precedes(id(second.number)) : first.key < second.key
    }
    let key = ordered[range.lowerBound].key
    for (offset, place) in keys.enumerated() {
      ordered[range.lowerBound + offset] = PlaceKey(key: key, number: place.number)
    }
  }

  var byteCount: Int { IdentifierOrder.byteCount(placeCount: ordered.count, blockCount: blockCount) }

  func write(to image: IndexImage, at start: Int) {
    let bitCount = UInt64(IdentifierOrder.bitCount(blockCount: blockCount))
    var at = start
    var bits: UInt64 = 0
    var used: UInt64 = 0
    for number in 0..<ordered.count {
      bits |= UInt64(ordered[number].number) << used
      used += bitCount
      guard used >= 32 else { continue }
      image.store(UInt32(truncatingIfNeeded: bits), at: at)
      at += 4
      bits >>= 32
      used -= 32
    }
    while used > 0 {
      image.store(UInt8(truncatingIfNeeded: bits), at: at)
      at += 1
      bits >>= 8
      used = used > 8 ? used - 8 : 0
    }
  }
}
