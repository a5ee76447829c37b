import Domain

/// Finds the centres of rows that say where by a name or an address; a text that many rows have is looked for once.
actor RowLocator {
  /// What a text stands for.
  enum Location: Sendable, Hashable {
    /// A point, and the name of what was taken.
    case found(Coordinate, name: String)
    /// Nothing that the source knows.
    case unknown(NotLocated)
  }

  /// Texts that are remembered; some megabytes.
  private static let most = 1 << 16
  /// As many candidates as ``CenterFinder`` asks for, so that both share what the cache keeps.
  private static let candidateLimit = 15

  private let provider: any UseCaseProvider
  private var useCase: (any LocateTextUseCase)?
  private var searches: [SearchText: Task<Result<Location, PlaceSearchError>, Never>] = [:]

  /// Names the source; nothing is opened before a text is looked for.
  init(_ provider: any UseCaseProvider) { self.provider = provider }

  /// Finds what a text stands for; a failure is not remembered.
  func location(of text: SearchText) async -> Result<Location, PlaceSearchError> {
    let search: Task<Result<Location, PlaceSearchError>, Never>
    if let known = searches[text] {
      search = known
    } else {
      let opened: any LocateTextUseCase
      do throws(PlaceSearchError) { opened = try open() } catch { return .failure(error) }
      if searches.count >= Self.most { searches.removeAll() }
      search = Task { await Self.search(text, in: opened) }
      searches[text] = search
    }
    // Rows are called off all together, so whoever else waits for this text is called off too.
    let result = await withTaskCancellationHandler {
      await search.value
    } onCancel: {
      search.cancel()
    }
    if case .failure = result, searches[text] == search { searches[text] = nil }
    return result
  }

  private func open() throws(PlaceSearchError) -> any LocateTextUseCase {
    if let useCase { return useCase }
    let opened = try provider.makeLocateTextUseCase()
    useCase = opened
    return opened
  }

  private static func search(
    _ text: SearchText,
    in useCase: any LocateTextUseCase
  ) async -> Result<Location, PlaceSearchError> {
    do throws(PlaceSearchError) {
      let located = try await useCase.candidates(for: text, limit: candidateLimit)
      guard let place = located.candidates.first else {
        let failure = NotLocated(
          text: text.value,
          similarNames: located.similarNames,
          source: located.provenance.source
        )
        return .success(.unknown(failure))
      }
      return .success(.found(place.coordinate, name: place.name ?? text.value))
    } catch {
      return .failure(error)
    }
  }
}
