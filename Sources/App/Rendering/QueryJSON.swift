import Domain

/// Writes the query an answer belongs to, as the `query` of schema 1.
struct QueryJSON: Sendable {
  let query: PlaceQuery
  /// How many places were wanted; `nil` for all of them, and for a single page.
  let limit: Int?

  func append(to bytes: inout [UInt8]) {
    bytes.append(literal: #"{"category":["#)
    for position in 0..<query.categories.count {
      if position > 0 { bytes.append(UInt8(ascii: ",")) }
      bytes.appendJSON(string: query.categories[position].slug)
    }
    bytes.append(literal: #"],"text":"#)
    bytes.appendJSON(string: query.text?.value)
    bytes.append(literal: #","near":"#)
    bytes.appendJSON(string: query.near)
    bytes.append(literal: #","lat":"#)
    let center = query.area.center
    bytes.appendJSON(center?.latitude)
    bytes.append(literal: #","lng":"#)
    bytes.appendJSON(center?.longitude)
    bytes.append(literal: #","bbox":"#)
    if case .box(let box, _) = query.area {
      bytes.append(text: "[\(box.edgeText)]")
    } else {
      bytes.appendJSONNull()
    }
    bytes.append(literal: #","radius_m":"#)
    if case .circle(_, let radius) = query.area {
      bytes.append(decimal: radius.meters)
    } else {
      bytes.appendJSONNull()
    }
    switch query.sort {
    case .distance: bytes.append(literal: #","sort":"distance","limit":"#)
    case .accuracy: bytes.append(literal: #","sort":"accuracy","limit":"#)
    }
    bytes.appendJSON(limit)
    bytes.append(UInt8(ascii: "}"))
  }
}
