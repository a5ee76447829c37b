/// Makes the use cases: the one dependency that an application is given.
///
/// Each use case does one thing, and no requirement has a default, so that a decorator cannot forget to forward one.
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

  /// Makes the use case that estimates the cost of a query; a service needs no key for it.
  ///
  /// - Throws: When the source that was chosen cannot be opened.
  func makeEstimateCostUseCase() throws(PlaceSearchError) -> any EstimateCostUseCase

  /// Makes the use case that names the source of the answers; a service needs no key for it.
  ///
  /// - Throws: When the source that was chosen cannot be opened.
  func makeDescribeSourceUseCase() throws(PlaceSearchError) -> any DescribeSourceUseCase

  /// Makes the use case that reports how the requests of this provider's use cases went.
  func makeReportRequestsUseCase() -> any ReportRequestsUseCase

  /// Makes the use case that finds the place that a text names.
  ///
  /// - Throws: When the source that was chosen cannot be opened.
  func makeLocateTextUseCase() throws(PlaceSearchError) -> any LocateTextUseCase

  /// Makes the use case that finds the address of a coordinate.
  ///
  /// - Throws: When the source that was chosen cannot be opened.
  func makeDescribeCoordinateUseCase() throws(PlaceSearchError) -> any DescribeCoordinateUseCase

  /// Makes the use case that keeps positions by name.
  func makeKeepPositionsUseCase() -> any KeepPositionsUseCase

  /// Makes the use case that lists the queries that were asked.
  func makeReviewHistoryUseCase() -> any ReviewHistoryUseCase

  /// Makes the use case that finds a place again.
  func makeRecallPlaceUseCase() -> any RecallPlaceUseCase

  /// Makes the use case that keeps places.
  func makeSavePlacesUseCase() -> any SavePlacesUseCase

  /// Makes the use case that manages the cache of answers.
  func makeManageCacheUseCase() -> any ManageCacheUseCase

  /// Makes the use case that checks whether an answer is cached; a service needs no key for it.
  ///
  /// - Throws: When the address of the service is invalid.
  func makeCheckCacheUseCase() throws(PlaceSearchError) -> any CheckCacheUseCase

  /// Makes the use case that reports how much of the quota was used.
  func makeInspectQuotaUseCase() -> any InspectQuotaUseCase

  /// Makes the use case that reports what could not be stored while queries were answered.
  func makeReportStoreErrorsUseCase() -> any ReportStoreErrorsUseCase

  /// Makes the use case that builds index files.
  func makeBuildIndexUseCase() -> any BuildIndexUseCase

  /// Makes the use case that describes index files.
  func makeInspectIndexUseCase() -> any InspectIndexUseCase

  /// Makes the use case that verifies index files.
  func makeVerifyIndexUseCase() -> any VerifyIndexUseCase
}
