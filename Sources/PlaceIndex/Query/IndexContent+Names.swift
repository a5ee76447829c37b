/// Searches by names and addresses across all segments.
extension IndexContent {
  /// Returns the blocks with the most grams of a folded name, up to a limit.
  ///
  /// Source: E. Ukkonen, "Approximate string-matching with q-grams and maximal matches" (1992).
  func blocks(similarTo name: [UInt8], limit: Int) throws(IndexHeader.FormatError) -> [UInt32] {
    var counts = [UInt8](repeating: 0, count: blockCount)
    let grams = Set(name.split { $0 <= 0x20 }.flatMap { Grams.ofPart(Array($0)) })
    for segment in segments {
      for gram in grams.prefix(Int(UInt8.max)) {
        guard let places = try segment.words.places(ofTermsWith: gram, where: { _ in true }) else { continue }
        for block in segment.blocks where places.places(ofBlock: block - segment.blocks.lowerBound) != 0 {
          counts[block] += 1
        }
      }
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
