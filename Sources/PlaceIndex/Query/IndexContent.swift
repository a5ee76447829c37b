import Domain
import Synchronization

/// The checked parts of an index, ready for queries.
///
/// The checks on opening keep every later access in bounds: the blocks and nodes of the partitions are consecutive
/// and fill their sections exactly. Rows are checked individually when they are read.
final class IndexContent: Sendable {
  /// The memory of all views, which lives as long as this object.
  let bytes: IndexBytes
  let header: IndexHeader
  /// The segments that have places, in the order of their blocks.
  let segments: [Segment]
  /// The sets of categories that occur in each segment, each with its tree.
  let partitions: [Partition]
  let levels: [TreeLevel]
  /// The level of the root of each partition.
  let rootLevels: [Int]
  let partitionsOfGroup: [[Int]]
  let allPartitions: [Int]
  let description: IndexDescription
  /// The blocks and nodes of all segments.
  let blockCount: Int
  let points: ByteView
  let nodes: ByteView
  /// Rows whose text fields are known to be UTF-8.
  let validatedRows: ValidatedRows
  let masks: ByteView
  /// The number of entries of categories of all segments, including those that stand for the kinds.
  let categoryCount: Int
  /// The slugs of the kinds, one per line.
  private let slugs: ByteView
  private let rows: ByteView
  /// Places that are in no answer, because others answer for them; `nil` for none.
  let excluded: PlaceSet?
  /// Compares pages with their checksums; `nil` where that is not needed.
  let checker: PageChecker?
  private let checks: PageChecks?
  private let knownKinds = AtomicLazyReference<KnownKinds>()
  private let knownChains = AtomicLazyReference<KnownChains>()

  /// Checks an index; what another object of the same index has checked already is not checked again, and its places
  /// that are in no answer are known unless others are given.
  init(
    _ bytes: IndexBytes,
    sharing other: IndexContent? = nil,
    excluded: PlaceSet? = nil
  ) throws(IndexHeader.FormatError) {
    let view = bytes.view
    // A copy, so that the header cannot change between check and use.
    let beginning = view.part(0..<min(bytes.count, IndexLayout.pageBytes))
    let headerBytes = try IndexHeader.byteCount(of: beginning, fileSize: bytes.count)
    let prefix = view.part(0..<min(bytes.count, headerBytes)).array
    let header = try ByteView.over(prefix) { (prefix) throws(IndexHeader.FormatError) in
      try IndexHeader(prefix, fileSize: bytes.count)
    }
    self.header = header
    if other == nil { bytes.prefetch(0..<header[.nodes].upperBound) }
    self.bytes = bytes
    if bytes.isForeign {
      checks = other?.checks ?? PageChecks(header, of: view)
    } else {
      checks = nil
    }
    checker = checks?.checker
    var reading = SegmentReading(header: header, view: view, checker: checker)
    for sections in header.segments { try reading.read(sections) }
    guard reading.placeCount >= header.placeCount else { throw .damaged(IndexSection.partitions.name) }
    var description = reading.description
    description.settle()
    self.description = description
    segments = reading.segments
    partitions = reading.partitions
    levels = reading.levels
    rootLevels = reading.rootLevels
    categoryCount = reading.categoryCount
    slugs = reading.slugs
    let partitions = partitions
    allPartitions = Array(partitions.indices)
    blockCount = header.blockCount
    points = view.part(header[.points])
    nodes = view.part(header[.nodes])
    rows = view.part(header[.rows])
    self.validatedRows = other?.validatedRows ?? ValidatedRows(blockCount: header.blockCount)
    masks = view.part(header[.masks])
    partitionsOfGroup = (0..<18).map { group in partitions.indices.filter { partitions[$0].groups >> group & 1 == 1 } }
    if let known = excluded ?? other?.excluded {
      self.excluded = known
    } else {
      let section = view.part(header[.replaced])
      if section.count > 0 { checker?.check(0, section.count, of: section) }
      let places = try ReplacedPlaces.read(section, blockCount: header.blockCount)
      guard header.placeCount + places.count == reading.placeCount else { throw .damaged(IndexSection.replaced.name) }
      self.excluded = places.isEmpty ? nil : PlaceSet(places, count: header.blockCount * IndexLayout.blockSize)
    }
    try checkPages()
  }

  /// Throws when a page that was read so far differs from its checksum.
  func checkPages() throws(IndexHeader.FormatError) {
    if let page = checker?.failedPage { throw .damaged(header.name(ofPage: page)) }
  }

  /// The kinds of this program by the numbers that a file gives them.
  private final class KnownKinds: Sendable {
    let kinds: [Kind?]

    init(_ slugs: ByteView) {
      var kinds: [Kind?] = []
      // No more than there are bits, also in a file that was overwritten after it was checked.
      slugs.forEachLine { if kinds.count < CategoryMask.bitCount - 1 { kinds.append(Kind(slug: $0.text)) } }
      self.kinds = kinds
    }
  }

