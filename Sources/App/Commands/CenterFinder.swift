import Domain

/// Finds the centre of a query by an address or the name of a place, with requests to the source.
struct CenterFinder: CommandPart {
  let context: CommandContext
  /// The source.
  let provider: any UseCaseProvider
  /// Whether it is said which place was chosen.
  var isHeard = true

  /// A query whose centre was found.
  struct Finding: Sendable {
    /// The query with its centre.
    var query: Arguments.Query
    /// Requests that finding the centre took.
    var requests = 0
  }

  /// The number of candidates to request, so that the others can be counted: one page of the service is one request.
  private static let candidateLimit = PageLimits.kakaoLocal.sizes.upperBound

  /// Finds the centre that a query names, and reports which place was chosen.
  func locate(_ query: Arguments.Query) async throws -> Finding {
    guard let text = query.near else { return Finding(query: query) }
    let located = try await candidates(for: text, limit: Self.candidateLimit)
    let place = located.candidates[0]
    if isHeard { say(LocatedSentence(place: place, text: text.value, totalCount: located.totalCount).sentence) }
    var query = query
    query.center = .found(place.coordinate, name: place.name ?? text.value, isPosition: false)
    return Finding(query: query, requests: located.provenance.requests)
  }

  /// Finds the places that a text may mean.
  func candidates(for text: SearchText, limit: Int) async throws -> LocatedPlaces {
    let located = try await provider.makeLocateTextUseCase().candidates(for: text, limit: limit)
    guard !located.candidates.isEmpty else {
      throw Failure(NotLocated(text: text.value, similarNames: located.similarNames, source: located.provenance.source))
    }
    return located
  }
}

/// Finds the centre of a query among the positions kept by `placefind here`.
struct KeptPositions: CommandPart {
  let context: CommandContext
  /// Whether it is said that the default position is used.
  var isHeard = true

  /// Finds the position that a query names, or the default one when the query has no place.
  func find(_ query: Arguments.Query, usesDefault: Bool = true) throws -> Arguments.Query {
    if case .saved(let name) = query.center {
      let kept = try stores.makeKeepPositionsUseCase().positions()
      guard let position = kept[name] else { throw Failure.unknownPosition(name, in: kept) }
      return query.centered(at: position)
    }
    guard usesDefault, !query.hasPlace, let position = defaultPosition() else { return query }
    if isHeard { say("near \(position.name) (\(QueryText.text(of: position.coordinate))), the default position") }
    return query.centered(at: position)
  }

  /// The default position; `nil` if there is none or it cannot be read, which is reported.
  private func defaultPosition() -> NamedPosition? {
    do throws(StoreError) { return try stores.makeKeepPositionsUseCase().positions().standard } catch {
      if isHeard, error.needsAttention { say(Failure.sentence(for: error)) }
      return nil
    }
  }
}

extension Arguments.Query {
  /// The query around a kept position.
  fileprivate func centered(at position: NamedPosition) -> Self {
    var query = self
    query.center = .found(position.coordinate, name: position.name, isPosition: true)
    return query
  }
}

/// Says which place was chosen for a name or an address.
struct LocatedSentence: Sendable {
  /// The place that was chosen.
  let place: Place
  /// What was typed.
  let text: String
  /// How many places match.
  let totalCount: Int

  var sentence: String {
    let address = (place.roadAddress ?? place.lotAddress).flatMap { $0 == place.name ? nil : " (\($0))" }
    let chosen = "near \(place.name ?? text)\(address ?? "")"
    guard totalCount > 1 else { return chosen }
    let others = totalCount == 2 ? "1 other matches" : "\(totalCount - 1) others match"
    return "\(chosen); \(others): placefind near \(ShellWord.quoted(text))"
  }
}
