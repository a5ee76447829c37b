import Domain

/// Finds the centre of a query by an address or the name of a place, which asks the source.
struct CenterFinder: Sendable {
  /// What answers.
  let provider: any UseCaseProvider
  /// Everything outside the program.
  let world: World
  /// Whether only errors are said.
  let isQuiet: Bool

  /// What was found.
  struct Finding: Sendable {
    /// The query with its centre.
    var query: Arguments.Query
    /// Requests that finding it took.
    var requests = 0
  }

  /// Candidates that are asked for, to say what else fits: a page of the service, so that it is one request.
  private static let candidateLimit = 15

  /// Finds the centre, and says what was taken.
  ///
  /// - Parameter query: What the options say.
  /// - Returns: The query with a point, unless it names nothing to be found.
  /// - Throws: When nothing is found, or the source cannot be asked.
  func locate(_ query: Arguments.Query) async throws(Failure) -> Finding {
    guard let text = query.near else { return Finding(query: query) }
    let located: LocatedPlaces
    do throws(PlaceSearchError) {
      located = try await provider.makeLocateTextUseCase().candidates(for: text, limit: Self.candidateLimit)
    } catch { throw .search(error) }
    guard let place = located.candidates.first else {
      throw .notLocated(
        NotLocated(text: text.value, similarNames: located.similarNames, source: located.provenance.source)
      )
    }
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
}

/// Finds the centre of a query among the positions that are kept by name.
struct KeptPositions: Sendable {
  /// Everything outside the program.
  let world: World
  /// Whether only errors are said.
  let isQuiet: Bool
  /// Makes a provider of what is kept; called only when a position is looked for.
  let makeProvider: @Sendable () -> any UseCaseProvider

  /// Finds the position that a query names, or the default one when it says nothing of where to look.
  ///
  /// - Parameters:
  ///   - query: What the options say.
  ///   - usesDefault: Whether the default position is taken where the query says nothing.
  /// - Returns: The query with a point, when there is one.
  /// - Throws: When the name is unknown, or the positions cannot be read.
  func find(_ query: Arguments.Query, usesDefault: Bool = true) throws(Failure) -> Arguments.Query {
    var query = query
    if let name = query.positionName {
      let kept: NamedPositions
      do throws(StoreError) { kept = try makeProvider().makeKeepPositionsUseCase().positions() } catch {
        throw .store(error)
      }
      guard let position = kept[name] else {
        let names = kept.positions.map(\.name)
        throw .usage(.unknownPosition(name, nearest: NearestWord.of(name, among: names), known: names))
      }
      query.positionName = nil
      query.point = position.coordinate
      query.nearName = position.name
      query.isNearPosition = true
    } else if usesDefault, !query.hasPlace, let position = standard() {
      query.point = position.coordinate
      query.nearName = position.name
      query.isNearPosition = true
      say("near \(position.name) (\(QueryText.text(of: position.coordinate))), the default position")
    }
    return query
  }

  /// The default position; one that cannot be read costs no answer.
  private func standard() -> NamedPosition? {
    do throws(StoreError) { return try makeProvider().makeKeepPositionsUseCase().positions().standard } catch {
      if error.needsAttention { say(ErrorReport.sentence(for: error)) }
      return nil
    }
  }

  private func say(_ sentence: String) { if !isQuiet { Console(world: world).say(sentence) } }
}

/// What was taken for a text that says where.
struct LocatedSentence: Sendable {
  /// The place that was taken.
  let place: Place
  /// What was typed.
  let text: String
  /// How many places fit.
  let totalCount: Int

  /// The sentence.
  var sentence: String {
    let address = (place.roadAddress ?? place.lotAddress).flatMap { $0 == place.name ? nil : " (\($0))" }
    let taken = "near \(place.name ?? text)\(address ?? "")"
    guard totalCount > 1 else { return taken }
    let others = totalCount == 2 ? "1 other fits" : "\(totalCount - 1) others fit"
    return "\(taken); \(others): placefind near \(ShellWord.quoted(text))"
  }
}
