import Domain

/// Writes the query an answer belongs to, as the `query` of schema 1.
struct QueryJSON: Sendable {
  let query: PlaceQuery
  /// How many places were wanted; `nil` for all of them, and for a single page.
  let limit: Int?

  /// The maximum byte count of the object.
  var maximumByteCount: Int {
    // Keys and constants, eight numbers, a slug for each category, and two texts with an escape for each byte.
    256 + 8 * DecimalWidth.maximumByteCount + query.categories.count * 16 + (query.text?.value.utf8.count ?? 0) * 6
      + (query.near?.utf8.count ?? 0) * 6
  }

  /// Appends the object.
  func append(to bytes: inout [UInt8]) {
    unsafe bytes.append(upTo: maximumByteCount) { unsafe put(to: &$0) }
  }

  /// Writes the object.
  func put(to cursor: inout ByteCursor) {
    unsafe cursor.put(#"{"category":["#)
    for position in 0..<query.categories.count {
      unsafe cursor.put(position > 0 ? #",""# : #"""#)
      for byte in query.categories[position].slug.utf8 { unsafe cursor.put(byte) }
      unsafe cursor.put(UInt8(ascii: "\""))
    }
    unsafe cursor.put(#"],"text":"#)
    unsafe put(query.text?.value, to: &cursor)
    unsafe cursor.put(#","near":"#)
    unsafe put(query.near, to: &cursor)
    unsafe cursor.put(#","lat":"#)
    let center = query.area.center
    unsafe put(center?.latitude, to: &cursor)
    unsafe cursor.put(#","lng":"#)
    unsafe put(center?.longitude, to: &cursor)
    unsafe cursor.put(#","bbox":"#)
    unsafe putBox(to: &cursor)
    unsafe cursor.put(#","radius_m":"#)
    if case .circle(_, let radius) = query.area {
      unsafe cursor.put(decimal: radius.meters)
    } else {
      unsafe cursor.put("null")
    }
    switch query.sort {
    case .distance: unsafe cursor.put(#","sort":"distance","limit":"#)
    case .accuracy: unsafe cursor.put(#","sort":"accuracy","limit":"#)
    }
    if let limit { unsafe cursor.put(decimal: limit) } else { unsafe cursor.put("null") }
    unsafe cursor.put(UInt8(ascii: "}"))
  }

  private func put(_ text: String?, to cursor: inout ByteCursor) {
    guard let text else { return unsafe cursor.put("null") }
    unsafe cursor.put(UInt8(ascii: "\""))
    unsafe cursor.putEscaped([UInt8](text.utf8))
    unsafe cursor.put(UInt8(ascii: "\""))
  }

  @inline(__always)
  private func put(_ degrees: Double?, to cursor: inout ByteCursor) {
    if let degrees { unsafe cursor.put(decimal: degrees) } else { unsafe cursor.put("null") }
  }

  private func putBox(to cursor: inout ByteCursor) {
    guard case .box(let box, _) = query.area else { return unsafe cursor.put("null") }
    unsafe cursor.put(UInt8(ascii: "["))
    unsafe cursor.put(decimal: box.west)
    unsafe cursor.put(UInt8(ascii: ","))
    unsafe cursor.put(decimal: box.south)
    unsafe cursor.put(UInt8(ascii: ","))
    unsafe cursor.put(decimal: box.east)
    unsafe cursor.put(UInt8(ascii: ","))
    unsafe cursor.put(decimal: box.north)
    unsafe cursor.put(UInt8(ascii: "]"))
  }
}
