import Domain

@testable import PlaceIndex
@testable import Rows
@testable import Tables

extension PlaceIndex {
  /// Checks that the writer kept every rule of the file format, which `verify` leaves to the tests.
  package func checkFormat() throws {
    try verify()
    try FormatCheck(content: content).run()
  }
}

/// Checks the rules of the file format that no reader depends on: order, padding, and the agreement of the sections.
struct FormatCheck {
  let content: IndexContent

  func run() throws(IndexHeader.FormatError) {
    defer { withExtendedLifetime(content) {} }
    try checkPadding()
    try checkReplaced()
    for segment in content.segments {
      try checkCategories(of: segment)
      try checkRowOffsets(of: segment)
      try SegmentCheck(content: content, segment: segment).run()
      try check(segment)
    }
  }

  private func check(_ segment: Segment) throws(IndexHeader.FormatError) {
    let partitions = content.partitions[segment.partitions]
    let curve = HilbertCurve(over: partitions.reduce(into: IntegerBox.empty) { $0.include($1.box) })
    for (partition, next) in zip(partitions, partitions.dropFirst()) {
      guard partition.groups < next.groups else { throw .damaged(IndexSection.partitions.name) }
    }
    for partition in partitions {
      try checkTree(of: partition, segment, along: curve)
      for block in 0..<partition.blockCount { try checkRows(ofBlock: block, in: partition, segment) }
    }
    try checkUnused(of: segment)
  }

  /// Checks that sections are consecutive and aligned, and that unused bytes are 0.
  private func checkPadding() throws(IndexHeader.FormatError) {
    let view = content.files[0].bytes.view
    let header = content.files[0].header
    func isZero(_ range: Range<Int>) -> Bool { range.allSatisfy { view.byte(at: $0) == 0 } }
    let listEnd = IndexHeader.directoryOffset + header.entryCount * IndexHeader.entryBytes
    guard header.byteCount == IndexHeader.byteCount(entries: header.entryCount),
      isZero(40..<IndexHeader.directoryOffset), isZero(listEnd..<header.checksumOffset)
    else { throw .damaged("header") }
    var end = header.byteCount
    var entry = IndexHeader.directoryOffset
    for section in IndexSection.allCases {
      for segment in header.segments where segment.has(section) {
        let range = segment[section]
        let flags = section.isNeeded ? IndexHeader.neededFlag : 0
        guard SIMD2(view.load(UInt64.self, at: entry), view.load(UInt64.self, at: entry + 8)) == section.code,
          view.load(UInt32.self, at: entry + 16) == segment.number, view.load(UInt32.self, at: entry + 20) == flags,
          isZero(entry + 48..<entry + IndexHeader.entryBytes)
        else { throw .damaged("header") }
        guard range.lowerBound == IndexLayout.aligned(end), isZero(end..<range.lowerBound) else {
          throw .damaged("padding")
        }
        end = range.upperBound
        entry += IndexHeader.entryBytes
      }
    }
    guard entry == listEnd else { throw .damaged("header") }
    guard view.count == IndexLayout.aligned(end), isZero(end..<view.count) else { throw .damaged("padding") }
  }

  /// Checks that hidden places are places of inputs.
  private func checkReplaced() throws(IndexHeader.FormatError) {
    let reader = PlaceReader(content: content)
    let section = content.files[0].bytes.view.part(content.files[0].header[.hidden])
    var replaced: [UInt32] = []
    _ = PostingList.forEach(in: section, below: content.blockCount * IndexLayout.blockSize) {
      replaced.append(UInt32($0))
    }
    for position in replaced {
      let number = content.segmentNumber(ofBlock: Int(position) / IndexLayout.blockSize)
      guard number < content.segments.count, content.segments[number].number != SegmentSections.overlay,
        reader.row(at: position) != nil
      else { throw .damaged(IndexSection.hidden.name) }
    }
  }

  /// Checks that blocks and nodes after the last partition of a segment are empty.
  private func checkUnused(of segment: Segment) throws(IndexHeader.FormatError) {
    let partitions = content.partitions[segment.partitions]
    let usedBlocks = partitions.last?.blocks.upperBound ?? segment.blocks.lowerBound
    let usedNodes = partitions.reduce(segment.nodes.lowerBound) { $0 + $1.nodeCount }
    func isFilled(_ view: ByteView, numbers: Range<Int>, size: Int, with value: Int32) -> Bool {
      stride(from: numbers.lowerBound * size, to: numbers.upperBound * size, by: 4).allSatisfy {
        view.load(Int32.self, at: $0) == value
      }
    }
    let blocks = usedBlocks..<segment.blocks.upperBound
    let nodes = usedNodes..<segment.nodes.upperBound
    guard isFilled(content.files[0].points, numbers: blocks, size: IndexLayout.blockBytes, with: .min) else {
      throw .damaged(IndexSection.points.name)
    }
    for position in blocks.lowerBound * IndexLayout.blockSize..<blocks.upperBound * IndexLayout.blockSize {
      guard segment.entryNumber(at: position - segment.firstPosition) == 0 else {
        throw .damaged(IndexSection.categoryNumbers.name)
      }
    }
    guard isFilled(content.files[0].nodes, numbers: nodes, size: IndexLayout.nodeBytes, with: 0) else {
      throw .damaged(IndexSection.nodes.name)
    }
    guard isFilled(content.files[0].masks, numbers: nodes, size: IndexLayout.maskBytes, with: 0) else {
      throw .damaged(IndexSection.masks.name)
    }
    for block in blocks where segment.rowBlock(block)?.isEmpty != true { throw .damaged(IndexSection.rowOffsets.name) }
  }

