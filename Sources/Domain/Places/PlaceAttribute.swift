/// A further fact of a place by its key, such as `opening_hours`, as the source writes it.
public struct PlaceAttribute: Sendable, Hashable {
  /// What it is, in the words of OpenStreetMap.
  public let key: String
  /// What the source says of it.
  public let value: String

  public init(key: String, value: String) {
    self.key = key
    self.value = value
  }
}

/// How they are packed behind the texts of a place: in the order of their keys, key and value each with a zero behind.
extension PlaceAttribute {
  /// Appends those that say something; a zero within a text, which none has by right, is left out.
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

  /// Reads what ``append(_:to:)`` wrote.
  static func unpacked(_ packed: ArraySlice<UInt8>) -> [PlaceAttribute] {
    var attributes: [PlaceAttribute] = []
    visit(packed) { key, value in
      attributes.append(
        PlaceAttribute(
          key: String(decoding: packed[key], as: UTF8.self),
          value: String(decoding: packed[value], as: UTF8.self)
        )
      )
    }
    return attributes
  }

  /// Calls a closure with where each key and its value lie.
  package static func visit(_ packed: ArraySlice<UInt8>, _ body: (_ key: Range<Int>, _ value: Range<Int>) -> Void) {
    var start = packed.startIndex
    while let keyEnd = packed[start...].firstIndex(of: 0),
      let valueEnd = packed[(keyEnd + 1)...].firstIndex(of: 0)
    {
      body(start..<keyEnd, keyEnd + 1..<valueEnd)
      start = valueEnd + 1
    }
  }
}
