import Tables

/// The centre and area of a query; a drawn shape is stored as well-known text.
extension QueryProperty {
  /// The keys of the members for shapes.
  package static let shapeKeys = DrawnShape.forms.map { $0.key }

  /// Returns the key of the member for the name of a stored shape.
  static func nameKey(of key: String) -> String { "\(key)_name" }

  /// Reads a shape; fails for a printed shape, which is only a name.
  static func readShape(
    _ format: JSONFormat,
    into query: inout Query,
    _ member: (String) -> JSONValue?
  ) -> Bool {
    guard let drawn = DrawnShape.forms.first(where: { member($0.key) != nil }) else { return true }
    let name = member(nameKey(of: drawn.key))?.string ?? ""
    guard format == .stored, let text = member(drawn.key)?.string,
      let shape = drawn.shape(text, called: name, reach: query.radius)
    else { return false }
    query.drawn = shape
    return true
  }

  /// Returns the latitude and longitude of the centre; empty if they can't be read, `nil` without a centre.
  static func centerNumbers(_ format: JSONFormat, _ member: (String) -> JSONValue?) -> [Double]? {
    switch format {
    case .stored: return member("at").map { $0.numbers ?? [] }
    case .printed:
      let values = [member("lat"), member("lng")]
      guard values.contains(where: { $0 != nil }) else { return nil }
      return values.compactMap { $0?.double }
    }
  }
}
