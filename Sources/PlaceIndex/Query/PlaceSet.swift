/// A set of places, one bit per position; a position is a block times 32 plus a slot.
struct PlaceSet {
  private var words: [UInt32]

  /// Makes an empty set for positions below a limit, rounded up to whole blocks.
  init(count: Int) {
    words = Array(repeating: 0, count: (count + IndexLayout.blockSize - 1) / IndexLayout.blockSize)
  }

  init(_ positions: [UInt32], count: Int) {
    self.init(count: count)
    for position in positions { insert(Int(position)) }
  }

  @inline(__always)
  mutating func insert(_ position: Int) { words[position >> 5] |= 1 << UInt32(position & 31) }

  @inline(__always)
  func contains(_ position: UInt32) -> Bool { words[Int(position >> 5)] >> (position & 31) & 1 == 1 }

  /// Returns the places of a block, one bit per slot.
  @inline(__always)
  func places(ofBlock block: Int) -> UInt32 { words[block] }

  var isEmpty: Bool { words.allSatisfy { $0 == 0 } }

  mutating func formIntersection(_ other: PlaceSet) {
    for index in words.indices { words[index] &= other.words[index] }
  }

  /// Adds the places of a set whose positions begin at a block of this set.
  mutating func formUnion(_ other: PlaceSet, fromBlock first: Int = 0) {
    for index in other.words.indices { words[first + index] |= other.words[index] }
  }

  /// Adds the places to a set that doesn't exist as long as it has no place.
  func join(_ all: inout PlaceSet?) {
    if all == nil { all = self } else { all?.formUnion(self) }
  }

  /// Returns the number of places in a range of blocks.
  func count(inBlocks blocks: Range<Int>) -> Int { words[blocks].reduce(0) { $0 + $1.nonzeroBitCount } }

  func forEach(_ body: (UInt32) -> Void) {
    for (block, word) in words.enumerated() {
      var rest = word
      while rest != 0 {
        body(UInt32(block * IndexLayout.blockSize + rest.trailingZeroBitCount))
        rest &= rest - 1
      }
    }
  }

  mutating func invert() { for index in words.indices { words[index] = ~words[index] } }

  var positions: [UInt32] {
    [UInt32](capacity: count(inBlocks: words.indices)) { positions in forEach { positions.append($0) } }
  }
}

extension [UInt32] {
  /// Returns the positions in a range of blocks; all positions are sorted.
  func positions(in blocks: Range<Int>) -> ArraySlice<UInt32> {
    let first = indices.partitioningIndex { self[$0] >= blocks.lowerBound * IndexLayout.blockSize }
    let end = indices.partitioningIndex { self[$0] >= blocks.upperBound * IndexLayout.blockSize }
    return self[first..<end]
  }
}
