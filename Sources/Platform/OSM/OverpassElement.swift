import Domain
import Tables

/// The identity of an element in a response and, for a node, its coordinate.
struct OverpassElement: Sendable {
  /// The kind and number of the element in one integer; `nil` if the value isn't an element.
  private(set) var identity: UInt64?
  /// The coordinate of a node; `nil` for a shape, whose centre may be outside an area that the shape intersects.
  private(set) var point: Coordinate?

  /// Reads an element, or skips another value.
  init(reading json: inout JSONReader) throws(SyntaxError) {
    guard try json.take(UInt8(ascii: "{")) else {
      _ = try json.value()
      return
    }
    var (kind, number): (Kind?, UInt64?)
    var (latitude, longitude): (Double?, Double?)
    var isFirst = true
    while let key = try json.nextKey(isFirst: &isFirst) {
      let name = json.bytes[key.range]
      let value = try json.value()
      switch value {
      case .text(let text) where name.elementsEqual("type".utf8): kind = Kind(json.bytes[text.range])
      case .number(let range) where name.elementsEqual("id".utf8):
        number = UInt64(String(decoding: json.bytes[range], as: UTF8.self))
      case .number(let range) where name.elementsEqual("lat".utf8):
        latitude = DecimalNumber.value(of: json.bytes[range].span)
      case .number(let range) where name.elementsEqual("lon".utf8):
        longitude = DecimalNumber.value(of: json.bytes[range].span)
      default: break
      }
    }
    if let kind, let number, number < 1 << 60 { identity = number << 2 | kind.rawValue }
    // 0, 0 means "no coordinate", as in a file.
    guard kind == .node, let latitude, let longitude, latitude != 0 || longitude != 0 else { return }
    point = try? Coordinate(latitude: latitude, longitude: longitude)
  }

  private enum Kind: UInt64 {
    case node, way, relation

    init?(_ text: ArraySlice<UInt8>) {
      switch text.first {
      case UInt8(ascii: "n"): self = .node
      case UInt8(ascii: "w"): self = .way
      case UInt8(ascii: "r"): self = .relation
      default: return nil
      }
    }

    /// The first part of an element's path.
    var word: String {
      switch self {
      case .node: "node"
      case .way: "way"
      case .relation: "relation"
      }
    }
  }

  /// The path of the element, such as `node/1`.
  var path: String? {
    identity.flatMap { identity in Kind(rawValue: identity & 3).map { "\($0.word)/\(identity >> 2)" } }
  }
}
