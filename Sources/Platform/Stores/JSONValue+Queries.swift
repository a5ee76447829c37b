import Domain
import Tables

/// Encodes and decodes stored queries; ``QueryProperty`` lists their properties.
extension JSONValue {
  /// Returns an object with the query and, as another member, its limit.
  static func query(_ query: PlaceQuery) -> JSONValue {
    let properties = QueryProperty.allCases.filter { $0 != .limit }
    let whole = Member(key: "query", value: .object(properties.flatMap { members($0, of: query) }))
    return .object([whole] + members(.limit, of: query))
  }

  private static func members(_ property: QueryProperty, of query: PlaceQuery) -> [Member] {
    var members: [Member] = []
    property.store(query) { members.append(Member(key: $0, value: $1)) }
    return members
  }

  /// The stored query with its limit; `nil` if either can't be read.
  var query: PlaceQuery? {
    guard let members = self["query"] else { return nil }
    return try? Query(.stored) { property, key in property == .limit ? self[key] : members[key] }?.resolved()
  }
}
