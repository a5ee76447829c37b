import Domain
import Tables

/// Writes the query of a result as the `query` of schema 1.
struct QueryJSON: Sendable {
  let query: PlaceQuery
  /// The maximum number of places; `nil` for all places, and for a single page.
  let limit: Int?

  func append(to bytes: inout [UInt8]) {
    let template = QueryTemplate(of: query)
    bytes.append(atMost: template.bound(of: query)) { template.append(query, limit: limit, to: &$0) }
  }
}

/// The `query` of schema 1 with gaps for the members that differ between the rows of a batch; the rest is encoded once.
///
/// A class, because each row of a batch holds it: copying a reference is faster than copying its contents.
final class QueryTemplate: Sendable {
  /// A member that a row may set, by its name.
  private enum Hole: String {
    case text, near
    case latitude = "lat"
    case longitude = "lng"
    case radius = "radius_m"
    case limit
  }

  private struct Piece {
    let range: Range<Int>
    /// The member after this piece; `nil` at the end.
    let hole: Hole?
  }

  /// The members of a query without options, in order.
  static let members: [(key: String, isNull: Bool)] = {
    guard let plain = try? PlaceQuery(categories: [.any], area: .anywhere(center: nil)) else { return [] }
    var members: [(key: String, isNull: Bool)] = []
    for property in QueryProperty.allCases {
      property.print(plain, limit: nil) { members.append((key: $0, isNull: $1 == .null)) }
    }
    return members
  }()

  private let bytes: [UInt8]
  private let pieces: [Piece]

  init(of query: PlaceQuery) {
    var bytes: [UInt8] = []
    var pieces: [Piece] = []
    var start = 0
    for property in QueryProperty.allCases {
      property.print(query, limit: nil) { key, value in
        bytes.append(bytes.isEmpty ? UInt8(ascii: "{") : UInt8(ascii: ","))
        bytes.appendJSON(string: key)
        bytes.append(UInt8(ascii: ":"))
        if let hole = Hole(rawValue: key) {
          pieces.append(Piece(range: start..<bytes.count, hole: hole))
          start = bytes.count
        } else {
          bytes.appendJSON(value)
        }
      }
    }
    bytes.append(UInt8(ascii: "}"))
    pieces.append(Piece(range: start..<bytes.count, hole: nil))
    self.bytes = bytes
    self.pieces = pieces
  }

  /// The maximum size of the object in bytes.
  func bound(of query: PlaceQuery) -> Int {
    bytes.count + 6 * OutputBuffer.numberBound + OutputBuffer.bound(ofText: query.text?.value)
      + OutputBuffer.bound(ofText: query.near)
  }

  /// Appends a query that differs from the template's query only in the gaps.
  func append(_ query: PlaceQuery, limit: Int?, to room: inout OutputBuffer) {
    for position in 0..<pieces.count {
      room.append(bytes, in: pieces[position].range)
      switch pieces[position].hole {
      case .text?: room.appendJSON(string: query.text?.value)
      case .near?: room.appendJSON(string: query.near)
      case .latitude?: room.appendJSON(query.area.center?.latitude)
      case .longitude?: room.appendJSON(query.area.center?.longitude)
      case .radius?: room.appendJSON(query.area.reach?.meters)
      case .limit?: room.appendJSON(limit)
      case nil: break
      }
    }
  }
}

extension [UInt8] {
  /// Appends a member of a query; its numbers have the notation of results.
  mutating func appendJSON(_ value: JSONValue) {
    switch value {
    case .null: appendJSONNull()
    case .number: if let number = value.integer { append(decimal: number) } else { appendJSON(value.double) }
    case .text(let text): appendJSON(string: text)
    case .list(let elements):
      append(UInt8(ascii: "["))
      for (index, element) in elements.enumerated() {
        if index > 0 { append(UInt8(ascii: ",")) }
        appendJSON(element)
      }
      append(UInt8(ascii: "]"))
    case .bool, .object: self += value.line
    }
  }
}
