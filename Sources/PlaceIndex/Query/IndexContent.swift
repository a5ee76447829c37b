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
  /// The sets of categories that occur, each with its tree.
  let partitions: [Partition]
  let levels: [TreeLevel]
  /// The level of the root of each partition.
  let rootLevels: [Int]
  let partitionsOfGroup: [[Int]]
  let allPartitions: [Int]
  let description: IndexDescription
  let points: ByteView
  let nodes: ByteView
  /// Rows whose text fields are known to be UTF-8.
  let validatedRows: ValidatedRows
  /// The index of names.
  let names: NameIndex
  /// The keys and values of further facts.
  let attributes: AttributeIndex
  /// The places in the order of a hash of their ids.
  let identifiers: IdentifierOrder
  private let rowOffsets: ByteView
  private let rows: ByteView
  /// The numbers of the entries of categories, block by block.
  let categoryNumbers: ByteView
  let masks: ByteView
  private let categories: ByteView
  /// The number of entries of categories, including number 0.
  let categoryCount: Int
  /// The slugs of the kinds, one per line.
  private let slugs: ByteView
  /// Places that are in no answer, because another index answers for them; `nil` for none.
  let excluded: PlaceSet?
  private let knownKinds = AtomicLazyReference<KnownKinds>()
  private let chainNames: ByteView
  private let knownChains = AtomicLazyReference<KnownChains>()

  /// Checks an index of one of some versions; another object of the same index may have checked rows already.
  init(
    _ bytes: IndexBytes,
    versions: ClosedRange<UInt32> = IndexLayout.searchedVersions,
    validatedRows: ValidatedRows? = nil,
    excluded: PlaceSet? = nil
  ) throws(IndexHeader.FormatError) {
    self.excluded = excluded
    let view = bytes.view
    // A copy, so that the header cannot change between check and use.
    let beginning = view.part(0..<min(bytes.count, IndexLayout.pageBytes))
    let headerBytes = try IndexHeader.byteCount(of: beginning, fileSize: bytes.count, versions: versions)
    let prefix = view.part(0..<min(bytes.count, headerBytes)).array
    header = try ByteView.over(prefix) { (prefix) throws(IndexHeader.FormatError) in
      try IndexHeader(prefix, fileSize: bytes.count, versions: versions)
    }
    if validatedRows == nil { bytes.prefetch(0..<header[.nodes].upperBound) }
    self.bytes = bytes
    guard let description = IndexDescription(encoded: view.part(header[.description])) else {
      throw .damaged(IndexSection.description.name)
    }
    self.description = description
    partitions = try Partition.all(in: view.part(header[.partitions]), header: header)
    allPartitions = Array(partitions.indices)
    let partitions = partitions
    var levels: [TreeLevel] = []
    var rootLevels: [Int] = []
    for partition in partitions {
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
    self.levels = levels
    self.rootLevels = rootLevels
    points = view.part(header[.points])
    nodes = view.part(header[.nodes])
    self.validatedRows = validatedRows ?? ValidatedRows(blockCount: header.blockCount)
    rowOffsets = view.part(header[.rowOffsets])
    rows = view.part(header[.rows])
    categoryNumbers = view.part(header[.categoryNumbers])
    masks = view.part(header[.masks])
    categories = view.part(header[.categories])
    guard let names = NameIndex(view.part(header[.names]), blockCount: header.blockCount) else {
      throw .damaged(IndexSection.names.name)
    }
    self.names = names
    let attributes = AttributeIndex(
      keys: view.part(header[.keys]),
      values: view.part(header[.values]),
      lists: view.part(header[.lists]),
      blockCount: header.blockCount
    )
    guard let attributes else { throw .damaged(IndexSection.keys.name) }
    self.attributes = attributes
    if header.version > 2 {
      let identifiers = IdentifierOrder(
        view.part(header[.identifiers]),
        placeCount: header.placeCount,
        blockCount: header.blockCount
      )
      guard let identifiers else { throw .damaged(IndexSection.identifiers.name) }
      self.identifiers = identifiers
    } else {
      identifiers = IdentifierOrder()
    }
    chainNames = view.part(header[.chains])
    partitionsOfGroup = (0..<18).map { group in partitions.indices.filter { partitions[$0].groups >> group & 1 == 1 } }
    let list = categories
    categoryCount = list.count < 4 ? 0 : Int(list.load(UInt32.self, at: 0))
    guard categoryCount >= 1, categoryCount <= (list.count - 4) / 4,
      let slugs = Self.element(0, of: list, count: categoryCount)
    else { throw .damaged(IndexSection.categories.name) }
    self.slugs = slugs
    var kindCount = 0
    slugs.forEachLine { _ in kindCount += 1 }
    guard kindCount < CategoryMask.bitCount else { throw .damaged(IndexSection.categories.name) }
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

  /// The chains, read when a text is first sought.
  var chains: [Chain] {
    get throws(IndexHeader.FormatError) {
      let known = knownChains.load() ?? knownChains.storeIfNil(KnownChains(chainNames))
      guard let chains = known.chains else { throw .damaged(IndexSection.chains.name) }
      return chains
    }
  }

  /// A copy that shares the bytes but no array with this object, so that threads do not contend for reference counts.
  func copyForThread() -> IndexContent {
    guard let copy = try? IndexContent(bytes, validatedRows: validatedRows, excluded: excluded),
      copy.header.ownChecksum == header.ownChecksum
    else { return self }  // The file was changed, which the search reports.
    return copy
  }

  /// An entry of categories; `nil` if the file has no such number, or it is invalid.
  func category(_ number: UInt32) -> CategoryEntry? {
    guard number > 0, number < categoryCount else { return nil }
    return categoryElement(Int(number)).flatMap(CategoryEntry.init)
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

  /// The bytes of an entry, or the slugs of the kinds for number 0; `nil` if they are out of bounds.
  func categoryElement(_ number: Int) -> ByteView? { Self.element(number, of: categories, count: categoryCount) }

  private static func element(_ number: Int, of list: ByteView, count: Int) -> ByteView? {
    let start = number == 0 ? 0 : Int(list.load(UInt32.self, at: 4 * number))
    let end = Int(list.load(UInt32.self, at: 4 * number + 4))
    guard start <= end else { return nil }
    return list.slice(4 + 4 * count + start, end - start)
  }

  /// The number of the entry of a place.
  @inline(__always)
  func categoryNumber(at position: UInt32) -> UInt32 { categoryNumbers.load(UInt32.self, at: Int(position) * 4) }

  /// The row in a range of the rows section; `nil` if it is invalid.
  func row(in range: Range<Int>) -> RowFormat? { RowFormat(rows.part(range)) }

  /// Whether the further facts of a row are there, and are UTF-8.
  func hasValidAttributes(_ row: RowFormat) -> Bool {
    var packed = GrowableBuffer<UInt8>(capacity: 256)
    guard attributes.pack(row.tail, into: &packed) else { return false }
    return UTF8Check.isValid(packed.window(0..<packed.count))
  }

  /// The range of a row in the rows section; `nil` if the offsets in the file are invalid.
  func rowRange(at position: Int, placeCount: Int) -> Range<Int>? {
    let block = position / IndexLayout.blockSize
    let slot = position % IndexLayout.blockSize
    guard block < header.blockCount, slot < placeCount, let area = rowBlock(block) else { return nil }
    let offsetBytes = IndexLayout.offsetBytes(ofBlock: area.count, version: header.version)
    guard area.count >= placeCount * offsetBytes else { return nil }
    let entry = area.lowerBound + slot * offsetBytes
    let start = rowOffset(at: entry, offsetBytes)
    let end = slot + 1 < placeCount ? rowOffset(at: entry + offsetBytes, offsetBytes) : area.count
    guard start <= end, end <= area.count else { return nil }
    return area.lowerBound + start..<area.lowerBound + end
  }

  @inline(__always)
  private func rowOffset(at offset: Int, _ byteCount: Int) -> Int {
    byteCount == 2 ? Int(rows.load(UInt16.self, at: offset)) : Int(rows.load(UInt32.self, at: offset))
  }

  /// The range of a block in the rows section; `nil` if the offsets in the file are invalid.
  func rowBlock(_ block: Int) -> Range<Int>? {
    let start = rowOffsets.load(UInt64.self, at: block * 8)
    let end = rowOffsets.load(UInt64.self, at: block * 8 + 8)
    guard start <= end, end <= UInt64(rows.count) else { return nil }
    return Int(start)..<Int(end)
  }
}
