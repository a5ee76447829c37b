import Tables
@testable import PlaceIndex

/// Writes OpenStreetMap files in every variant of the format.
struct OSMFileWriter {
  var isDense = true
  var isCompressed = true
  /// Whether lists are packed; otherwise each number is a separate field.
  var isPacked = true
  /// Whether the fields of each message are in reverse order.
  var isReversed = false
  /// Whether a list is split into two packed fields.
  var hasRuns = false
  var granularity: Int64 = 100
  var latitudeOffset: Int64 = 0
  var longitudeOffset: Int64 = 0
  var hasLocations = false
  var required = ["OsmSchema-V0.6", "DenseNodes"]
  var optional = ["Sort.Type_then_ID"]
  /// West, east, north and south in degrees; `nil` for no bounding box.
  var area: [Double]? = [5, 6, 53, 52]
  var seconds: UInt64 = 1_790_000_000
  var elementsPerBlob = 3
  /// Whether the blobs of relations come first, then the blobs of ways.
  var isBackwards = false
  var areAllVisible: Bool?
  /// The number of empty parts before each part and after the last.
  var emptyParts = 0

  /// A field: its number, and its bytes including the key.
  typealias Field = (number: Int, bytes: [UInt8])

  func file(_ elements: OSMElements) -> [UInt8] {
    let points = Dictionary(uniqueKeysWithValues: elements.nodes.map { ($0.id, $0) })
    var blobs = parts(elements.nodes).map { part in
      block { table in isDense ? [dense(part, &table)] : part.map { node($0, &table) } }
    }
    blobs += parts(elements.ways).map { part in block { table in part.map { way($0, points, &table) } } }
    blobs += parts(elements.relations).map { part in block { table in part.map { relation($0, &table) } } }
    if isBackwards { blobs.reverse() }
    let empty = [UInt8](repeating: 0, count: emptyParts).flatMap { _ in blob("OSMData", message([bytes(1, [])])) }
    return blob("OSMHeader", header) + blobs.flatMap { empty + blob("OSMData", $0) } + empty
  }

  private func parts<Element>(_ all: [Element]) -> [[Element]] {
    stride(from: 0, to: all.count, by: elementsPerBlob).map { Array(all[$0..<min(all.count, $0 + elementsPerBlob)]) }
  }

  private var header: [UInt8] {
    var fields = required.map { bytes(4, Array($0.utf8)) } + optional.map { bytes(5, Array($0.utf8)) }
    if let area {
      let sides = area.enumerated().map { number($0 + 1, Int64(($1 * 1e9).rounded()).zigzag) }
      fields.insert(bytes(1, message(sides)), at: 0)
    }
    if seconds > 0 { fields.append(number(32, seconds)) }
    return message(fields + [bytes(16, Array("test".utf8))])
  }

  /// Returns a blob with its header.
  func blob(_ type: String, _ content: [UInt8]) -> [UInt8] {
    let data =
      isCompressed
      ? message([number(2, UInt64(content.count)), bytes(3, Self.zlib(content))]) : message([bytes(1, content)])
    return Self.framed(type, data, isReversed: isReversed)
  }

  static func framed(_ type: String, _ data: [UInt8], isReversed: Bool = false) -> [UInt8] {
    var writer = OSMFileWriter()
    writer.isReversed = isReversed
    let header = writer.message([writer.bytes(1, Array(type.utf8)), writer.number(3, UInt64(data.count))])
    return (0..<4).map { UInt8(truncatingIfNeeded: header.count >> (24 - 8 * $0)) } + header + data
  }

  /// Returns the zlib format without compression.
  static func zlib(_ content: [UInt8]) -> [UInt8] {
    var low: UInt32 = 1
    var high: UInt32 = 0
    for byte in content {
      low = (low + UInt32(byte)) % 65_521
      high = (high + low) % 65_521
    }
    let sum = high << 16 | low
    let count = UInt16(content.count)
    let lengths = count.littleEndianBytes + (~count).littleEndianBytes
    return [0x78, 0x01, 0x01] + lengths + content + sum.littleEndianBytes.reversed()
  }

  private func block(_ elements: (inout [String]) -> [Field]) -> [UInt8] {
    var table = [""]
    let group = message(elements(&table))
    var fields = [bytes(1, message(table.map { bytes(1, Array($0.utf8)) })), bytes(2, group)]
    if granularity != 100 { fields.append(number(17, UInt64(granularity))) }
    if latitudeOffset != 0 { fields.append(number(19, UInt64(bitPattern: latitudeOffset))) }
    if longitudeOffset != 0 { fields.append(number(20, UInt64(bitPattern: longitudeOffset))) }
    return message(fields)
  }

