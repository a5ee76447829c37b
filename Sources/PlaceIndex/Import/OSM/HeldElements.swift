/// Ways and relations that wait for the positions of their nodes, as one blob held them.
///
/// An element is a few numbers and texts, each with its length before it: id, tags, and the ids of what it is made of,
/// each as the difference from the one before.
struct HeldElements: ~Copyable {
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

  /// Appends how many ids follow.
  mutating func append(idCount: Int) { append(UInt64(idCount)) }

  mutating func append(id: Int64, behind last: inout Int64) {
    append((id &- last).zigzag)
    last = id
  }

  private mutating func append(_ number: UInt64) { number.forEachVariableByte { bytes.append($0) } }

  private mutating func append(_ text: ByteView) {
    append(UInt64(text.count))
    bytes.append(text)
  }

  /// A reader from the first one on; valid until more are held.
  var reader: HeldReader { HeldReader(WireReader(bytes.window(0..<bytes.count))) }
}

/// The ways and relations of one blob that wait.
final class HeldBlob: @unchecked Sendable {  // One thread at a time uses it, and the import joins them in between.
  var ways = HeldElements()
  var relations = HeldElements()
  var byteCount: Int { ways.byteCount + relations.byteCount }
}

/// A tag of an element.
struct ElementTag: BitwiseCopyable {
  let key: ByteView
  let value: ByteView
}

/// Reads what ``HeldElements`` holds.
struct HeldReader {
  private var reader: WireReader
  private(set) var id: Int64 = 0

  fileprivate init(_ reader: WireReader) { self.reader = reader }

  /// Reads the id and the tags of the next one; `false` behind the last.
  mutating func next(_ tags: inout GrowableBuffer<ElementTag>) throws(NotPBF) -> Bool {
    guard !reader.isAtEnd else { return false }
    id = try reader.signedNumber()
    tags.removeAll()
    for _ in 0..<(try reader.number()) {
      let key = try text()
      tags.append(ElementTag(key: key, value: try text()))
    }
    return true
  }

  mutating func idCount() throws(NotPBF) -> Int { Int(truncatingIfNeeded: try reader.number()) }

  mutating func nextID(behind last: inout Int64) throws(NotPBF) -> Int64 {
    last = last &+ (try reader.signedNumber())
    return last
  }

  private mutating func text() throws(NotPBF) -> ByteView { try reader.take(try reader.number()) }
}
