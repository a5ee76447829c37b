import Domain

/// The cached answers of one service, by query.
struct CachedAnswers: Sendable {
  let cache: AnswerCache
  let service: Service
  /// The address that it is asked at, which is part of the key.
  let address: String

  /// Returns the key of an answer.
  func key(_ kind: String, _ query: JSONTree) -> JSONTree {
    .members(["service": .text(address), "kind": .text(kind), "asked": query])
  }

  /// Returns the key of an answer to a query, with the amount that is wanted: another amount is another query.
  func key(_ kind: String, _ query: PlaceQuery, _ amount: AskedQuery.Amount) -> JSONTree {
    key(kind, .asked(AskedQuery(query: query, amount: amount), isKey: true))
  }

  /// Returns the cached answer; `nil` when there is none or it cannot be read.
  func answer<Answer: CacheableAnswer>(to key: JSONTree) -> Answer? {
    guard let (stored, age) = cache.answer(to: key), let provenance = stored.provenance(age: age) else { return nil }
    return Answer(stored: stored, provenance)
  }

  /// Caches a whole answer; another one removes an earlier answer when that may not be used.
  func keep(_ answer: some CacheableAnswer, isWhole: Bool, to key: JSONTree) {
    if isWhole {
      cache.keep(.members(answer.stored, from: answer.provenance), to: key)
    } else if !cache.isRead {
      cache.forget(key)
    }
  }
}

extension CachedAnswers: CheckCacheUseCase {
  func isKept(_ query: PlaceQuery, limit: PlaceLimit) -> Bool {
    let found: PlaceCollection? = answer(to: key("places", query, .collection(limit)))
    return found != nil
  }
}
