/// Makes the use cases: the one dependency that an application is given.
///
/// Each use case is a purpose of a caller. All use cases of a provider share one source, which is opened by the first that needs it.
public protocol UseCaseProvider: Sendable {
  /// Opens the source that was chosen, so that making use cases takes no time.
  ///
  /// An index that comes through a pipe is waited for here without keeping the thread; what makes use cases waits for
  /// it too, and keeps it.
  ///
  /// - Throws: When the source cannot be opened.
  func open() async throws(PlaceSearchError)

  /// Makes the use case that finds places.
  ///
  /// - Throws: When the source that was chosen cannot be opened.
  func makeFindPlaceUseCase() throws(PlaceSearchError) -> any FindPlaceUseCase

  /// Makes the use case that finds places by text and addresses by coordinate.
  ///
  /// - Throws: When the source that was chosen cannot be opened.
  func makeLocateUseCase() throws(PlaceSearchError) -> any LocateUseCase

  /// Makes the use case that estimates costs and names the source; a service needs no key for it.
  ///
  /// - Throws: When the source that was chosen cannot be opened.
  func makeEstimateUseCase() throws(PlaceSearchError) -> any EstimateUseCase

  /// Makes the use case that fetches the places of an area; `nil` from a source that cannot be kept.
  ///
  /// - Throws: When the source that was chosen cannot be opened.
  func makeFetchIndexUseCase() throws(PlaceSearchError) -> (any FetchIndexUseCase)?

  /// The queries, locations and places of the user on this machine.
  var remembered: any RememberUseCase { get }

  /// The requests to services, their quotas and their cached responses.
  var account: any AccountUseCase { get }

  /// Builds, describes and verifies index files, and reads tables as a build does.
  var indexes: any IndexUseCase & ReadTableUseCase { get }
}
