import Tables

/// An OpenStreetMap element to be written, with numbers for its texts.
struct RewrittenElement {
  var kind: ElementKinds = []
  var id: Int64 = 0
  /// The coordinate of a node, in units of 1e-7 degree.
  var latitude: Int64 = 0
  var longitude: Int64 = 0
  var keys: [UInt64] = []
  var values: [UInt64] = []
  /// The ids of a way's nodes or a relation's members.
  var members: [Int64] = []
  var roles: [UInt64] = []
  /// The type of each member: 0 for a node, 1 for a way, 2 for a relation.
  var types: [UInt64] = []
  /// The coordinates in the element itself; a way has one for each of its nodes.
  var positions: [Point] = []

  /// A coordinate in units of 1e-7 degree.
  struct Point {
    let latitude: Int64
    let longitude: Int64

    /// The value that osmium writes for a missing node.
    static let absent = Point(latitude: Int64(Int32.max), longitude: Int64(Int32.max))
  }

  /// The fields for the coordinates of a relation, which only XML has; the format doesn't use these field numbers.
  static let latitudesOfRelation = 1001
  static let longitudesOfRelation = 1002
}

/// A text that differs from canonically equivalent texts with other bytes.
private struct ExactText: Hashable {
  let text: String

  static func == (first: Self, second: Self) -> Bool { first.text.utf8.elementsEqual(second.text.utf8) }
}

/// Writes elements as the uncompressed blobs of an OpenStreetMap file.
struct BlobWriter {
  /// The finished blobs.
  private(set) var bytes: [UInt8] = []
  private var texts: [ExactText: UInt64] = [:]
  private var table: [UInt8] = []
  private var group: [UInt8] = []
  private var kind: ElementKinds = []

  /// The size in bytes from which a blob is finished: a quarter of a reader's maximum.
  private static let usualByteCount = 8 << 20

  init() { startBlob() }

  /// Returns the number of a text in the current blob.
  mutating func number(of text: String) -> UInt64 {
    let key = ExactText(text: text)
    if let number = texts[key] { return number }
    let number = UInt64(texts.count)
    texts[key] = number
    table.appendField(1, Array(text.utf8))
    return number
  }

  /// Prepares for an element; call it before ``number(of:)``, because a blob contains elements of one kind.
  mutating func begin(_ kind: ElementKinds) {
    if kind != self.kind || group.count + table.count > Self.usualByteCount { finishBlob() }
    self.kind = kind
  }

  mutating func append(_ element: RewrittenElement) {
    var message: [UInt8] = []
    if element.kind == .nodes {
      message.appendField(1, number: element.id.zigzag)
      message.appendField(8, number: element.latitude.zigzag)
      message.appendField(9, number: element.longitude.zigzag)
    } else {
      message.appendField(1, number: UInt64(bitPattern: element.id))
    }
    message.appendField(2, run: element.keys)
    message.appendField(3, run: element.values)
    switch element.kind {
    case .ways:
      message.appendField(8, run: Self.differences(element.members))
      message.appendField(9, run: Self.differences(element.positions.map(\.latitude)))
      message.appendField(10, run: Self.differences(element.positions.map(\.longitude)))
      group.appendField(3, message)
    case .relations:
      message.appendField(8, run: element.roles)
      message.appendField(9, run: Self.differences(element.members))
      message.appendField(10, run: element.types)
      let positions = element.positions
      message.appendField(RewrittenElement.latitudesOfRelation, run: Self.differences(positions.map(\.latitude)))
      message.appendField(RewrittenElement.longitudesOfRelation, run: Self.differences(positions.map(\.longitude)))
      group.appendField(4, message)
    default: group.appendField(1, message)
    }
  }

  /// Finishes the blob, if it contains an element.
  mutating func finishBlob() {
    defer { startBlob() }
    guard !group.isEmpty else { return }
    var block: [UInt8] = []
    block.appendField(1, table)
    block.appendField(2, group)
    var blob: [UInt8] = []
    blob.appendField(1, block)
    var header: [UInt8] = []
    header.appendField(1, Array("OSMData".utf8))
    header.appendField(3, number: UInt64(blob.count))
    bytes += UInt32(header.count).littleEndianBytes.reversed()
    bytes += header
    bytes += blob
  }

  /// Starts a blob with an empty text, because 0 separates the tags of nodes.
  private mutating func startBlob() {
    texts.removeAll(keepingCapacity: true)
    table.removeAll(keepingCapacity: true)
    group.removeAll(keepingCapacity: true)
    _ = number(of: "")
  }

  private static func differences(_ numbers: [Int64]) -> [UInt64] {
    var last: Int64 = 0
    return numbers.map { number in
      defer { last = number }
      return (number &- last).zigzag
    }
  }
}

/// Writes the fields of Protocol Buffers.
extension [UInt8] {
  fileprivate mutating func appendField(_ field: Int, number: UInt64) {
    (field << 3).forEachVariableByte { append($0) }
    number.forEachVariableByte { append($0) }
  }

  fileprivate mutating func appendField(_ field: Int, _ message: [UInt8]) {
    (field << 3 | 2).forEachVariableByte { append($0) }
    message.count.forEachVariableByte { append($0) }
    self += message
  }

  fileprivate mutating func appendField(_ field: Int, run: [UInt64]) {
    guard !run.isEmpty else { return }
    var message: [UInt8] = []
    for number in run { number.forEachVariableByte { message.append($0) } }
    appendField(field, message)
  }
}