  private func latitude(_ units: Int64) -> Int64 { (units * 100 - latitudeOffset) / granularity }
  private func longitude(_ units: Int64) -> Int64 { (units * 100 - longitudeOffset) / granularity }

  private func tags(_ tags: OSMElements.Tags, _ table: inout [String]) -> [Field] {
    let keys = tags.map { UInt64(Self.number(of: $0.key, in: &table)) }
    let values = tags.map { UInt64(Self.number(of: $0.value, in: &table)) }
    return list(2, keys) + list(3, values)
  }

  private static func number(of text: String, in table: inout [String]) -> Int {
    if let number = table.firstIndex(of: text) { return number }
    table.append(text)
    return table.count - 1
  }

  private var information: [Field] {
    areAllVisible.map { [bytes(4, message([number(1, 3), number(6, $0 ? 1 : 0)]))] } ?? []
  }

  private func node(_ node: OSMElements.Node, _ table: inout [String]) -> Field {
    let place = [number(8, latitude(node.latitude).zigzag), number(9, longitude(node.longitude).zigzag)]
    return bytes(1, message([number(1, node.id.zigzag)] + tags(node.tags, &table) + information + place))
  }

  private func dense(_ nodes: [OSMElements.Node], _ table: inout [String]) -> Field {
    var pairs: [UInt64] = []
    for node in nodes where nodes.contains(where: { !$0.tags.isEmpty }) {
      for tag in node.tags {
        pairs += [UInt64(Self.number(of: tag.key, in: &table)), UInt64(Self.number(of: tag.value, in: &table))]
      }
      pairs.append(0)
    }
    var fields = list(1, deltas(nodes.map(\.id)))
    if let areAllVisible {
      fields.append(bytes(5, message(list(6, nodes.map { _ in areAllVisible ? 1 : 0 }))))
    }
    fields += list(8, deltas(nodes.map { latitude($0.latitude) }))
    fields += list(9, deltas(nodes.map { longitude($0.longitude) }))
    return bytes(2, message(fields + list(10, pairs)))
  }

  private func way(
    _ way: OSMElements.Way,
    _ points: [Int64: OSMElements.Node],
    _ table: inout [String]
  ) -> Field {
    var fields = [number(1, UInt64(bitPattern: way.id))] + tags(way.tags, &table) + information
    fields += list(8, deltas(way.nodes))
    if hasLocations {
      // The coordinates that osmium writes for a missing node.
      let known = way.nodes.map {
        points[$0] ?? OSMElements.Node(id: 0, latitude: 2_147_483_647, longitude: 2_147_483_647)
      }
      fields += list(9, deltas(known.map { latitude($0.latitude) }))
      fields += list(10, deltas(known.map { longitude($0.longitude) }))
    }
    return bytes(3, message(fields))
  }

  private func relation(_ relation: OSMElements.Relation, _ table: inout [String]) -> Field {
    var fields = [number(1, UInt64(bitPattern: relation.id))] + tags(relation.tags, &table) + information
    fields += list(8, relation.members.map { _ in 0 })
    fields += list(9, deltas(relation.members.map(\.id)))
    fields += list(10, relation.members.map { UInt64($0.type) })
    return bytes(4, message(fields))
  }

  // MARK: - The wire

  private func deltas(_ numbers: [Int64]) -> [UInt64] {
    zip(numbers, [0] + numbers).map { ($0 &- $1).zigzag }
  }

  func message(_ fields: [Field]) -> [UInt8] {
    // Fields with the same number keep their order.
    let numbers = fields.map(\.number)
    let unique = numbers.indices.filter { numbers.firstIndex(of: numbers[$0]) == $0 }.map { numbers[$0] }
    guard isReversed else { return fields.flatMap(\.bytes) }
    return unique.reversed().flatMap { number in fields.filter { $0.number == number }.flatMap(\.bytes) }
  }

  func number(_ field: Int, _ value: UInt64) -> Field { (field, Self.varint(UInt64(field << 3)) + Self.varint(value)) }

  func bytes(_ field: Int, _ content: [UInt8]) -> Field {
    (field, Self.varint(UInt64(field << 3 | 2)) + Self.varint(UInt64(content.count)) + content)
  }

  private func list(_ field: Int, _ values: [UInt64]) -> [Field] {
    guard !values.isEmpty else { return [] }
    guard isPacked else { return values.map { number(field, $0) } }
    let middle = hasRuns ? values.count / 2 : 0
    return [values[..<middle], values[middle...]].filter { !$0.isEmpty }
      .map { bytes(field, $0.flatMap(Self.varint)) }
  }

  static func varint(_ number: UInt64) -> [UInt8] {
    var bytes: [UInt8] = []
    number.forEachVariableByte { bytes.append($0) }
    return bytes
  }
}
