/// A query and the amount of its answer that was wanted.
public struct AskedQuery: Sendable, Hashable {
  /// How much of an answer is wanted.
  public enum Amount: Sendable, Hashable {
    /// Places up to a limit.
    case collection(PlaceLimit)
    /// One page of the source.
    case page(PageRequest)
  }

  /// What to look for and where.
  public let query: PlaceQuery
  /// How much of the answer was wanted.
  public let amount: Amount

  /// Pairs a query with an amount.
  public init(query: PlaceQuery, amount: Amount) {
    self.query = query
    self.amount = amount
  }
}

extension AskedQuery {
  /// Reads a question; `nil` when it is invalid or a part of it cannot be read: without that part it would be another.
  ///
  /// - Parameters:
  ///   - form: Where the members come from.
  ///   - member: Gives the value of a member of a property that is not `null`.
  package init?(_ form: QuestionProperty.Form, _ member: (QuestionProperty, String) -> QuestionValue?) {
    var question = Question()
    for property in QuestionProperty.allCases {
      guard property.read(form, into: &question, { member(property, $0) }) else { return nil }
    }
    guard let asked = try? question.resolved() else { return nil }
    self = asked
  }
}
