import Domain
package import Tables

/// Reads the ground of a response of Overpass.
extension PlaceImporter {
  /// Reads ways (`out tags geom`) and multipolygons (`out geom`) as ground of the current input.
  ///
  /// - Parameters:
  ///   - elements: The elements as a JSON list.
  ///   - known: The elements read before; an element on the edge of two parts is in both.
  /// - Throws: An error if the text isn't a JSON list of elements.
  package mutating func readGround(_ elements: [UInt8], known: inout Set<String>) throws(SyntaxError) {
    var json = JSONReader(elements)
    guard try json.take(UInt8(ascii: "[")) else { throw .malformed }
    var isFirst = true
    while try json.nextElement(isFirst: &isFirst) {
      let element = try GroundElement(&json)
      guard let kind = element.kind, known.insert("\(element.type)/\(element.id)").inserted else { continue }
      for piece in element.pieces(of: kind) { builder.current.ground.add(piece) }
    }
  }
}

/// A way or a multipolygon in a response.
private struct GroundElement {
  private(set) var type = ""
  private(set) var id: UInt64 = 0
  private(set) var kind: Ground.Kind?
  private var name: [UInt8] = []
  private var points: [ElementPoint] = []
  private var outerWays: [[ElementPoint]] = []
  private var innerWays: [[ElementPoint]] = []

  init(_ json: inout JSONReader) throws(SyntaxError) {
    guard try json.take(UInt8(ascii: "{")) else { throw .malformed }
    var tags = GroundTagReader()
    var isFirst = true
    while let key = try json.nextKey(isFirst: &isFirst) {
      switch String(decoding: json.bytes[key.range], as: UTF8.self) {
      case "type": type = try Self.text(&json)
      case "id":
        guard case .number(let range) = try json.value() else { throw .malformed }
        id = UInt64(String(decoding: json.bytes[range], as: UTF8.self)) ?? 0
      case "tags": try Self.readTags(&json, into: &tags, name: &name)
      case "geometry": points = try Self.points(&json)
      case "members": try readMembers(&json)
      default: _ = try json.value()
      }
    }
    kind = tags.tags?.kind
  }

  func pieces(of kind: Ground.Kind) -> [GroundCollector.Piece] {
    guard type == "relation" else { return GroundPieces.pieces(of: kind, name: name, points: points) }
    guard kind.isArea else { return [] }
    return AreaRings.pieces(of: kind, name: name, ways: outerWays, areInner: false)
      + AreaRings.pieces(of: kind, name: name, ways: innerWays, areInner: true)
  }

  /// Reads the members of a relation: ways with their points, and others without.
  private mutating func readMembers(_ json: inout JSONReader) throws(SyntaxError) {
    guard try json.take(UInt8(ascii: "[")) else { throw .malformed }
    var isFirst = true
    while try json.nextElement(isFirst: &isFirst) {
      guard try json.take(UInt8(ascii: "{")) else { throw .malformed }
      var isInner = false
      var way: [ElementPoint] = []
      var isFirstKey = true
      while let key = try json.nextKey(isFirst: &isFirstKey) {
        switch String(decoding: json.bytes[key.range], as: UTF8.self) {
        case "role": isInner = try Self.text(&json) == "inner"
        case "geometry": way = try Self.points(&json)
        default: _ = try json.value()
        }
      }
      if isInner { innerWays.append(way) } else { outerWays.append(way) }
    }
  }

  private static func text(_ json: inout JSONReader) throws(SyntaxError) -> String {
    guard case .text(let text) = try json.value() else { throw .malformed }
    var bytes: [UInt8] = []
    json.append(text, to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func readTags(
    _ json: inout JSONReader,
    into tags: inout GroundTagReader,
    name: inout [UInt8]
  ) throws(SyntaxError) {
    guard try json.take(UInt8(ascii: "{")) else { throw .malformed }
    var isFirst = true
    while let key = try json.nextKey(isFirst: &isFirst) {
      let own = ByteView.over(Array(json.bytes[key.range])) { GroundTags.key($0) }
      guard case .text(let text) = try json.value(), let own else { continue }
      var value: [UInt8] = []
      json.append(text, to: &value)
      if own == .name { name = value } else { ByteView.over(value) { tags.take(own, $0) } }
    }
  }

  /// Reads points; a point outside the requested area may be `null`.
  private static func points(_ json: inout JSONReader) throws(SyntaxError) -> [ElementPoint] {
    guard try json.take(UInt8(ascii: "[")) else { throw .malformed }
    var points: [ElementPoint] = []
    var isFirst = true
    while try json.nextElement(isFirst: &isFirst) {
      guard try json.take(UInt8(ascii: "{")) else {
        _ = try json.value()
        continue
      }
      var degrees: (latitude: Double?, longitude: Double?)
      var isFirstKey = true
      while let key = try json.nextKey(isFirst: &isFirstKey) {
        let name = json.bytes[key.range]
        guard case .number(let range) = try json.value() else { continue }
        let number = DecimalNumber.value(of: json.bytes[range].span)
        if name.elementsEqual("lat".utf8) { degrees.latitude = number }
        if name.elementsEqual("lon".utf8) { degrees.longitude = number }
      }
      guard let latitude = degrees.latitude, let longitude = degrees.longitude,
        abs(latitude) <= 90, abs(longitude) <= 180
      else { continue }
      points.append(
        ElementPoint(latitude: Int64((latitude * 1e9).rounded()), longitude: Int64((longitude * 1e9).rounded()))
      )
    }
    return points
  }
}
