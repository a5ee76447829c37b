import Domain

/// The answers of one service that are kept, by what was asked.
struct KeptAnswers: Sendable {
  /// Where they are.
  let cache: AnswerCache
  /// Which service it is, as far as that shapes an answer: its address.
  let service: String

  /// What an answer is kept under.
  func key(_ api: String, _ query: JSONTree) -> JSONTree {
    .members(["service": .text(service), "kind": .text(api), "asked": query])
  }

  /// What a collection is kept under.
  func key(matching query: PlaceQuery, limit: PlaceLimit) -> JSONTree {
    key("places", .asked(AskedQuery(query: query, amount: .collection(limit)), isKey: true))
  }

  /// A collection that is kept; `nil` when it is not, or no longer.
  func collection(matching query: PlaceQuery, limit: PlaceLimit) -> PlaceCollection? {
    cache.answer(to: key(matching: query, limit: limit))?.collection
  }
}

extension KeptAnswers: CheckCacheUseCase {
  func isKept(_ query: PlaceQuery, limit: PlaceLimit) -> Bool { collection(matching: query, limit: limit) != nil }
}
