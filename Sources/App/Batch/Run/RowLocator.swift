import Domain

/// Finds the centres of rows with a name or an address; a text that many rows have is looked up once.
actor RowLocator {
  /// A query with its centre, or why it has none.
  enum LocatedQuery: Sendable, Hashable {
    case found(RowQuery)
    /// The source finds nothing by this name.
    case notFound(Failure)
  }

  private enum Location: Sendable {
    case found(Coordinate, name: String)
    case notFound(Failure)
  }

  /// How many texts are remembered, in some megabytes.
  private static let maximumCount = 1 << 16
  /// As many candidates as ``CenterFinder`` asks for, so that both share cached answers.
  private static let candidateLimit = 15

  private let provider: any UseCaseProvider
  private let services: [Service]
  private var useCase: (any LocateTextUseCase)?
  private var costs: (any EstimateCostUseCase)?
  private var searches: [SearchText: Task<Result<Location, PlaceSearchError>, Never>] = [:]

  /// Makes a locator; the source is opened when the first text is looked up.
  init(_ provider: any UseCaseProvider, services: [Service]) {
    self.provider = provider
    self.services = services
  }

  /// Finds the centre of a query that has none yet; an error is not remembered.
  func located(_ query: RowQuery) async -> Result<LocatedQuery, PlaceSearchError> {
    guard let text = query.locating else { return .success(.found(query)) }
    // What the source cannot be asked around any point is refused before the name costs a request.
    do throws(PlaceSearchError) { try checkSupport(of: query) } catch { return .failure(error) }
    return await location(of: text).map { location in
      switch location {
      case .found(let point, let name): .found(query.located(at: point, near: name))
      case .notFound(let failure): .notFound(failure)
      }
    }
  }

  private func location(of text: SearchText) async -> Result<Location, PlaceSearchError> {
    let search: Task<Result<Location, PlaceSearchError>, Never>
    if let known = searches[text] {
      search = known
    } else {
      let opened: any LocateTextUseCase
      do throws(PlaceSearchError) { opened = try open() } catch { return .failure(error) }
      if searches.count >= Self.maximumCount { searches.removeAll() }
      search = Task { [services] in await Self.search(text, in: opened, services: services) }
      searches[text] = search
    }
    // All rows of a run are cancelled together, so other rows that wait for this text are cancelled as well.
    let result = await withTaskCancellationHandler {
      await search.value
    } onCancel: {
      search.cancel()
    }
    if case .failure = result, searches[text] == search { searches[text] = nil }
    return result
  }

  private func checkSupport(of query: RowQuery) throws(PlaceSearchError) {
    let opened: any EstimateCostUseCase
    if let costs { opened = costs } else { opened = try provider.makeEstimateUseCase() }
    costs = opened
    _ = try opened.cost(of: query.query, limit: query.limit)
  }

  private func open() throws(PlaceSearchError) -> any LocateTextUseCase {
    if let useCase { return useCase }
    let opened = try provider.makeLocateUseCase()
    useCase = opened
    return opened
  }

  private static func search(
    _ text: SearchText,
    in useCase: any LocateTextUseCase,
    services: [Service]
  ) async -> Result<Location, PlaceSearchError> {
    do throws(PlaceSearchError) {
      let located = try await useCase.candidates(for: text, limit: candidateLimit)
      guard let place = located.candidates.first else {
        let source = located.provenance.source
        let names = located.similarNames
        return .success(
          .notFound(.notLocated(text.value, similarNames: names, source: source, services))
        )
      }
      return .success(.found(place.coordinate, name: place.name ?? text.value))
    } catch {
      return .failure(error)
    }
  }
}
