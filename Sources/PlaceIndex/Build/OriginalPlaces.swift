import Domain

/// What places were in their inputs that are something else in the whole: merged with those of other inputs, under
/// another id, or with further names of their chain.
struct OriginalPlaces {
  /// By the number of the place in the whole.
  private(set) var points: [Int: [CollectedPoint]] = [:]

  /// Keeps what a place was, unless that is known.
  mutating func keep(_ point: CollectedPoint, at index: Int) {
    if points[index] == nil { points[index] = [point] }
  }

  /// Keeps what another place was that is now the same.
  mutating func add(_ point: CollectedPoint, at index: Int) { points[index]?.append(point) }
}

/// The section of originals.
struct OriginalSection {
  private(set) var bytes: [UInt8] = []

  /// Encodes what places were; each is known by its row in the whole.
  init(
    _ originals: [UInt64: [CollectedPoint]],
    _ blocks: PlaceBlocks,
    _ rows: RowArena.Rows,
    _ categories: CategoryList
  ) {
    guard !originals.isEmpty else { return }
    var count: UInt32 = 0
    for block in 0..<blocks.count {
      for slot in 0..<blocks.placeCount(of: block) {
        let position = block * IndexLayout.blockSize + slot
        guard let points = originals[blocks.points[position].row.key] else { continue }
        count += 1
        bytes += UInt32(position).littleEndianBytes + UInt32(points.count).littleEndianBytes
        for point in points { append(point, rows, categories) }
      }
    }
    bytes = count.littleEndianBytes + bytes
  }

  private mutating func append(_ point: CollectedPoint, _ rows: RowArena.Rows, _ categories: CategoryList) {
    let entry = categories.entries[Int(point.category)]
    let row = rows.view(point.row).array
    bytes += point.latitude.littleEndianBytes + point.longitude.littleEndianBytes
    bytes += UInt32(entry.count).littleEndianBytes + UInt32(row.count).littleEndianBytes
    bytes += entry
    bytes += row
  }
}
