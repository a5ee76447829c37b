import Domain
import Synchronization

/// The validated contents of an index, ready for queries.
///
/// The checks at opening keep every later access in bounds: the blocks and nodes of the partitions are consecutive and
/// fill their sections exactly. Each row is checked when it is read.
final class IndexContent: Sendable {
  /// The memory of all views, which lives as long as this object.
  let bytes: IndexBytes
  let header: IndexHeader
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
  /// The number of blocks in all segments.
  let blockCount: Int
  let points: ByteView
  let nodes: ByteView
  /// The rows whose text fields are known to be UTF-8.
  let validatedRows: ValidatedRows
  let masks: ByteView
  /// The number of category entries in all segments, including the entry per segment for the kinds.
  let categoryCount: Int
  /// The slugs of the kinds, one per line.
  private let slugs: ByteView
  private let rows: ByteView
  /// The hidden places, which the overlay contains; `nil` without hidden places.
  let excluded: PlaceSet?
  /// Compares pages with their checksums; `nil` if that isn't needed.
  let checker: PageChecker?
  private let checks: PageChecks?
  private let knownKinds = AtomicLazyReference<KnownKinds>()
  private let knownChains = AtomicLazyReference<KnownChains>()

  /// Validates an index.
  ///
  /// - Parameters:
  ///   - bytes: The index.
  ///   - other: Another object for the same index, whose checks and hidden places are reused.
  ///   - excluded: The hidden places; `nil` to read them.
  /// - Throws: An error if the index is invalid.
  init(
    _ bytes: IndexBytes,
    sharing other: IndexContent? = nil,
    excluded: PlaceSet? = nil
  ) throws(IndexHeader.FormatError) {
    let view = bytes.view
    // A copy, so that the header can't change between check and use.
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
      let section = view.part(header[.hidden])
      if section.count > 0 { checker?.check(0, section.count, of: section) }
      var places: [UInt32] = []
      let limit = header.blockCount * IndexLayout.blockSize
      guard PositionList.forEach(in: section, below: limit, { places.append(UInt32($0)) }) else {
        throw .damaged(IndexSection.hidden.name)
      }
      guard header.placeCount + places.count == reading.placeCount else { throw .damaged(IndexSection.hidden.name) }
      self.excluded = places.isEmpty ? nil : PlaceSet(places, count: limit)
    }
    try checkPages()
  }

  /// Throws an error if a page that was read so far differs from its checksum.
  func checkPages() throws(IndexHeader.FormatError) {
    if let page = checker?.failedPage { throw .damaged(header.name(ofPage: page)) }
  }

  /// The kinds of this version, by their numbers in the file.
  private final class KnownKinds: Sendable {
    let kinds: [Kind?]

    init(_ slugs: ByteView) {
      var kinds: [Kind?] = []
      // The limit also holds for a file that was overwritten after its check.
      slugs.forEachLine { if kinds.count < CategoryMask.bitCount - 1 { kinds.append(Kind(slug: $0.text)) } }
      self.kinds = kinds
    }
  }

  /// The kinds of this version, by their numbers in the file; `nil` for a kind that this version doesn't know.
  ///
  /// Read on first use, because it takes as long as a query without kinds.
  var kinds: [Kind?] { (knownKinds.load() ?? knownKinds.storeIfNil(KnownKinds(slugs))).kinds }

  /// The sections of chains: in the overlay or, in older files, in the inputs.
  var chainSections: [ByteView] {
    header.segments.map { bytes.view.part($0[.chains]) }.filter { $0.count > 0 }
  }

  /// The chains, read on the first text search.
  var chains: [Chain] {
    get throws(IndexHeader.FormatError) {
      let sections = chainSections
      for section in sections { checker?.check(0, section.count, of: section) }
      let known = knownChains.load() ?? knownChains.storeIfNil(KnownChains(sections))
      guard let chains = known.chains else { throw .damaged(IndexSection.chains.name) }
      return chains
    }
  }

  /// Returns a copy that shares the bytes but no arrays with this object, so that threads don't contend for reference
  /// counts.
  func copyForThread() -> IndexContent {
    guard let copy = try? IndexContent(bytes, sharing: self),
      copy.header.ownChecksum == header.ownChecksum
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

  /// Returns the range of a row in the rows of all segments; `nil` if the offsets in the file are invalid.
  @inline(__always)
  func rowRange(at position: Int, placeCount: Int, isChecked: Bool = false) -> Range<Int>? {
    let number = segmentNumber(ofBlock: position / IndexLayout.blockSize)
    guard number < segments.count else { return nil }
    return segments[number].rowRange(at: position, placeCount: placeCount, isChecked: isChecked)
  }

  /// Returns the row in a range; `nil` if it is invalid.
  @inline(__always)
  func row(in range: Range<Int>, isChecked: Bool = false) -> RowFormat? {
    if !isChecked, !range.isEmpty { checker?.check(range.lowerBound, range.count, of: rows) }
    return RowFormat(rows.part(range))
  }

  /// Returns the attributes of the segment that contains a place.
  @inline(__always)
  func attributes(at position: UInt32) -> TermLists? {
    let number = segmentNumber(ofBlock: Int(position) / IndexLayout.blockSize)
    return number < segments.count ? segments[number].attributes : nil
  }
}
