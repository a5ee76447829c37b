import Domain
import Tables

/// Sorts places by id in byte order.
struct IDOrderWriter {
  /// The positions of the places in a file.
  private let ordered: SharedArray<UInt32>
  private let blockCount: Int

  /// Converts sorted places to their positions in a file.
  init(_ order: SharedArray<PlaceKey>, _ positions: SharedArray<UInt32>, blockCount: Int) {
    self.blockCount = SegmentSections.rounded(blockCount)
    ordered = SharedArray(repeating: 0, count: order.count)
    for index in 0..<order.count { ordered[index] = positions[Int(order[index].number)] }
  }

  /// Sorts places by id.
  ///
  /// The ids are read in import order: in file order, each row is in another part of memory.
  static func order(
    of points: [CollectedPoint],
    _ rows: RowArena.Rows,
    threads: Int
  ) -> SharedArray<PlaceKey> {
    @Sendable func id(_ number: UInt32) -> ByteView { RowFormat.id(of: rows.view(points[Int(number)].row)) }
    let ordered = SharedArray(repeating: PlaceKey(key: 0, number: 0), count: points.count)
    let parts = points.indices.parts(threads)
    Threads.run(parts.count, on: threads) { part, _ in
      var isSorted = true
      var last = ByteView.empty
      for index in parts[part] {
        let id = id(UInt32(index))
        ordered[index] = PlaceKey(key: id.firstEight, number: UInt32(index))
        if isSorted, index > parts[part].lowerBound { isSorted = last.precedes(id) }
        last = id
      }
      // Many sources are sorted by id.
      guard !isSorted else { return }
      ordered.sortByKey(parts[part])
      PlaceOrder.forEachRange(of: ordered, parts[part], alike: \.key) { Self.sortAlike(ordered, range: $0, id) }
    }
    // The standard library's sort detects the sorted parts and only merges them.
    if parts.count > 1 {
      ordered.sort(points.indices) { first, second in
        first.key == second.key ? id(first.number).precedes(id(second.number)) : first.key < second.key
      }
    }
    return ordered
  }

  /// Sorts places whose ids begin with the same eight bytes: by the next eight bytes, and then by the whole id.
  private static func sortAlike(
    _ ordered: SharedArray<PlaceKey>,
    range: Range<Int>,
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

  var byteCount: Int { IDOrder.byteCount(placeCount: ordered.count, blockCount: blockCount) }

  func write(to image: IndexImage, at start: Int) {
    let bitCount = UInt64(IDOrder.bitCount(blockCount: blockCount))
    var at = start
    var bits: UInt64 = 0
    var used: UInt64 = 0
    for number in 0..<ordered.count {
      bits |= UInt64(ordered[number]) << used
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
