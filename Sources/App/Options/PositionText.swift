import Domain

/// What `--at` may say: a point in any spelling, or the name of one that is kept.
enum PositionText: Sendable, Hashable {
  case point(Coordinate)
  case name(String)
}

extension GivenOption {
  /// Reads a point, the address of a map, or the name of a position.
  func position() throws(UsageError) -> PositionText {
    let coordinate: Coordinate?
    do { coordinate = try CoordinateText.coordinate(text) } catch { throw .coordinate(error) }
    if let coordinate { return .point(coordinate) }
    if let address = MapAddress(text) {
      guard let coordinate = address.coordinate else {
        throw .addressWithoutPoint(option, host: address.host, isShort: address.isShort)
      }
      return .point(coordinate)
    }
    guard NamedPosition.isName(text) else { throw .unreadable(option, text, .position) }
    return .name(text)
  }
}
