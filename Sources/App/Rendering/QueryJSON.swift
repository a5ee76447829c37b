import Domain

/// Writes the query an answer belongs to, as the `query` of schema 1.
struct QueryJSON: Sendable {
  let query: PlaceQuery
  /// How many places were wanted; `nil` for all of them, and for a single page.
  let limit: Int?

  func append(to bytes: inout [UInt8]) { bytes.append(atMost: bound) { append(to: &$0) } }

  /// The bytes that the object takes at most.
  var bound: Int {
    var bound = 128 + 8 * ByteRoom.numberBound
    for position in 0..<query.categories.count {
      bound += ByteRoom.bound(ofText: query.categories[position].slug) + 1
    }
    return bound + ByteRoom.bound(ofText: query.text?.value) + ByteRoom.bound(ofText: query.near)
  }

  func append(to room: inout ByteRoom) {
    room.append(literal: #"{"category":["#)
    for position in 0..<query.categories.count {
      if position > 0 { room.append(UInt8(ascii: ",")) }
      room.appendJSON(string: query.categories[position].slug)
    }
    room.append(literal: #"],"text":"#)
    room.appendJSON(string: query.text?.value)
    room.append(literal: #","near":"#)
    room.appendJSON(string: query.near)
    room.append(literal: #","lat":"#)
    let center = query.area.center
    room.appendJSON(center?.latitude)
    room.append(literal: #","lng":"#)
    room.appendJSON(center?.longitude)
    switch query.area.shape {
    case .circle(let circle):
      room.append(literal: #","bbox":null,"radius_m":"#)
      room.append(decimal: circle.radius.meters)
    case .box(let box):
      room.append(literal: #","bbox":"#)
      room.append(text: "[\(box.edgeText)]")
      room.append(literal: #","radius_m":null"#)
    case .anywhere: room.append(literal: #","bbox":null,"radius_m":null"#)
    }
    switch query.sort {
    case .distance: room.append(literal: #","sort":"distance","limit":"#)
    case .accuracy: room.append(literal: #","sort":"accuracy","limit":"#)
    }
    room.appendJSON(limit)
    room.append(UInt8(ascii: "}"))
  }
}
