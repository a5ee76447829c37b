import Domain
import Tables

/// A query that is complete except for the values of a row, and its JSON with gaps for these values.
///
/// A class, because each row holds it: copying a reference is faster than copying its contents.
final class RowTemplate: Sendable {
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

  let query: PlaceQuery
  /// Whether its text is a placeholder that the row must replace.
  let needsText: Bool
  private let bytes: [UInt8]
  private let pieces: [Piece]
  /// The members that no row sets and that aren't `null`, as texts of cells.
  private let texts: [(key: String, text: String)]

  init(of query: PlaceQuery, needsText: Bool = false) {
    self.query = query
    self.needsText = needsText
    var bytes: [UInt8] = []
    var pieces: [Piece] = []
    var texts: [(key: String, text: String)] = []
    var start = 0
    for property in QueryProperty.allCases {
      property.print(query) { key, value in
        bytes.append(bytes.isEmpty ? UInt8(ascii: "{") : UInt8(ascii: ","))
        bytes.appendJSON(string: key)
        bytes.append(UInt8(ascii: ":"))
        if let hole = Hole(rawValue: key) {
          pieces.append(Piece(range: start..<bytes.count, hole: hole))
          start = bytes.count
        } else {
          bytes.appendJSON(value)
          if let text = value.cellText { texts.append((key, text)) }
        }
      }
    }
    bytes.append(UInt8(ascii: "}"))
    pieces.append(Piece(range: start..<bytes.count, hole: nil))
    self.bytes = bytes
    self.pieces = pieces
    self.texts = texts
  }

  /// Returns a member that no row sets as the text of a cell; `nil` if it is `null` or absent.
  func text(of key: String) -> String? { texts.first { $0.key == key }?.text }

  /// Appends a query that differs from the template's query only in the gaps.
  func append(_ query: PlaceQuery, to buffer: inout OutputBuffer) {
    for index in 0..<pieces.count {
      buffer.append(bytes, in: pieces[index].range)
      switch pieces[index].hole {
      case .text?: buffer.appendJSON(string: query.text?.value)
      case .near?: buffer.appendJSON(string: query.near)
      case .latitude?: buffer.appendJSON(query.area.center?.latitude)
      case .longitude?: buffer.appendJSON(query.area.center?.longitude)
      case .radius?: buffer.appendJSON(query.area.reach?.meters)
      case .limit?: buffer.appendJSON(query.limit.printedCount)
      case nil: break
      }
    }
  }
}
