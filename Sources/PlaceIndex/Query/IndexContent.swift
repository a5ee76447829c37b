import Domain
import Rows
import Synchronization
import Tables

/// The validated contents of one or several index files, ready for queries.
///
/// The checks at opening keep every later access in bounds: the blocks and nodes of the partitions are consecutive and
/// fill their sections exactly. Each row is checked when it is read.
final class IndexContent: Sendable {
  let files: [IndexFile]
  /// The segments with places, in the order of their blocks.
  let segments: [Segment]
  /// The partitions of all segments, each with its tree.
  let partitions: [Partition]
  let levels: [TreeLevel]
  /// The root level of each partition.
  let rootLevels: [Int]
  let partitionsOfGroup: [[Int]]
  let allPartitions: [Int]
  let description: IndexDescription
  /// The number of places, without hidden places.
  let placeCount: Int
  /// The numbers of blocks and nodes in all segments.
  let blockCount: Int
  let nodeCount: Int
  /// The rows whose text fields are known to be UTF-8.
  let validatedRows: ValidatedRows
  /// The number of category entries in all segments, including the entry per segment for the kinds.
  let categoryCount: Int
  /// The hidden places, which an overlay contains; `nil` without hidden places.
  let hidden: PlaceSet?
  private let knownChains = AtomicLazyReference<ChainTable>()
  private let knownOpenings = AtomicLazyReference<OpeningTable>()

  /// Validates files that are searched together.
  ///
  /// - Parameters:
  ///   - sources: The files.
  ///   - other: Another object for the same files, whose checks and hidden places are reused.
  ///   - more: Further hidden places.
  /// - Throws: An error if a file is invalid.
  init(
    _ sources: [IndexFile.Source],
    sharing other: IndexContent? = nil,
    hiding more: [UInt32] = []
  ) throws(IndexHeader.FormatError) {
    var reading = SegmentReading()
    var files: [IndexFile] = []
    var hiddenPlaces = more
    for (number, source) in sources.enumerated() {
      let before = reading.placeCount
      let file = try IndexFile(source, sharing: other?.files[number], after: &reading)
      files.append(file)
      guard other == nil else { continue }
      let places = try file.hiddenPlaces()
      guard file.header.placeCount + places.count == reading.placeCount - before else {
        throw .damaged(IndexSection.hidden.name)
      }
      hiddenPlaces += places.map { UInt32(file.firstBlock * IndexLayout.blockSize) + $0 }
    }
    self.files = files
    segments = reading.segments
    partitions = reading.partitions
    levels = reading.levels
    rootLevels = reading.rootLevels
    categoryCount = reading.categoryCount
    description = reading.description
    blockCount = reading.blockCount
    nodeCount = reading.nodeCount
    let partitions = partitions
    allPartitions = Array(partitions.indices)
    validatedRows = other?.validatedRows ?? ValidatedRows(blockCount: reading.blockCount)
    partitionsOfGroup = (0..<18).map { group in partitions.indices.filter { partitions[$0].groups >> group & 1 == 1 } }
    if let other {
      hidden = other.hidden
    } else {
      hidden = hiddenPlaces.isEmpty ? nil : PlaceSet(hiddenPlaces, count: reading.blockCount * IndexLayout.blockSize)
    }
    placeCount = reading.placeCount - (hidden?.count(inBlocks: 0..<reading.blockCount) ?? 0)
    try checkPages()
  }

  /// Throws an error if a page that was read so far differs from its checksum.
  func checkPages() throws(IndexHeader.FormatError) {
    for number in files.indices {
      if let page = files[number].checker?.failedPage { throw .damaged(files[number].header.name(ofPage: page)) }
    }
  }

  /// Returns the index of the file that contains a block.
  @inline(__always)
  func fileNumber(ofBlock block: Int) -> Int {
    files.count == 1 ? 0 : (1..<files.count).partitioningIndex { files[$0].firstBlock > block } - 1
  }

  /// Returns the index of the file that contains a partition.
  @inline(__always)
  func fileNumber(ofPartition number: Int) -> Int {
    files.count == 1 ? 0 : (0..<files.count - 1).partitioningIndex { files[$0].endPartition > number }
  }

  /// Returns the kinds of the file with a category entry.
  func kinds(ofCategory number: UInt32) -> [Kind?] {
    files[number < categoryCount ? fileNumber(ofCategory: number) : 0].kinds
  }

  /// The chains, read on the first text search.
  var chains: [Chain] {
    get throws(IndexHeader.FormatError) {
      let sections = files.flatMap(\.chainSections)
      for file in files {
        for section in file.chainSections { file.checker?.check(0, section.count, of: section) }
      }
      let known = knownChains.load() ?? knownChains.storeIfNil(ChainTable(sections))
      guard let chains = known.chains else { throw .damaged(IndexSection.chains.name) }
      return chains
    }
  }

