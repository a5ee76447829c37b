import Domain
import Tables

/// Encodes and decodes stored queries; ``QueryProperty`` lists their properties.
extension JSONValue {
  /// A query and its amount.
  static func asked(_ asked: AskedQuery) -> JSONValue {
    let properties = QueryProperty.allCases.filter { $0 != .amount }
    let query = Member(key: "query", value: .object(properties.flatMap { members($0, of: asked) }))
    return .object([query] + members(.amount, of: asked))
  }

  private static func members(_ property: QueryProperty, of asked: AskedQuery) -> [Member] {
    var members: [Member] = []
    property.store(asked) { members.append(Member(key: $0, value: $1)) }
    return members
  }

  /// The stored query with its amount; `nil` if either can't be read.
  var asked: AskedQuery? {
    guard let query = self["query"] else { return nil }
    return AskedQuery(.stored) { property, key in property == .amount ? self[key] : query[key] }
  }
}
