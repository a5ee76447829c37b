import Domain

/// Puts places in the order of the hashes of their ids.
struct IdentifierOrderWriter {
  /// The places are divided by the highest bits of their hashes, and each part is sorted by one thread.
  private static let partBits: UInt64 = 4

  private let ordered: SharedArray<PlaceKey>
  private let blockCount: Int

  /// Reads the ids of the places of some blocks.
  init(_ blocks: PlaceBlocks, _ rows: RowArena.Rows, threads: Int) {
    blockCount = blocks.count
    let hashes = SharedArray(repeating: UInt64(0), count: blocks.count * IndexLayout.blockSize)
    let shares = (0..<blocks.count).parts(threads * 4)
    Threads.run(shares.count, on: threads) { share, _ in
      for block in shares[share] {
        for slot in 0..<blocks.placeCount(of: block) {
          let position = block * IndexLayout.blockSize + slot
          hashes[position] = IdentifierOrder.hash(RowFormat(rows.view(blocks.points[position].row))?[.id] ?? .empty)
        }
      }
    }
    var ends = [Int](repeating: 0, count: 1 << Self.partBits)
    func part(_ hash: UInt64) -> Int { Int(hash >> (64 - Self.partBits)) }
    func forEachPosition(_ body: (Int) -> Void) {
      for block in 0..<blocks.count {
        for slot in 0..<blocks.placeCount(of: block) { body(block * IndexLayout.blockSize + slot) }
      }
    }
    forEachPosition { ends[part(hashes[$0])] += 1 }
    var starts: [Int] = []
    var count = 0
    for number in ends.indices {
      starts.append(count)
      count += ends[number]
      ends[number] = starts[number]
    }
    let ordered = SharedArray(repeating: PlaceKey(key: 0, number: 0), count: count)
    forEachPosition { position in
      let hash = hashes[position]
      ordered[ends[part(hash)]] = PlaceKey(key: hash, number: UInt32(position))
      ends[part(hash)] += 1
    }
    let ranges = zip(starts, ends).map { $0..<$1 }
    // Places with one hash stay in the order of the file.
    Threads.run(ranges.count, on: threads) { number, _ in PlaceOrder.sortByKey(ordered, ranges[number]) }
    self.ordered = ordered
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
