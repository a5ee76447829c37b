/// Makes the use cases; the one thing an application needs to be handed.
///
/// Each use case does one thing and has no default, so that one that is wrapped around another cannot forget anything.
/// All use cases of a provider share one source, which is opened by the first that needs it.
public protocol UseCaseProvider: Sendable {
  /// Makes the use case that answers one page.
  ///
  /// - Throws: When the source that was chosen cannot be opened.
  func makeFindPlaceUseCase() throws(PlaceSearchError) -> any FindPlaceUseCase

  /// Makes the use case that collects places up to a limit.
  ///
  /// - Throws: When the source that was chosen cannot be opened.
  func makeCollectPlacesUseCase() throws(PlaceSearchError) -> any CollectPlacesUseCase

  /// Makes the use case that collects places into memory that is used again.
  ///
  /// - Throws: When the source that was chosen cannot be opened.
  func makePackPlacesUseCase() throws(PlaceSearchError) -> any PackPlacesUseCase

  /// Makes the use case that tells what a query would cost; a service needs no key for it.
  ///
  /// - Throws: When the source that was chosen cannot be opened.
  func makeEstimateCostUseCase() throws(PlaceSearchError) -> any EstimateCostUseCase

  /// Makes the use case that tells who is going to answer; a service needs no key for it.
  ///
  /// - Throws: When the source that was chosen cannot be opened.
  func makeDescribeSourceUseCase() throws(PlaceSearchError) -> any DescribeSourceUseCase

  /// Makes the use case that tells how the requests of this provider's use cases went.
  func makeReportRequestsUseCase() -> any ReportRequestsUseCase

  /// Makes the use case that finds out where something is.
  ///
  /// - Throws: When the source that was chosen cannot be opened.
  func makeLocateTextUseCase() throws(PlaceSearchError) -> any LocateTextUseCase

  /// Makes the use case that finds the address of a coordinate.
  ///
  /// - Throws: When the source that was chosen cannot be opened.
  func makeDescribeCoordinateUseCase() throws(PlaceSearchError) -> any DescribeCoordinateUseCase

  /// Makes the use case that keeps positions by name.
  func makeKeepPositionsUseCase() -> any KeepPositionsUseCase

  /// Makes the use case that looks back on the queries that were asked.
  func makeReviewHistoryUseCase() -> any ReviewHistoryUseCase

  /// Makes the use case that finds a place again.
  func makeRecallPlaceUseCase() -> any RecallPlaceUseCase

  /// Makes the use case that keeps places.
  func makeSavePlacesUseCase() -> any SavePlacesUseCase

  /// Makes the use case that looks after the cache of answers.
  func makeManageCacheUseCase() -> any ManageCacheUseCase

  /// Makes the use case that tells whether an answer is kept; a service needs no key for it.
  ///
  /// - Throws: When the address of the service is not one.
  func makeCheckCacheUseCase() throws(PlaceSearchError) -> any CheckCacheUseCase

  /// Makes the use case that tells how much of the allowance was used.
  func makeInspectQuotaUseCase() -> any InspectQuotaUseCase

  /// Makes the use case that tells what could not be kept while queries were answered.
  func makeReportStoreErrorsUseCase() -> any ReportStoreErrorsUseCase

  /// Makes the use case that builds index files.
  func makeBuildIndexUseCase() -> any BuildIndexUseCase

  /// Makes the use case that looks into index files.
  func makeInspectIndexUseCase() -> any InspectIndexUseCase

  /// Makes the use case that checks index files.
  func makeVerifyIndexUseCase() -> any VerifyIndexUseCase
}
