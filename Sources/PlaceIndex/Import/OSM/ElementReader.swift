import Domain
import Rows
import Tables

/// The input of a pass over blobs.
struct ElementPass: Sendable {
  let input: RandomAccessInput
  let selection: TagSelection
  /// The kinds of elements to read; other kinds are skipped.
  let kinds: ElementKinds
  /// The ways that relations need, as far as they are known.
  var ways: NeededIDs<OutlineExtent>?
  /// The nodes that ways and relations need, as far as they are known.
  var nodes: NeededIDs<ElementPoint>?
  /// The points of the ways that relations need, by the indexes of ``ways``; only for ground.
  var outlines: [Int: [ElementPoint]] = [:]
}

/// The result of a blob in a pass; the results are merged in blob order.
final class BlobYield: @unchecked Sendable {  // Used by one thread at a time; the import joins the threads in between.
  struct Point: BitwiseCopyable {
    let slot: Int
    let point: ElementPoint
  }

  struct Extent: BitwiseCopyable {
    let slot: Int
    let extent: OutlineExtent
  }

  var rows = ParsedRows()
  var kinds: ElementKinds = []
  let pending = PendingBlob()
  let neededWays = IDList()
  let neededNodes = IDList()
  var points = GrowableBuffer<Point>(capacity: 16)
  var extents = GrowableBuffer<Extent>(capacity: 16)
  var ground: [GroundCollector.Piece] = []
  /// The points of ways that relations need.
  var outlines: [Int: [ElementPoint]] = [:]
  /// The number of places whose outline is incomplete.
  var partialCount = 0
  var failure: IndexFileError?
}

/// Decodes the elements of blobs; each thread has its own reader.
struct ElementReader: ~Copyable {
  /// The maximum size in bytes of a blob's copied tags; one stored text may be used by every element.
  private static let maximumTextByteCount = 64 << 20

  private var unpacker = BlobUnpacker()
  private var textByteCount = 0
  var block = PrimitiveBlock()
  var tags = GrowableBuffer<ElementTag>(capacity: 64)
  /// The name of the current element, such as `node/1`.
  var label = GrowableBuffer<UInt8>(capacity: 64)
  var keys = NumberList()
  var values = NumberList()
  var members = NumberList()
  var types = NumberList()
  var roles = NumberList()
  var latitudes = NumberList()
  var longitudes = NumberList()
  var visible = NumberList()

  /// Returns the kinds of elements in a blob.
  mutating func kinds(of blob: Blob, of input: RandomAccessInput) throws(IndexFileError) -> ElementKinds {
    let bytes = try unpacker.open(blob, of: input)
    do throws(SyntaxError) {
      try block.read(bytes, nil)
      return try block.kinds()
    } catch { throw input.damaged(error, at: blob.offset) }
  }

  /// Reads the elements of a blob that the pass selects.
  mutating func read(_ blob: Blob, pass: ElementPass, into yield: BlobYield, rows: inout RowReader) {
    do throws(IndexFileError) {
      let bytes = try unpacker.open(blob, of: pass.input)
      do throws(SyntaxError) {
        try block.read(bytes, pass.selection)
        textByteCount = 0
        for group in block.groups { try read(group, pass: pass, into: yield, rows: &rows) }
      } catch { throw pass.input.damaged(error, at: blob.offset) }
    } catch { yield.failure = error }
    yield.rows = rows.drainRows()
  }

  private mutating func read(
    _ group: ByteView,
    pass: ElementPass,
    into yield: BlobYield,
    rows: inout RowReader
  ) throws(SyntaxError) {
    var nodes = pass.nodes?.finder
    var ways = pass.ways?.finder
    var reader = WireReader(group)
    while try reader.next() {
      let kind = ElementKinds(ofField: reader.field)
      yield.kinds.formUnion(kind)
      guard !pass.kinds.isDisjoint(with: kind) else {
        try reader.skip()
        continue
      }
      let message = try reader.message()
      switch reader.field {
      case 1: try readNode(message, pass: pass, finder: &nodes, into: yield, rows: &rows)
      case 2: try readDense(message, pass: pass, finder: &nodes, into: yield, rows: &rows)
      case 3: try readWay(message, pass: pass, finder: &ways, into: yield, rows: &rows)
      default: try readRelation(message, pass: pass, into: yield, rows: &rows)
      }
    }
  }

  /// Reads the tags in ``keys`` and ``values``; returns whether they describe a place.
  mutating func takeTags(_ selection: TagSelection, _ vocabulary: ImportVocabulary) throws(SyntaxError) -> Bool {
    guard block.hasKeys else { return false }
    var key = keys.reader
    var value = values.reader
    var best = TagSelection.Verdict.isNone
    while !key.isAtEnd {
      guard !value.isAtEnd else { throw .malformed }
      let verdict = try block.verdict(
        try key.number(),
        value: try value.number(),
        selection: selection,
        vocabulary: vocabulary
      )
      if verdict == .isPlace || best != .isPlace && verdict == .isStation { best = verdict }
    }
    guard value.isAtEnd else { throw .malformed }
    guard best != .isNone else { return false }
    tags.removeAll()
    key = keys.reader
    value = values.reader
    while !key.isAtEnd { try takeTag(try key.number(), try value.number()) }
    return best == .isPlace || isOfMetro
  }

  mutating func takeTag(_ key: UInt64, _ value: UInt64) throws(SyntaxError) {
    let tag = ElementTag(key: try block.text(key), value: try block.text(value))
    textByteCount += tag.key.count + tag.value.count
    guard textByteCount <= Self.maximumTextByteCount else { throw .tooLarge }
    tags.append(tag)
  }

  /// Whether a tag marks the element as part of the metro.
  var isOfMetro: Bool {
    (0..<tags.count).contains { TagSelection.isMetro(tags[$0].key, tags[$0].value) }
  }

  /// Returns whether an element isn't deleted, according to its version information.
  static func isVisible(_ information: ByteView) throws(SyntaxError) -> Bool {
    var reader = WireReader(information)
    var isVisible = true
    while try reader.next() {
      if reader.field == 6 { isVisible = try reader.value() != 0 } else { try reader.skip() }
    }
    return isVisible
  }
}
