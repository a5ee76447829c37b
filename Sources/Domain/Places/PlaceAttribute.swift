/// An attribute of a place, such as `opening_hours`, as the source writes it.
public struct PlaceAttribute: Sendable, Hashable {
  /// The key, usually a key of OpenStreetMap.
  public let key: String
  public let value: String

  public init(key: String, value: String) {
    self.key = key
    self.value = value
  }
}

/// The packed form: sorted by key, key and value each with a zero byte at the end, after the texts of the place.
extension PlaceAttribute {
  /// Appends the attributes that have a key and a value; a key counts once.
  ///
  /// Zero bytes in texts are dropped.
  static func append(_ attributes: [PlaceAttribute], to packed: inout [UInt8]) {
    let texts = attributes.map { (key: bytes(of: $0.key), value: bytes(of: $0.value)) }
    let known = texts.enumerated().filter { !$0.element.key.isEmpty && !$0.element.value.isEmpty }
    let ordered = known.sorted { first, second in
      guard first.element.key != second.element.key else { return first.offset < second.offset }
      return first.element.key.lexicographicallyPrecedes(second.element.key)
    }
    var last: [UInt8] = []
    for (_, text) in ordered where text.key != last {
      last = text.key
      packed += text.key + [0] + text.value + [0]
    }
  }

  private static func bytes(of text: String) -> [UInt8] { text.utf8.filter { $0 != 0 } }

  /// Reads the packed form that ``append(_:to:)`` writes.
  static func unpacked(_ packed: ArraySlice<UInt8>) -> [PlaceAttribute] {
    var attributes: [PlaceAttribute] = []
    forEach(in: packed) { key, value in
      attributes.append(
        PlaceAttribute(
          key: String(decoding: packed[key], as: UTF8.self),
          value: String(decoding: packed[value], as: UTF8.self)
        )
      )
    }
    return attributes
  }

  /// Calls a closure with the ranges of each key and value.
  package static func forEach(
    in packed: ArraySlice<UInt8>,
    _ body: (_ key: Range<Int>, _ value: Range<Int>) -> Void
  ) {
    var start = packed.startIndex
    while let keyEnd = packed[start...].firstIndex(of: 0),
      let valueEnd = packed[(keyEnd + 1)...].firstIndex(of: 0)
    {
      body(start..<keyEnd, keyEnd + 1..<valueEnd)
      start = valueEnd + 1
    }
  }
}
