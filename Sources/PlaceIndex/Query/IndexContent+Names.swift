/// Searches by names and addresses across all segments.
extension IndexContent {
  /// Returns the positions of the places that may match all patterns, in order; only those that do if `isExact`.
  ///
  /// - Complexity: The complexity of ``NameIndex/places(holding:exactly:)`` for each segment.
  func places(
    holding parts: [GramPattern],
    exactly isExact: Bool = false
  ) throws(IndexHeader.FormatError) -> [UInt32] {
    var all: [UInt32] = []
    for segment in segments {
      let places = try segment.names.places(holding: parts, exactly: isExact)
      let first = UInt32(segment.firstPosition)
      if first == 0 { all = places } else { all += places.lazy.map { $0 + first } }
    }
    return all
  }

  /// Returns the blocks with the most grams of a folded name, up to a limit.
  ///
  /// Source: E. Ukkonen, "Approximate string-matching with q-grams and maximal matches" (1992).
  func blocks(similarTo name: [UInt8], limit: Int) throws(IndexHeader.FormatError) -> [UInt32] {
    var grams: Set<UInt64> = []
    var reader = GramReader(ofAddress: false)
    _ = ByteView.over(name) { reader.read($0, isFolded: true) { grams.insert($0) } }
    reader.finish { grams.insert($0) }
    var counts = [UInt8](repeating: 0, count: blockCount)
    for segment in segments {
      try segment.names.count(grams.prefix(Int(UInt8.max)), ofBlocksFrom: segment.blocks.lowerBound, in: &counts)
    }
    var sizes = [Int](repeating: 0, count: 256)
    for count in counts { sizes[Int(count)] += 1 }
    var blocks: [UInt32] = []
    var rest = limit
    for count in stride(from: 255, through: 0, by: -1) where rest > 0 && sizes[count] > 0 {
      blocks += counts.indices.lazy.filter { Int(counts[$0]) == count }.prefix(rest).map(UInt32.init)
      rest = limit - blocks.count
    }
    return blocks
  }
}
