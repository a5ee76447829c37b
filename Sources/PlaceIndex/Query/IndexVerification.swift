import Domain

/// Checks the checksums of an index, and that its contents are consistent.
struct IndexVerification {
  let content: IndexContent

  /// Checks everything; throws the first error.
  func run() throws(IndexHeader.FormatError) {
    try checkChecksums()
    try checkPadding()
    try checkCategories()
    try checkRowOffsets()
    try content.names.verify()
    try checkAttributes()
    try checkOriginals()
    try checkChains()
    try checkIdentifiers()
    let curve = HilbertCurve(over: content.partitions.reduce(into: IntegerBox.empty) { $0.include($1.box) })
    for (partition, next) in zip(content.partitions, content.partitions.dropFirst()) {
      guard partition.groups < next.groups else { throw .damaged(IndexSection.partitions.name) }
    }
    for partition in content.partitions {
      try checkTree(of: partition, along: curve)
      for block in 0..<partition.blockCount { try checkRows(ofBlock: block, in: partition) }
    }
  }

  /// Checks that sections are consecutive and aligned, and that unused bytes are 0.
  private func checkPadding() throws(IndexHeader.FormatError) {
    let view = content.bytes.view
    let header = content.header
    func isZero(_ range: Range<Int>) -> Bool { range.allSatisfy { view.byte(at: $0) == 0 } }
    let count = IndexSection.allCases.count
    let listEnd = IndexHeader.directoryOffset + count * IndexHeader.entryBytes
    guard header.byteCount == IndexHeader.usualBytes, view.load(UInt32.self, at: 36) == UInt32(count),
      isZero(40..<IndexHeader.directoryOffset), isZero(listEnd..<header.checksumOffset)
    else { throw .damaged("header") }
    var end = header.byteCount
    for section in IndexSection.allCases {
      let range = header[section]
      let entry = IndexHeader.directoryOffset + section.rawValue * IndexHeader.entryBytes
      let flags = section.isNeeded ? IndexHeader.neededFlag : 0
      guard SIMD2(view.load(UInt64.self, at: entry), view.load(UInt64.self, at: entry + 8)) == section.code,
        view.load(UInt32.self, at: entry + 20) == flags, isZero(entry + 48..<entry + IndexHeader.entryBytes)
      else { throw .damaged("header") }
      guard range.lowerBound == IndexLayout.aligned(end), isZero(end..<range.lowerBound) else {
        throw .damaged("padding")
      }
      end = range.upperBound
    }
    guard view.count == IndexLayout.aligned(end), isZero(end..<view.count) else { throw .damaged("padding") }
  }

  /// Checks that what places were is of places that there are, and of inputs that are known.
  private func checkOriginals() throws(IndexHeader.FormatError) {
    let count = content.header.blockCount * IndexLayout.blockSize
    let inputs = content.description.inputs.count
    let reader = PlaceReader(content: content)
    guard let all = OriginalPlace.all(in: content.bytes.view.part(content.header[.originals])) else {
      throw .damaged(IndexSection.originals.name)
    }
    for (position, places) in all {
      var isKnown = position < count && reader.row(at: position) != nil
      for place in places { place.entry.forEachInput { if $0 >= inputs { isKnown = false } } }
      guard isKnown else { throw .damaged(IndexSection.originals.name) }
    }
  }

  /// Checks that the slugs of the kinds differ, that each entry occurs once, and that they fill their section.
  private func checkCategories() throws(IndexHeader.FormatError) {
    var known: Set<[UInt8]> = []
    var byteCount = 0
    for number in 0..<content.categoryCount {
      guard let element = content.categoryElement(number), known.insert(element.array).inserted,
        number == 0 || isValidEntry(element)
      else { throw .damaged(IndexSection.categories.name) }
      byteCount += element.count
    }
    guard let slugs = content.categoryElement(0), Set(slugs.text.split(separator: "\n")).count == content.kinds.count,
      4 + 4 * content.categoryCount + byteCount == content.header[.categories].count
    else { throw .damaged(IndexSection.categories.name) }
  }

  private func isValidEntry(_ bytes: ByteView) -> Bool {
    guard let entry = CategoryEntry(bytes), UTF8Check.isValid(entry.text), UTF8Check.isValid(entry.words),
      entry.text.count <= RowFormat.maximumFieldBytes,
      entry.words.count <= CategoryEntry.maximumWordBytes
    else { return false }
    var isKnown = true
    entry.kinds.forEach { if $0 >= content.kinds.count { isKnown = false } }
    var last = -1
    entry.forEachInput { number in
      if number <= last || number >= content.description.inputs.count { isKnown = false }
      last = number
    }
    return isKnown && (last >= 0 || content.description.inputs.isEmpty)
  }

  /// Checks that the blocks of rows fill their section.
  private func checkRowOffsets() throws(IndexHeader.FormatError) {
    let count = content.header.blockCount
    let isFull =
      count == 0
      ? content.header[.rows].isEmpty
      : content.rowBlock(0)?.lowerBound == 0 && content.rowBlock(count - 1)?.upperBound == content.header[.rows].count
    guard isFull else { throw .damaged(IndexSection.rowOffsets.name) }
  }

  /// Checks that places are sorted by their position on the curve, then by latitude and longitude, that unused slots
  /// and children have the values of the format, and that every box is exactly that of its contents.
  private func checkTree(of partition: Partition, along curve: HilbertCurve) throws(IndexHeader.FormatError) {
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
          guard content.categoryNumber(at: UInt32(first + slot)) == 0 else {
            throw .damaged(IndexSection.categoryNumbers.name)
          }
          continue
        }
        let number = content.categoryNumber(at: UInt32(first + slot))
        guard let entry = content.category(number), partition.contains(entry) else {
          throw .damaged(IndexSection.categoryNumbers.name)
        }
        masks[block].formUnion(entry.mask(number: Int(number), kindCount: content.kinds.count))
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
        guard IntegerBox(content.nodes, at: node + child % IndexLayout.fanOut * 4, apart: 32) == found else {
          throw .damaged(IndexSection.nodes.name)
        }
        parents[child / IndexLayout.fanOut].include(found)
        let mask = child < masks.count ? masks[child] : .none
        let at = partition.levelStart(level) * IndexLayout.maskBytes + child * CategoryMask.byteCount
        guard CategoryMask(content.masks, at: at) == mask else { throw .damaged(IndexSection.masks.name) }
        parentMasks[child / IndexLayout.fanOut].formUnion(mask)
      }
      boxes = parents
      masks = parentMasks
    }
    guard boxes == [partition.box] else { throw .damaged(IndexSection.partitions.name) }
  }

  /// Checks that rows are UTF-8 and have ids, that points are on the globe, and that ids at one coordinate are sorted.
  private func checkRows(ofBlock block: Int, in partition: Partition) throws(IndexHeader.FormatError) {
    let reader = PlaceReader(content: content)
    let first = (partition.firstBlock + block) * IndexLayout.blockSize
    let count = partition.placeCount(inBlock: block)
    guard let area = content.rowBlock(partition.firstBlock + block),
      content.rowRange(at: first, placeCount: count)?.lowerBound == area.lowerBound + IndexLayout.offsetBytes(
        ofBlock: area.count,
        version: content.header.version
      ) * count
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

extension Partition {
  /// Whether a place may be in the partition: its groups are those of the partition, and it shows one of them.
  func contains(_ entry: CategoryEntry) -> Bool {
    entry.groups == groups && (entry.shownGroup.map { groups & $0.bit != 0 } ?? (groups == 0))
  }
}