  /// The kinds of this program by the numbers that the file gives them; `nil` for one that it does not know.
  ///
  /// Looked up when a place or a query first has a kind, because that takes as long as a whole query without one.
  var kinds: [Kind?] { (knownKinds.load() ?? knownKinds.storeIfNil(KnownKinds(slugs))).kinds }

  /// The sections of chains: that of the whole, and those of the inputs in a file of earlier times.
  var chainSections: [ByteView] {
    header.segments.map { bytes.view.part($0[.chains]) }.filter { $0.count > 0 }
  }

  /// The chains, read when a text is first sought.
  var chains: [Chain] {
    get throws(IndexHeader.FormatError) {
      let sections = chainSections
      for section in sections { checker?.check(0, section.count, of: section) }
      let known = knownChains.load() ?? knownChains.storeIfNil(KnownChains(sections))
      guard let chains = known.chains else { throw .damaged(IndexSection.chains.name) }
      return chains
    }
  }

  /// A copy that shares the bytes but no array with this object, so that threads do not contend for reference counts.
  func copyForThread() -> IndexContent {
    guard let copy = try? IndexContent(bytes, sharing: self),
      copy.header.ownChecksum == header.ownChecksum
    else { return self }  // The file was changed, which the search reports.
    return copy
  }

  /// The number of the segment that has a block, among those with places.
  @inline(__always)
  func segmentNumber(ofBlock block: Int) -> Int {
    segments.count == 1 ? 0 : segments.indices.partitioningIndex { segments[$0].blocks.upperBound > block }
  }

  /// The number of the segment that has an entry of categories, which is one of those that there are.
  @inline(__always)
  func segmentNumber(ofCategory number: UInt32) -> Int {
    guard segments.count > 1 else { return 0 }
    return segments.indices.partitioningIndex { segments[$0].categoryNumbers.upperBound > Int(number) }
  }

  /// An entry of categories by its number among those of all segments; `nil` if the file has no such number, or it is
  /// invalid.
  func category(_ number: UInt32) -> CategoryEntry? {
    guard number > 0, number < categoryCount else { return nil }
    let position = segmentNumber(ofCategory: number)
    let local = Int(number) - segments[position].categoryNumbers.lowerBound
    guard local > 0 else { return nil }
    return segments[position].categoryElement(local).flatMap(CategoryEntry.init)
  }

  /// The categories of a place; `nil` if they are invalid.
  func category(at position: UInt32) -> CategoryEntry? {
    category(categoryNumber(at: position))
  }

  /// The kind that is shown of an entry: the first in the order of this program's table.
  func kind(of entry: CategoryEntry) -> Kind? {
    guard !entry.kinds.isEmpty else { return nil }
    var first: Kind?
    let kinds = kinds
    entry.kinds.forEach { number in
      guard number < kinds.count, let kind = kinds[number], first.map({ kind < $0 }) ?? true else { return }
      first = kind
    }
    return first
  }

  /// The number of the entry of a place among those of all segments; no entry has that of a slot without a place.
  @inline(__always)
  func categoryNumber(at position: UInt32, isChecked: Bool = false) -> UInt32 {
    let number = segmentNumber(ofBlock: Int(position) / IndexLayout.blockSize)
    guard number < segments.count else { return .max }
    let inSegment = Int(position) - segments[number].firstPosition
    let local = segments[number].entryNumber(at: inSegment, isChecked: isChecked)
    guard number > 0 else { return local }
    return local < segments[number].categoryCount ? UInt32(segments[number].categoryNumbers.lowerBound) + local : .max
  }

  /// Calls a closure with the numbers of the inputs of an entry.
  @inline(__always)
  func forEachInput(ofCategory number: UInt32, _ entry: CategoryEntry, _ body: (Int) -> Void) {
    let first = segments[segmentNumber(ofCategory: number)].firstInput
    entry.forEachInput { body(first + $0) }
  }

  /// The range of a row among the rows of all segments; `nil` if the offsets in the file are invalid.
  @inline(__always)
  func rowRange(at position: Int, placeCount: Int, isChecked: Bool = false) -> Range<Int>? {
    let number = segmentNumber(ofBlock: position / IndexLayout.blockSize)
    guard number < segments.count else { return nil }
    return segments[number].rowRange(at: position, placeCount: placeCount, isChecked: isChecked)
  }

  /// The row in a range; `nil` if it is invalid.
  @inline(__always)
  func row(in range: Range<Int>, isChecked: Bool = false) -> RowFormat? {
    if !isChecked, !range.isEmpty { checker?.check(range.lowerBound, range.count, of: rows) }
    return RowFormat(rows.part(range))
  }

  /// The keys and values that the numbers at the end of a row refer to.
  @inline(__always)
  func attributes(at position: UInt32) -> AttributeIndex? {
    let number = segmentNumber(ofBlock: Int(position) / IndexLayout.blockSize)
    return number < segments.count ? segments[number].attributes : nil
  }
}
