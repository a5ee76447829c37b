import Domain

/// Reads the segments of a file in order and numbers their contents across all segments.
struct SegmentReading {
  let header: IndexHeader
  let view: ByteView
  let checker: PageChecker?
  private(set) var description = IndexDescription()
  private(set) var segments: [Segment] = []
  private(set) var partitions: [Partition] = []
  private(set) var levels: [TreeLevel] = []
  private(set) var rootLevels: [Int] = []
  /// The number of places in all segments, including hidden places.
  private(set) var placeCount = 0
  private(set) var categoryCount = 0
  /// The slugs of the kinds, one per line; they are equal in all segments.
  private(set) var slugs = ByteView.empty
  private var blockCount = 0
  private var nodeCount = 0

  init(header: IndexHeader, view: ByteView, checker: PageChecker?) {
    self.header = header
    self.view = view
    self.checker = checker
  }

  mutating func read(_ sections: SegmentSections) throws(IndexHeader.FormatError) {
    for section in [IndexSection.description, .partitions] where !sections[section].isEmpty {
      checker?.check(0, sections[section].count, of: view.part(sections[section]))
    }
    guard let own = IndexDescription(encoded: view.part(sections[.description])) else {
      throw .damaged(IndexSection.description.name)
    }
    let isWhole = sections.number == SegmentSections.whole
    let firstInput = isWhole ? 0 : description.inputs.count
    if isWhole {
      let inputs = description.inputs
      description = own
      description.inputs = inputs
    } else {
      description.inputs += own.inputs
    }
    guard sections.hasPlaces else { return }
    let firstPartition = partitions.count
    let found = try Partition.all(
      in: view.part(sections[.partitions]),
      blocks: blockCount..<blockCount + sections.blockCount,
      nodes: nodeCount..<nodeCount + sections.nodeCount,
      maximumCount: IndexLayout.maximumPlaceCount - placeCount
    )
    let count = found.reduce(0) { $0 + $1.placeCount }
    found.forEach { add($0) }
    let segment = try Segment(
      sections,
      of: view,
      checker: checker,
      blocks: blockCount..<blockCount + sections.blockCount,
      nodes: nodeCount..<nodeCount + sections.nodeCount,
      partitions: firstPartition..<partitions.count,
      placeCount: count,
      firstCategory: categoryCount,
      firstRowByte: sections[.rows].lowerBound - header[.rows].lowerBound,
      inputs: firstInput..<description.inputs.count
    )
    try check(segment)
    segments.append(segment)
    placeCount += count
    blockCount += sections.blockCount
    nodeCount += sections.nodeCount
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

  /// Checks that a segment has at most as many kinds as there are bits, and the same kinds as the other segments.
  private mutating func check(_ segment: Segment) throws(IndexHeader.FormatError) {
    guard let slugs = segment.categoryElement(0), segments.isEmpty || slugs.equals(self.slugs) else {
      throw .damaged(IndexSection.categories.name)
    }
    guard segments.isEmpty else { return }
    self.slugs = slugs
    var kindCount = 0
    slugs.forEachLine { _ in kindCount += 1 }
    guard kindCount < CategoryMask.bitCount else { throw .damaged(IndexSection.categories.name) }
  }
}
