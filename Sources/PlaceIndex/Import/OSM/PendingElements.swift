import Domain
import Tables

/// The ways and relations of a blob that wait for the coordinates of their nodes.
///
/// An element is encoded as numbers and length-prefixed texts: the id, the tags, and the ids of its parts, each as the
/// difference from the previous id.
struct PendingElements: ~Copyable {
  private var bytes = GrowableBuffer<UInt8>(capacity: 64)
  private(set) var count = 0

  var isEmpty: Bool { count == 0 }
  var byteCount: Int { bytes.count }

  mutating func begin(id: Int64, tags: borrowing GrowableBuffer<ElementTag>) {
    count += 1
    append(id.zigzag)
    append(UInt64(tags.count))
    for index in 0..<tags.count {
      append(tags[index].key)
      append(tags[index].value)
    }
  }

  mutating func begin(_ ground: GroundTags) {
    count += 1
    append(UInt64(ground.kind.rawValue))
    append(ground.name)
  }

  /// Appends the number of ids that follow.
  mutating func append(idCount: Int) { append(UInt64(idCount)) }

  mutating func append(id: Int64, after last: inout Int64) {
    append((id &- last).zigzag)
    last = id
  }

  private mutating func append(_ number: UInt64) { number.forEachVariableByte { bytes.append($0) } }

  private mutating func append(_ text: ByteView) {
    append(UInt64(text.count))
    bytes.append(text)
  }

  /// A reader from the first element, valid until the next change.
  var reader: PendingElementReader { PendingElementReader(WireReader(bytes.window(0..<bytes.count))) }
}

/// The waiting ways and relations of a blob.
///
/// Unchecked, because one thread uses it at a time: the import joins the threads in between.
final class PendingBlob: @unchecked Sendable {
  var ways = PendingElements()
  var relations = PendingElements()
  /// The ways that are ground.
  var ground = PendingElements()
  /// The multipolygons that are ground.
  var areas = PendingElements()
  var byteCount: Int { ways.byteCount + relations.byteCount + ground.byteCount + areas.byteCount }
}

/// A tag of an element.
struct ElementTag: BitwiseCopyable {
  let key: ByteView
  let value: ByteView
}

/// Reads the elements in ``PendingElements``.
struct PendingElementReader {
  private var reader: WireReader
  private(set) var id: Int64 = 0

  fileprivate init(_ reader: WireReader) { self.reader = reader }

  /// Reads the id and the tags of the next element; returns `false` at the end.
  mutating func next(_ tags: inout GrowableBuffer<ElementTag>) throws(SyntaxError) -> Bool {
    guard !reader.isAtEnd else { return false }
    id = try reader.signedNumber()
    tags.removeAll()
    for _ in 0..<(try reader.number()) {
      let key = try text()
      tags.append(ElementTag(key: key, value: try text()))
    }
    return true
  }

  /// Reads the next way that is ground; `nil` at the end.
  mutating func nextGround() throws(SyntaxError) -> GroundTags? {
    guard !reader.isAtEnd else { return nil }
    guard let kind = UInt8(exactly: try reader.number()).flatMap(Ground.Kind.init) else { throw .malformed }
    return GroundTags(kind: kind, name: try text())
  }

  mutating func idCount() throws(SyntaxError) -> Int { Int(truncatingIfNeeded: try reader.number()) }

  mutating func nextID(after last: inout Int64) throws(SyntaxError) -> Int64 {
    last = last &+ (try reader.signedNumber())
    return last
  }

  private mutating func text() throws(SyntaxError) -> ByteView { try reader.take(try reader.number()) }
}
