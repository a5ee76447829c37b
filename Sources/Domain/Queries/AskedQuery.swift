package import Tables

/// A query with the requested amount of its result.
public struct AskedQuery: Sendable, Hashable {
  /// The requested amount of a result.
  public enum Amount: Sendable, Hashable {
    /// Places up to a limit.
    case collection(PlaceLimit)
    /// One page of the source.
    case page(PageRequest)
  }

  public let query: PlaceQuery
  public let amount: Amount

  public init(query: PlaceQuery, amount: Amount) {
    self.query = query
    self.amount = amount
  }
}

extension AskedQuery {
  /// Reads a query; `nil` if it is invalid, or if any part can't be read, since the query would differ without it.
  ///
  /// - Parameters:
  ///   - form: The JSON form of the members.
  ///   - member: Returns the value of a member of a property, unless it is `null`.
  package init?(_ form: QueryProperty.Form, _ member: (QueryProperty, String) -> JSONValue?) {
    var query = Query()
    for property in QueryProperty.allCases {
      guard property.read(form, into: &query, { member(property, $0) }) else { return nil }
    }
    guard let asked = try? query.resolved() else { return nil }
    self = asked
  }
}