  /// Checks that the slugs of the kinds and the entries are distinct, and that they fill their section.
  private func checkCategories(of segment: Segment) throws(IndexHeader.FormatError) {
    var known: Set<[UInt8]> = []
    var byteCount = 0
    for number in 0..<segment.categoryNumbers.count {
      guard let element = segment.categoryElement(number), known.insert(element.array).inserted else {
        throw .damaged(IndexSection.categories.name)
      }
      byteCount += element.count
    }
    guard let slugs = segment.categoryElement(0),
      Set(slugs.text.split(separator: "\n")).count == content.files[0].kinds.count,
      4 + 4 * segment.categoryNumbers.count + byteCount == segment.categories.count
    else { throw .damaged(IndexSection.categories.name) }
  }

  /// Checks that the blocks of rows fill their section.
  private func checkRowOffsets(of segment: Segment) throws(IndexHeader.FormatError) {
    let blocks = segment.blocks
    let isFull =
      blocks.isEmpty
      ? segment.rows.count == 0
      : segment.rowBlock(blocks.lowerBound)?.lowerBound == 0
        && segment.rowBlock(blocks.upperBound - 1)?.upperBound == segment.rows.count
    guard isFull else { throw .damaged(IndexSection.rowOffsets.name) }
  }

  /// Checks the tree of a partition.
  ///
  /// Places are sorted by their position on the curve, then by latitude and longitude; unused slots and children have
  /// the values that the format requires; every box is exactly the box of its contents.
  private func checkTree(
    of partition: Partition,
    _ segment: Segment,
    along curve: HilbertCurve
  ) throws(IndexHeader.FormatError) {
    let reader = PlaceReader(content: content)
    var boxes = [IntegerBox](repeating: .empty, count: partition.blockCount)
    var masks = [CategoryMask](repeating: .none, count: partition.blockCount)
    var previous = (UInt64(0), Int32.min, Int32.min)
    for block in boxes.indices {
      let first = (partition.firstBlock + block) * IndexLayout.blockSize
      for slot in 0..<IndexLayout.blockSize {
        let (latitude, longitude) = reader.coordinates(at: UInt32(first + slot))
        guard slot < partition.placeCount(inBlock: block) else {
          guard latitude == .min, longitude == .min else { throw .damaged(IndexSection.points.name) }
          guard segment.entryNumber(at: first + slot - segment.firstPosition) == 0 else {
            throw .damaged(IndexSection.categoryNumbers.name)
          }
          continue
        }
        let number = content.categoryNumber(at: UInt32(first + slot))
        guard let entry = content.category(number), partition.contains(entry) else {
          throw .damaged(IndexSection.categoryNumbers.name)
        }
        masks[block].formUnion(
          entry.mask(number: content.localNumber(ofCategory: Int(number)), kindCount: content.files[0].kinds.count)
        )
        boxes[block].include(latitude: latitude, longitude: longitude)
        let next = (curve.position(latitude: latitude, longitude: longitude), latitude, longitude)
        guard next >= previous else { throw .damaged(IndexSection.points.name) }
        previous = next
      }
    }
    for level in 1..<partition.levelCount {
      var parents = [IntegerBox](repeating: .empty, count: partition.levelSize(level))
      var parentMasks = [CategoryMask](repeating: .none, count: parents.count)
      for child in 0..<parents.count * IndexLayout.fanOut {
        let found = child < boxes.count ? boxes[child] : .empty
        let node = (partition.levelStart(level) + child / IndexLayout.fanOut) * IndexLayout.nodeBytes
        guard IntegerBox(content.files[0].nodes, at: node + child % IndexLayout.fanOut * 4, apart: 32) == found else {
          throw .damaged(IndexSection.nodes.name)
        }
        parents[child / IndexLayout.fanOut].include(found)
        let mask = child < masks.count ? masks[child] : .none
        let at = partition.levelStart(level) * IndexLayout.maskBytes + child * CategoryMask.byteCount
        guard CategoryMask(content.files[0].masks, at: at) == mask else { throw .damaged(IndexSection.masks.name) }
        parentMasks[child / IndexLayout.fanOut].formUnion(mask)
      }
      boxes = parents
      masks = parentMasks
    }
    guard boxes == [partition.box] else { throw .damaged(IndexSection.partitions.name) }
  }

  /// Checks that rows are UTF-8 and have ids, that points are on the globe, and that ids at one coordinate are sorted.
  private func checkRows(ofBlock block: Int, in partition: Partition, _ segment: Segment) throws(IndexHeader
    .FormatError)
  {
    let reader = PlaceReader(content: content)
    let first = (partition.firstBlock + block) * IndexLayout.blockSize
    let count = partition.placeCount(inBlock: block)
    guard let area = segment.rowBlock(partition.firstBlock + block),
      segment.rowRange(at: first, placeCount: count)?.lowerBound == segment.extent.firstRowByte + area.lowerBound
        + IndexLayout.offsetBytes(ofBlock: area.count) * count
    else { throw .damaged(IndexSection.rows.name) }
    for slot in 0..<count {
      guard reader.place(at: UInt32(first + slot)) != nil else { throw .damaged(IndexSection.rows.name) }
      let position = UInt32(first + slot)
      guard block > 0 || slot > 0, reader.coordinates(at: position - 1) == reader.coordinates(at: position) else {
        continue
      }
      guard let earlier = reader.row(at: position - 1), let later = reader.row(at: position),
        earlier[.id].precedes(later[.id])
      else { throw .damaged(IndexSection.rows.name) }
    }
  }
}
