/// The checked parts of an index, ready for questions.
///
/// What is checked on opening makes every later access fall inside: the partitions' blocks and nodes lie one after the
/// other and fill their sections exactly. Rows are checked one by one when they are read.
final class IndexContent: Sendable {
  /// The memory that every view looks into; it lives as long as this object.
  let bytes: IndexBytes
  /// The checked header.
  let header: IndexHeader
  /// Every set of categories that occurs, with its tree.
  let partitions: [Partition]
  /// For each group the partitions that hold it.
  let partitionsOfGroup: [[Int]]
  /// Every partition.
  let allPartitions: [Int]
  /// What the file says about itself.
  let description: IndexDescription
  private let kindCount: Int

  /// Checks an index.
  init(_ bytes: IndexBytes) throws(IndexHeader.Defect) {
    let view = bytes.view
    header = try IndexHeader(view, fileSize: bytes.count)
    bytes.prefetch(0..<header[.nodes].upperBound)
    self.bytes = bytes
    guard let description = IndexDescription(encoded: view.part(header[.description])) else {
      throw .damaged(IndexSection.description.name)
    }
    self.description = description
    partitions = try Self.partitions(in: view.part(header[.partitions]), header: header)
    allPartitions = Array(partitions.indices)
    let partitions = partitions
    partitionsOfGroup = (0..<18).map { group in partitions.indices.filter { partitions[$0].groups >> group & 1 == 1 } }
    let kinds = header[.kinds]
    guard kinds.count >= 4 else { throw .damaged(IndexSection.kinds.name) }
    kindCount = Int(view.load(UInt32.self, at: kinds.lowerBound))
    guard kindCount >= 1, kindCount <= (kinds.count - 4) / 4 else { throw .damaged(IndexSection.kinds.name) }
  }

  private static func partitions(in view: ByteView, header: IndexHeader) throws(IndexHeader.Defect) -> [Partition] {
    var partitions: [Partition] = []
    var nextBlock = 0
    var nextNode = 0
    var placeCount = 0
    for offset in stride(from: 0, to: view.count, by: IndexLayout.partitionBytes) {
      let groups = view.load(UInt32.self, at: offset)
      let count = Int(view.load(UInt32.self, at: offset + 4))
      guard groups < 1 << 18, count >= 1, count <= header.placeCount - placeCount,
        Int(view.load(UInt32.self, at: offset + 8)) == nextBlock,
        Int(view.load(UInt32.self, at: offset + 12)) == nextNode
      else { throw .damaged(IndexSection.partitions.name) }
      let box = IntegerBox(
        south: view.load(Int32.self, at: offset + 16),
        north: view.load(Int32.self, at: offset + 20),
        west: view.load(Int32.self, at: offset + 24),
        east: view.load(Int32.self, at: offset + 28)
      )
      guard box.south >= -FixedPoint.maximumLatitude, box.north <= FixedPoint.maximumLatitude,
        box.south <= box.north, box.west >= -FixedPoint.maximumLongitude, box.east <= FixedPoint.maximumLongitude,
        box.west <= box.east
      else { throw .damaged(IndexSection.partitions.name) }
      let partition = Partition(
        groups: groups,
        firstBlock: nextBlock,
        placeCount: count,
        firstNode: nextNode,
        box: box
      )
      nextBlock += partition.blockCount
      nextNode += partition.nodeCount
      placeCount += count
      guard nextBlock <= header.blockCount, nextNode <= header.nodeCount else {
        throw .damaged(IndexSection.partitions.name)
      }
      partitions.append(partition)
    }
    guard nextBlock == header.blockCount, nextNode == header.nodeCount, placeCount == header.placeCount else {
      throw .damaged(IndexSection.partitions.name)
    }
    return partitions
  }

  /// The points, for the loops of a search.
  var points: ByteView { bytes.view.part(header[.points]) }
  /// The nodes, for the loops of a search.
  var nodes: ByteView { bytes.view.part(header[.nodes]) }

  /// The source's word for a kind of place; `nil` when the file has no such number.
  func kind(_ number: UInt32) -> ByteView? {
    let section = bytes.view.part(header[.kinds])
    guard number < kindCount else { return nil }
    let number = Int(number)
    let start = number == 0 ? 0 : Int(section.load(UInt32.self, at: 4 * number))
    let end = Int(section.load(UInt32.self, at: 4 * number + 4))
    guard start <= end else { return nil }
    return section.slice(4 + 4 * kindCount + start, end - start)
  }

  /// The text of a place; `nil` when the file's offsets cannot be true.
  ///
  /// - Parameters:
  ///   - position: The place's block times 32 plus its slot.
  ///   - placeCount: How many places the block holds.
  /// - Returns: The text.
  func row(at position: Int, placeCount: Int) -> RowFormat? {
    guard let range = rowRange(at: position, placeCount: placeCount) else { return nil }
    return RowFormat(bytes.view.part(header[.rows]).part(range))
  }

  /// Where the text of a place lies within the rows; `nil` when the file's offsets cannot be true.
  func rowRange(at position: Int, placeCount: Int) -> Range<Int>? {
    let block = position / IndexLayout.blockSize
    let slot = position % IndexLayout.blockSize
    guard block < header.blockCount, slot < placeCount, let area = rowBlock(block) else { return nil }
    guard area.count >= placeCount * 4 else { return nil }
    let rows = bytes.view.part(header[.rows]).part(area)
    let start = Int(rows.load(UInt32.self, at: slot * 4))
    let end = slot + 1 < placeCount ? Int(rows.load(UInt32.self, at: slot * 4 + 4)) : area.count
    guard start <= end, end <= area.count else { return nil }
    return area.lowerBound + start..<area.lowerBound + end
  }

  /// Where the text of a block lies within the rows; `nil` when the file's offsets cannot be true.
  func rowBlock(_ block: Int) -> Range<Int>? {
    let offsets = bytes.view.part(header[.rowOffsets])
    let start = offsets.load(UInt64.self, at: block * 8)
    let end = offsets.load(UInt64.self, at: block * 8 + 8)
    guard start <= end, end <= UInt64(header[.rows].count) else { return nil }
    return Int(start)..<Int(end)
  }
}
