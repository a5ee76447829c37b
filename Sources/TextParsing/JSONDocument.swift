/// What a text of JSON is that begins with a brace.
package enum JSONDocument: Sendable, Hashable {
  /// Objects, each on a line of its own.
  case lines
  /// Objects over several lines.
  case sequence
  /// A collection of GeoJSON, whose features begin at an offset.
  case collection(Int)

  /// Reads the beginning of a text; `nil` if more of it is needed to tell.
  ///
  /// A collection says what it is before its features, or has nothing before them. What is not JSON is taken for a
  /// line, so that it costs no other.
  package init?(_ bytes: [UInt8], from start: Int) {
    var reader = JSONReader(bytes, in: start..<bytes.count)
    do throws(NotJSON) {
      if let features = try reader.features() {
        self = .collection(features)
        return
      }
    } catch {
      guard error == .malformed else { return nil }
      self = .lines
      return
    }
    self = bytes[start..<reader.offset].contains(UInt8(ascii: "\n")) ? .sequence : .lines
  }
}

extension JSONReader {
  /// Reads an object up to the first of its features; `nil`, with the object read, if it is no collection.
  fileprivate mutating func features() throws(NotJSON) -> Int? {
    try expect(UInt8(ascii: "{"))
    var isFirst = true
    var saysSo = false
    var isOnlyMember = true
    while let key = try nextKey(isFirst: &isFirst) {
      let isFeatures = bytes[key.range].elementsEqual("features".utf8)
      if isFeatures, saysSo || isOnlyMember, try take(UInt8(ascii: "[")) { return offset }
      let isType = bytes[key.range].elementsEqual("type".utf8)
      _ = try peek()
      let value = offset
      try skip()
      if isType, bytes[value..<offset].elementsEqual(#""FeatureCollection""#.utf8) { saysSo = true }
      isOnlyMember = false
    }
    return nil
  }
}
