import Domain
import Rows
import Tables

/// Reads the segments of files in order and numbers their contents across all of them.
struct SegmentReading {
  /// The metadata; of several files, only the inputs.
  private(set) var description = IndexDescription()
  private(set) var segments: [Segment] = []
  private(set) var partitions: [Partition] = []
  private(set) var levels: [TreeLevel] = []
  private(set) var rootLevels: [Int] = []
  /// The number of places in all segments, including hidden places.
  private(set) var placeCount = 0
  private(set) var categoryCount = 0
  private(set) var blockCount = 0
  private(set) var nodeCount = 0
  private var fileCount = 0

  /// Reads a file, and returns the slugs of its kinds, one per line; they are equal in all its segments.
  mutating func read(
    _ header: IndexHeader,
    in view: ByteView,
    checking checker: PageChecker?,
    isOverlay: Bool
  ) throws(IndexHeader.FormatError) -> ByteView {
    var own = IndexDescription()
    var slugs: ByteView?
    // The overlay of several files numbers the inputs of all of them.
    let firstInput = isOverlay ? 0 : description.inputs.count
    for sections in header.segments {
      for section in [IndexSection.description, .partitions] where !sections[section].isEmpty {
        checker?.check(0, sections[section].count, of: view.part(sections[section]))
      }
      guard let found = IndexDescription(encoded: view.part(sections[.description])) else {
        throw .damaged(IndexSection.description.name)
      }
      let isOfOverlay = sections.number == SegmentSections.overlay
      let first = isOfOverlay ? firstInput : firstInput + own.inputs.count
      let inputs = own.inputs
      if isOfOverlay { own = found }
      own.inputs = isOfOverlay ? inputs : inputs + found.inputs
      let end = isOverlay ? description.inputs.count : firstInput + own.inputs.count
      guard sections.hasPlaces else { continue }
      try read(sections, of: header, in: view, checking: checker, inputs: first..<end, slugs: &slugs)
    }
    own.settle()
    if fileCount == 0 { description = own } else { description.join(isOverlay ? IndexDescription() : own) }
    fileCount += 1
    return slugs ?? .empty
  }

  private mutating func read(
    _ sections: SegmentSections,
    of header: IndexHeader,
    in view: ByteView,
    checking checker: PageChecker?,
    inputs: Range<Int>,
    slugs: inout ByteView?
  ) throws(IndexHeader.FormatError) {
    var extent = SegmentExtent()
    extent.firstBlock = blockCount
    extent.endBlock = blockCount + sections.blockCount
    extent.firstNode = nodeCount
    extent.endNode = nodeCount + sections.nodeCount
    extent.firstPartition = partitions.count
    extent.firstCategory = categoryCount
    extent.firstRowByte = sections[.rows].lowerBound - header[.rows].lowerBound
    extent.firstInput = inputs.lowerBound
    extent.inputCount = inputs.count
    let found = try Partition.all(
      in: view.part(sections[.partitions]),
      blocks: extent.firstBlock..<extent.endBlock,
      nodes: extent.firstNode..<extent.endNode,
      maximumCount: IndexLayout.maximumPlaceCount - placeCount
    )
    extent.placeCount = found.reduce(0) { $0 + $1.placeCount }
    found.forEach { add($0) }
    extent.endPartition = partitions.count
    let segment = try Segment(sections, of: view, checker: checker, extent: extent)
    try check(segment, &slugs)
    segments.append(segment)
    placeCount += extent.placeCount
    blockCount = extent.endBlock
    nodeCount = extent.endNode
    categoryCount = segment.categoryNumbers.upperBound
  }

  private mutating func add(_ partition: Partition) {
    partitions.append(partition)
    for level in 1..<partition.levelCount {
      levels.append(
        TreeLevel(
          firstNode: partition.levelStart(level),
          childCount: partition.levelSize(level - 1),
          firstChild: level == 1 ? partition.firstBlock : 0,
          isLowest: level == 1
        )
      )
    }
    rootLevels.append(levels.count - 1)
  }

  /// Checks that a segment has at most as many kinds as there are bits, and the same kinds as the file's other
  /// segments.
  private func check(_ segment: Segment, _ slugs: inout ByteView?) throws(IndexHeader.FormatError) {
    guard let own = segment.categoryElement(0), slugs.map(own.equals) ?? true else {
      throw .damaged(IndexSection.categories.name)
    }
    guard slugs == nil else { return }
    slugs = own
    var kindCount = 0
    own.forEachLine { _ in kindCount += 1 }
    guard kindCount < CategoryMask.bitCount else { throw .damaged(IndexSection.categories.name) }
  }
}

extension IndexDescription {
  /// Adds the inputs of another file; each file's own index has its coverage.
  fileprivate mutating func join(_ other: IndexDescription) {
    inputs += other.inputs
    coverage = []
    coveredCategories = []
  }
}
