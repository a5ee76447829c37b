import Domain

/// Writes the question an answer belongs to, as the `query` of schema 1.
struct QuestionJSON: Sendable {
  /// The question.
  let query: PlaceQuery
  /// How many places were wanted; `nil` for all of them, and for a single page.
  let limit: Int?

  /// Appends the object.
  func append(to bytes: inout [UInt8]) {
    bytes.append(text: #"{"category":["#)
    for (position, category) in query.categories.enumerated() {
      if position > 0 { bytes.append(UInt8(ascii: ",")) }
      bytes.appendJSON(string: category.slug)
    }
    bytes.append(text: #"],"text":"#)
    bytes.appendJSON(string: query.text?.value)
    bytes.append(text: #","near":null,"lat":"#)
    bytes.appendJSON(query.area.center?.latitude)
    bytes.append(text: #","lng":"#)
    bytes.appendJSON(query.area.center?.longitude)
    bytes.append(text: #","bbox":"#)
    appendBox(to: &bytes)
    bytes.append(text: #","radius_m":"#)
    if case .circle(_, let radius) = query.area { bytes.append(decimal: radius.meters) } else { bytes.appendJSONNull() }
    bytes.append(text: #","sort":"#)
    bytes.appendJSON(string: query.sort.rawValue)
    bytes.append(text: #","limit":"#)
    bytes.appendJSON(limit)
    bytes.append(UInt8(ascii: "}"))
  }

  private func appendBox(to bytes: inout [UInt8]) {
    guard case .box(let box, _) = query.area else { return bytes.appendJSONNull() }
    for (position, edge) in [box.west, box.south, box.east, box.north].enumerated() {
      bytes.append(position == 0 ? UInt8(ascii: "[") : UInt8(ascii: ","))
      bytes.append(decimal: edge)
    }
    bytes.append(UInt8(ascii: "]"))
  }
}
