/// The section with the positions of hidden places, as LEB128 differences.
///
/// The overlay contains these places as places of several inputs.
enum ReplacedPlaces {
  static func encoded(_ positions: [UInt32]) -> [UInt8] {
    var bytes: [UInt8] = []
    var last: UInt32 = 0
    for position in positions {
      (position - last).forEachVariableByte { bytes.append($0) }
      last = position
    }
    return bytes
  }

  static func read(_ section: ByteView, blockCount: Int) throws(IndexHeader.FormatError) -> [UInt32] {
    var positions: [UInt32] = []
    var position = 0
    var at = 0
    while at < section.count {
      guard let difference = RowFormat.number(in: section, at: &at), positions.isEmpty || difference > 0 else {
        throw .damaged(IndexSection.replaced.name)
      }
      position += difference
      guard position < blockCount * IndexLayout.blockSize else { throw .damaged(IndexSection.replaced.name) }
      positions.append(UInt32(position))
    }
    return positions
  }
}
