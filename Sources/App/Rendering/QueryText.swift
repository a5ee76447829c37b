import Domain

/// Says a question for a person.
enum QueryText {
  /// What is looked for and where, such as `cafe, bank "starbucks" within 1 km of 37.4979,127.0276`.
  static func sentence(of query: PlaceQuery) -> String {
    var parts: [String] = []
    if !query.categories.isEmpty { parts.append(query.categories.map(\.slug).joined(separator: ", ")) }
    if let text = query.text { parts.append("\"\(text.value)\"") }
    switch query.area {
    case .circle(let center, let radius):
      parts.append("within \(DistanceText.round(meters: radius.meters)) of \(query.near ?? self.text(of: center))")
    case .box(let box, _):
      let edges = [box.west, box.south, box.east, box.north].map(degrees)
      parts.append("in \(edges.joined(separator: ","))")
    case .anywhere(let center?): parts.append("near \(query.near ?? self.text(of: center))")
    case .anywhere(nil): parts.append("anywhere")
    }
    return parts.joined(separator: " ")
  }

  /// A coordinate as `--at` takes it.
  static func text(of coordinate: Coordinate) -> String {
    "\(degrees(coordinate.latitude)),\(degrees(coordinate.longitude))"
  }

  /// Degrees in the fewest digits that say them.
  static func degrees(_ number: Double) -> String {
    var bytes: [UInt8] = []
    bytes.append(decimal: number)
    return String(decoding: bytes, as: UTF8.self)
  }
}
