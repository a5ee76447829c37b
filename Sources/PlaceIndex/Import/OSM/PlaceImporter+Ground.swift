import Domain
package import Tables

/// Reads the ground of a response of Overpass.
extension PlaceImporter {
  /// Reads ways with their tags and points (`out tags geom`) as ground of the current input.
  ///
  /// - Parameters:
  ///   - ways: The ways as a JSON list.
  ///   - knownIDs: The ids of the ways read before; a way on the edge of two parts is in both.
  /// - Throws: An error if the text isn't a JSON list of ways.
  package mutating func readGround(_ ways: [UInt8], knownIDs: inout Set<UInt64>) throws(SyntaxError) {
    var json = JSONReader(ways)
    guard try json.take(UInt8(ascii: "[")) else { throw .malformed }
    var isFirst = true
    while try json.nextElement(isFirst: &isFirst) {
      let way = try Self.way(&json)
      guard let kind = way.kind, knownIDs.insert(way.id).inserted else { continue }
      for piece in GroundPieces.pieces(of: kind, name: way.name, points: way.points) {
        builder.current.ground.add(piece)
      }
    }
  }

  private static func way(
    _ json: inout JSONReader
  ) throws(SyntaxError) -> (id: UInt64, kind: Ground.Kind?, name: [UInt8], points: [ElementPoint]) {
    guard try json.take(UInt8(ascii: "{")) else { throw .malformed }
    var id: UInt64 = 0
    var tags = GroundTagReader()
    var name: [UInt8] = []
    var points: [ElementPoint] = []
    var isFirst = true
    while let key = try json.nextKey(isFirst: &isFirst) {
      switch String(decoding: json.bytes[key.range], as: UTF8.self) {
      case "id":
        guard case .number(let range) = try json.value() else { throw .malformed }
        id = UInt64(String(decoding: json.bytes[range], as: UTF8.self)) ?? 0
      case "tags": try readTags(&json, into: &tags, name: &name)
      case "geometry": points = try self.points(&json)
      default: _ = try json.value()
      }
    }
    return (id, tags.tags?.kind, name, points)
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