  /// The opening hours, read by the first query for open places.
  var openings: OpeningTable {
    get throws(IndexHeader.FormatError) {
      if let known = knownOpenings.load() { return known }
      return knownOpenings.storeIfNil(try OpeningTable(of: self))
    }
  }

  /// Returns a copy that shares the bytes but no arrays with this object, so that threads don't contend for reference
  /// counts.
  func copyForThread() -> IndexContent {
    guard let copy = try? IndexContent(files.map(\.source), sharing: self),
      zip(copy.files, files).allSatisfy({ $0.header.ownChecksum == $1.header.ownChecksum })
    else { return self }  // The file was changed, which the search reports.
    return copy
  }

  /// Returns the index of the segment that contains a block, among the segments with places.
  @inline(__always)
  func segmentNumber(ofBlock block: Int) -> Int {
    segments.count == 1 ? 0 : segments.indices.partitioningIndex { segments[$0].blocks.upperBound > block }
  }

  /// Returns the index of the segment that contains a category entry; the entry must exist.
  @inline(__always)
  func segmentNumber(ofCategory number: UInt32) -> Int {
    guard segments.count > 1 else { return 0 }
    return segments.indices.partitioningIndex { segments[$0].categoryNumbers.upperBound > Int(number) }
  }

  /// Returns a category entry by its number across all segments; `nil` if the number or the entry is invalid.
  func category(_ number: UInt32) -> CategoryEntry? {
    guard number > 0, number < categoryCount else { return nil }
    let position = segmentNumber(ofCategory: number)
    let local = Int(number) - segments[position].categoryNumbers.lowerBound
    guard local > 0 else { return nil }
    return segments[position].categoryElement(local).flatMap(CategoryEntry.init)
  }

  /// Returns the category entry of a place; `nil` if it is invalid.
  func category(at position: UInt32) -> CategoryEntry? {
    category(categoryNumber(at: position))
  }

  /// Returns the displayed kind of an entry: the first in the order of this version's table.
  func kind(of entry: CategoryEntry, number: UInt32) -> Kind? {
    guard !entry.kinds.isEmpty else { return nil }
    var first: Kind?
    let kinds = kinds(ofCategory: number)
    entry.kinds.forEach { number in
      guard number < kinds.count, let kind = kinds[number], first.map({ kind < $0 }) ?? true else { return }
      first = kind
    }
    return first
  }

  /// Returns the number of a place's category entry across all segments; a slot without a place has no valid number.
  @inline(__always)
  func categoryNumber(at position: UInt32, isChecked: Bool = false) -> UInt32 {
    let number = segmentNumber(ofBlock: Int(position) / IndexLayout.blockSize)
    guard number < segments.count else { return .max }
    let inSegment = Int(position) - segments[number].firstPosition
    let local = segments[number].entryNumber(at: inSegment, isChecked: isChecked)
    guard number > 0 else { return local }
    return local < segments[number].categoryCount ? UInt32(segments[number].categoryNumbers.lowerBound) + local : .max
  }

  /// Calls a closure with the numbers of an entry's inputs.
  @inline(__always)
  func forEachInput(ofCategory number: UInt32, _ entry: CategoryEntry, _ body: (Int) -> Void) {
    let first = segments[segmentNumber(ofCategory: number)].firstInput
    entry.forEachInput { body(first + $0) }
  }

  /// Returns the range of a row in the rows of its file; `nil` if the offsets in the file are invalid.
  @inline(__always)
  func rowRange(at position: Int, placeCount: Int, isChecked: Bool = false) -> Range<Int>? {
    let number = segmentNumber(ofBlock: position / IndexLayout.blockSize)
    guard number < segments.count else { return nil }
    return segments[number].rowRange(at: position, placeCount: placeCount, isChecked: isChecked)
  }

  /// Returns the row of a place in a range of its file's rows; `nil` if it is invalid.
  @inline(__always)
  func row(in range: Range<Int>, at position: UInt32, isChecked: Bool = false) -> RowFormat? {
    let file = fileNumber(ofBlock: Int(position) / IndexLayout.blockSize)
    if !isChecked, !range.isEmpty { files[file].checker?.check(range.lowerBound, range.count, of: files[file].rows) }
    return RowFormat(files[file].rows.part(range))
  }

  /// Returns the attributes of the segment that contains a place.
  @inline(__always)
  func attributes(at position: UInt32) -> TermLists? {
    let number = segmentNumber(ofBlock: Int(position) / IndexLayout.blockSize)
    return number < segments.count ? segments[number].attributes : nil
  }
}
