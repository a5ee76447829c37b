/// Makes the use cases; an application's only dependency.
///
/// Each use case serves one purpose of a caller. All use cases of a provider share one source, which is opened by the
/// first one that needs it.
public protocol UseCaseProvider: Sendable {
  /// Opens the selected source in advance, so that making use cases takes no time.
  ///
  /// If an index comes through a pipe, this method waits for it without blocking the thread; making a use case waits
  /// too, but blocks.
  ///
  /// - Throws: An error if the source can't be opened.
  func open() async throws(PlaceSearchError)

  /// Makes the use case that finds places.
  ///
  /// - Throws: An error if the selected source can't be opened.
  func makeFindPlaceUseCase() throws(PlaceSearchError) -> any FindPlaceUseCase

  /// Makes the use case that finds places by text and addresses by coordinate.
  ///
  /// - Throws: An error if the selected source can't be opened.
  func makeLocateUseCase() throws(PlaceSearchError) -> any LocateUseCase

  /// Makes the use case that estimates costs and names the source; it needs no key for a service.
  ///
  /// - Throws: An error if the selected source can't be opened.
  func makeEstimateUseCase() throws(PlaceSearchError) -> any EstimateUseCase

  /// Makes the use case that downloads the places in an area; `nil` for a source that doesn't support this.
  ///
  /// - Throws: An error if the selected source can't be opened.
  func makeFetchIndexUseCase() throws(PlaceSearchError) -> (any FetchIndexUseCase)?

  /// Saved locations, past queries and saved places on this machine.
  var remembered: any RememberUseCase { get }

  /// Reports on requests to services, quotas and cached responses.
  var account: any AccountUseCase { get }

  /// Builds, describes and verifies index files.
  var indexes: any IndexUseCase { get }
}
