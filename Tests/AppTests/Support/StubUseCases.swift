import Domain

/// A source that implements its use cases; stores and index files are separate stubs.
protocol StubUseCases: UseCaseProvider, CollectPlacesUseCase, EstimateCostUseCase, DescribeSourceUseCase,
  ReportRequestsUseCase
{
  var memory: StubMemory { get }
  var indexFiles: StubIndexFiles { get }
}

extension StubUseCases {
  func makeCollectPlacesUseCase() -> any CollectPlacesUseCase { self }
  func makeEstimateCostUseCase() -> any EstimateCostUseCase { self }
  func makeDescribeSourceUseCase() -> any DescribeSourceUseCase { self }
  func makeReportRequestsUseCase() -> any ReportRequestsUseCase { self }
  func makeLocateTextUseCase() -> any LocateTextUseCase { memory }
  func makeDescribeCoordinateUseCase() -> any DescribeCoordinateUseCase { memory }
  func makeKeepPositionsUseCase() -> any KeepPositionsUseCase { memory }
  func makeReviewHistoryUseCase() -> any ReviewHistoryUseCase { memory }
  func makeRecallPlaceUseCase() -> any RecallPlaceUseCase { memory }
  func makeSavePlacesUseCase() -> any SavePlacesUseCase { memory }
  func makeManageCacheUseCase() -> any ManageCacheUseCase { memory }
  func makeCheckCacheUseCase() -> any CheckCacheUseCase { memory }
  func makeInspectQuotaUseCase() -> any InspectQuotaUseCase { memory }
  func makeReportStoreErrorsUseCase() -> any ReportStoreErrorsUseCase { memory }
  func makeBuildIndexUseCase() -> any BuildIndexUseCase { indexFiles }
  func makeInspectIndexUseCase() -> any InspectIndexUseCase { indexFiles }
  func makeVerifyIndexUseCase() -> any VerifyIndexUseCase { indexFiles }
}
