import Domain

/// Finds the centre of a query by an address or the name of a place, with requests to the source.
struct CenterFinder: Sendable {
  /// The source.
  let provider: any UseCaseProvider
  /// Everything outside the program.
  let world: World
  /// Whether only errors are written to standard error.
  let isQuiet: Bool

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
  ///
  /// - Parameter query: The values of the options.
  /// - Returns: The query with a point; the same query if it does not name its centre.
  /// - Throws: When no place matches, or the source cannot be asked.
  func locate(_ query: Arguments.Query) async throws(Failure) -> Finding {
    guard let text = query.near else { return Finding(query: query) }
    let located = try await candidates(for: text, limit: Self.candidateLimit)
    let place = located.candidates[0]
    if !isQuiet {
      let sentence = LocatedSentence(place: place, text: text.value, totalCount: located.totalCount).sentence
      Console(world: world).say(sentence)
    }
    var query = query
    query.near = nil
    query.point = place.coordinate
    query.nearName = place.name ?? text.value
    return Finding(query: query, requests: located.provenance.requests)
  }

  /// Finds the places that a text may mean.
  ///
  /// - Parameters:
  ///   - text: A name or an address.
  ///   - limit: The maximum number of places.
  /// - Returns: One place or more, the most likely first.
  /// - Throws: When no place matches, or the source cannot be asked.
  func candidates(for text: SearchText, limit: Int) async throws(Failure) -> LocatedPlaces {
    let located: LocatedPlaces
    do throws(PlaceSearchError) {
      located = try await provider.makeLocateTextUseCase().candidates(for: text, limit: limit)
    } catch { throw .search(error) }
    guard !located.candidates.isEmpty else {
      throw .notLocated(
        NotLocated(text: text.value, similarNames: located.similarNames, source: located.provenance.source)
      )
    }
    return located
  }
}

/// Finds the centre of a query among the positions kept by `placefind here`.
struct KeptPositions: Sendable {
  /// Everything outside the program.
  let world: World
  /// Whether only errors are written to standard error.
  let isQuiet: Bool
  /// Makes a provider of the stores; called only when a position is looked for.
  let makeProvider: @Sendable () -> any UseCaseProvider

  /// Finds the position that a query names, or the default one when the query has no place.
  ///
  /// - Parameters:
  ///   - query: What the options say.
  ///   - usesDefault: Whether the default position is used.
  /// - Returns: The query with a point, if there is one.
  /// - Throws: When the name is unknown, or the positions cannot be read.
  func find(_ query: Arguments.Query, usesDefault: Bool = true) throws(Failure) -> Arguments.Query {
    if let name = query.positionName {
      let kept: NamedPositions
      do throws(StoreError) { kept = try makeProvider().makeKeepPositionsUseCase().positions() } catch {
        throw .store(error)
      }
      guard let position = kept[name] else { throw .usage(.unknownPosition(name, in: kept)) }
      return query.centered(at: position)
    }
    guard usesDefault, !query.hasPlace, let position = defaultPosition() else { return query }
    say("near \(position.name) (\(QueryText.text(of: position.coordinate))), the default position")
    return query.centered(at: position)
  }

  /// The default position; `nil` if there is none or it cannot be read, which is reported.
  private func defaultPosition() -> NamedPosition? {
    do throws(StoreError) { return try makeProvider().makeKeepPositionsUseCase().positions().standard } catch {
      if error.needsAttention { say(ErrorReport.sentence(for: error)) }
      return nil
    }
  }

  private func say(_ sentence: String) { if !isQuiet { Console(world: world).say(sentence) } }
}

extension Arguments.Query {
  /// The query around a kept position.
  fileprivate func centered(at position: NamedPosition) -> Self {
    var query = self
    query.positionName = nil
    query.point = position.coordinate
    query.nearName = position.name
    query.isNearPosition = true
    return query
  }
}

extension UsageError {
  /// No position has this name; proposes the nearest one.
  static func unknownPosition(_ name: String, in kept: NamedPositions) -> UsageError {
    let names = kept.positions.map(\.name)
    return .unknownPosition(name, nearest: NearestWord.of(name, among: names), known: names)
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

  /// The sentence.
  var sentence: String {
    let address = (place.roadAddress ?? place.lotAddress).flatMap { $0 == place.name ? nil : " (\($0))" }
    let chosen = "near \(place.name ?? text)\(address ?? "")"
    guard totalCount > 1 else { return chosen }
    let others = totalCount == 2 ? "1 other matches" : "\(totalCount - 1) others match"
    return "\(chosen); \(others): placefind near \(ShellWord.quoted(text))"
  }
}
