import Domain

/// Encodes and decodes stored queries; ``QueryProperty`` lists their properties.
extension JSONTree {
  /// A query and its amount.
  static func asked(_ asked: AskedQuery) -> JSONTree {
    let properties = QueryProperty.allCases.filter { $0 != .amount }
    let query = Member(key: "query", value: .object(properties.flatMap { members($0, of: asked) }))
    return .object([query] + members(.amount, of: asked))
  }

  private static func members(_ property: QueryProperty, of asked: AskedQuery) -> [Member] {
    var members: [Member] = []
    property.store(asked) { members.append(Member(key: $0, value: JSONTree($1))) }
    return members
  }

  /// The stored query with its amount; `nil` if either can't be read.
  var asked: AskedQuery? {
    guard let query = self["query"] else { return nil }
    return AskedQuery(.stored) { property, key in (property == .amount ? self[key] : query[key])?.questionValue }
  }

  private init(_ value: QuestionValue) {
    self =
      switch value {
      case .null: .null
      case .flag(let isTrue): .bool(isTrue)
      case .integer(let number): .integer(number)
      case .number(let number): .number(number)
      case .text(let text): .text(text)
      case .words(let words): .list(words.map(JSONTree.text))
      case .numbers(let numbers): .list(numbers.map(JSONTree.number))
      }
  }

  private var questionValue: QuestionValue {
    switch self {
    case .null, .object: return .null
    case .bool(let isTrue): return .flag(isTrue)
    case .number(let number): return .number(number)
    case .text(let text): return .text(text)
    case .list(let elements):
      let words = elements.compactMap(\.string)
      if words.count == elements.count { return .words(words) }
      let numbers = elements.compactMap(\.double)
      return numbers.count == elements.count ? .numbers(numbers) : .null
    }
  }
}
