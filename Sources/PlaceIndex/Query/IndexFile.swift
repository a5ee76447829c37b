import Domain
import Rows
import Synchronization
import Tables

/// One of the files that are searched together; its blocks and nodes are numbered across all files.
struct IndexFile: Sendable {
  /// The bytes of a file, to be searched with others.
  struct Source {
    let bytes: IndexBytes
    let path: String
    /// Whether the file is the overlay of the files before it.
    var isOverlay = false
  }

  let path: String
  /// The memory of all views, which lives as long as this object.
  let bytes: IndexBytes
  let isOverlay: Bool
  let header: IndexHeader
  let points: ByteView
  let nodes: ByteView
  let masks: ByteView
  let rows: ByteView
  let firstBlock: Int
  let firstNode: Int
  /// The end of the file's partitions.
  let endPartition: Int
  /// The checker of pages; `nil` if they needn't be checked.
  let checker: PageChecker?
  fileprivate let checks: PageChecks?
  private let kindList: KindList

  /// Reads a file after the files that were read before.
  init(
    _ source: Source,
    sharing other: IndexFile?,
    after reading: inout SegmentReading
  ) throws(IndexHeader.FormatError) {
    bytes = source.bytes
    path = source.path
    isOverlay = source.isOverlay
    let view = bytes.view
    // A copy, so that the header can't change between check and use.
    let beginning = view.part(0..<min(bytes.count, IndexLayout.pageBytes))
    let headerBytes = try IndexHeader.byteCount(of: beginning, fileSize: bytes.count)
    let prefix = view.part(0..<min(bytes.count, headerBytes)).array
    let fileSize = bytes.count
    header = try ByteView.over(prefix) { (prefix) throws(IndexHeader.FormatError) in
      try IndexHeader(prefix, fileSize: fileSize)
    }
    if other == nil { bytes.prefetch(0..<header[.nodes].upperBound) }
    checks = bytes.isForeign ? other?.checks ?? PageChecks(header, of: view) : nil
    checker = checks?.checker
    points = view.part(header[.points])
    nodes = view.part(header[.nodes])
    masks = view.part(header[.masks])
    rows = view.part(header[.rows])
    firstBlock = reading.blockCount
    firstNode = reading.nodeCount
    kindList = KindList(try reading.read(header, in: view, checking: checker, isOverlay: source.isOverlay))
    endPartition = reading.partitions.count
  }

  var source: Source { Source(bytes: bytes, path: path, isOverlay: isOverlay) }

  /// The kinds of this version, by their numbers in the file; `nil` for a kind that this version doesn't know.
  var kinds: [Kind?] { kindList.kinds }

  /// The sections of chains.
  var chainSections: [ByteView] {
    header.segments.map { bytes.view.part($0[.chains]) }.filter { $0.count > 0 }
  }

  /// Whether the file still has the header that it had when it was opened.
  ///
  /// A copy over the file writes the header first, and truncation leaves zeros there (``MappedFiles``). As long as the
  /// header is unchanged, everything read before is from the old file. A few bytes changed in the middle are detected
  /// only by `verify`.
  ///
  /// Inlined, because a call would copy the file's description for each query.
  @inline(__always)
  var isUnchanged: Bool {
    !bytes.isFile || bytes.number(at: header.checksumOffset) == header.ownChecksum
  }

  /// Reads the hidden places, by their positions in the file.
  func hiddenPlaces() throws(IndexHeader.FormatError) -> [UInt32] {
    let section = bytes.view.part(header[.hidden])
    if section.count > 0 { checker?.check(0, section.count, of: section) }
    var places: [UInt32] = []
    let limit = header.blockCount * IndexLayout.blockSize
    guard PostingList.forEach(in: section, below: limit, { places.append(UInt32($0)) }) else {
      throw .damaged(IndexSection.hidden.name)
    }
    return places
  }
}

/// The kinds of a file, read on first use, because that takes as long as a query without kinds.
private final class KindList: Sendable {
  private final class Kinds: Sendable {
    let kinds: [Kind?]

    init(_ slugs: ByteView) {
      // A file without places has no list, and lacks no kind.
      var kinds: [Kind?] = slugs.count > 0 ? [] : Kind.all
      // The limit also holds for a file that was overwritten after its check.
      slugs.forEachLine { if kinds.count < CategoryMask.bitCount - 1 { kinds.append(Kind(slug: $0.text)) } }
      self.kinds = kinds
    }
  }

  private let slugs: ByteView
  private let loaded = AtomicLazyReference<Kinds>()

  init(_ slugs: ByteView) { self.slugs = slugs }

  var kinds: [Kind?] { (loaded.load() ?? loaded.storeIfNil(Kinds(slugs))).kinds }
}
