package import Domain
import Synchronization

/// A provider around another one that notes what its use cases are asked, and changes nothing: what a cache or a log
/// looks like to an application.
///
/// It compiles only as long as it passes on everything, because no use case has a default.
package struct RecordingProvider: UseCaseProvider {
  /// What was asked of a use case.
  package enum Call: Sendable, Hashable {
    case collection(PlaceQuery, PlaceLimit)
    case cost(PlaceQuery, PlaceLimit)
    case provenance
    case statistics
  }

  private let base: any UseCaseProvider
  private let record = CallRecord()

  package init(_ base: any UseCaseProvider) { self.base = base }

  /// What was asked so far, in order.
  package var calls: [Call] { record.calls.withLock { $0 } }

  private func recording<UseCase: Sendable>(_ useCase: UseCase) -> Recorder<UseCase> {
    Recorder(record: record, useCase: useCase)
  }

  package func makeFindPlaceUseCase() throws(PlaceSearchError) -> any FindPlaceUseCase {
    try base.makeFindPlaceUseCase()
  }

  package func makeCollectPlacesUseCase() throws(PlaceSearchError) -> any CollectPlacesUseCase {
    recording(try base.makeCollectPlacesUseCase())
  }

  package func makeEstimateCostUseCase() throws(PlaceSearchError) -> any EstimateCostUseCase {
    recording(try base.makeEstimateCostUseCase())
  }

  package func makeDescribeSourceUseCase() throws(PlaceSearchError) -> any DescribeSourceUseCase {
    recording(try base.makeDescribeSourceUseCase())
  }

  package func makeReportRequestsUseCase() -> any ReportRequestsUseCase { recording(base.makeReportRequestsUseCase()) }
  package func makeLocateTextUseCase() throws(PlaceSearchError) -> any LocateTextUseCase {
    try base.makeLocateTextUseCase()
  }

  package func makeDescribeCoordinateUseCase() throws(PlaceSearchError) -> any DescribeCoordinateUseCase {
    try base.makeDescribeCoordinateUseCase()
  }

  package func makeKeepPositionsUseCase() -> any KeepPositionsUseCase { base.makeKeepPositionsUseCase() }
  package func makeReviewHistoryUseCase() -> any ReviewHistoryUseCase { base.makeReviewHistoryUseCase() }
  package func makeRecallPlaceUseCase() -> any RecallPlaceUseCase { base.makeRecallPlaceUseCase() }
  package func makeSavePlacesUseCase() -> any SavePlacesUseCase { base.makeSavePlacesUseCase() }
  package func makeManageCacheUseCase() -> any ManageCacheUseCase { base.makeManageCacheUseCase() }
  package func makeCheckCacheUseCase() throws(PlaceSearchError) -> any CheckCacheUseCase {
    try base.makeCheckCacheUseCase()
  }
  package func makeInspectQuotaUseCase() -> any InspectQuotaUseCase { base.makeInspectQuotaUseCase() }
  package func makeReportStoreErrorsUseCase() -> any ReportStoreErrorsUseCase { base.makeReportStoreErrorsUseCase() }

  package func makeBuildIndexUseCase() -> any BuildIndexUseCase { base.makeBuildIndexUseCase() }
  package func makeInspectIndexUseCase() -> any InspectIndexUseCase { base.makeInspectIndexUseCase() }
  package func makeVerifyIndexUseCase() -> any VerifyIndexUseCase { base.makeVerifyIndexUseCase() }
}

extension Recorder: CollectPlacesUseCase where UseCase == any CollectPlacesUseCase {
  func places(
    matching query: PlaceQuery,
    limit: PlaceLimit,
    progress: (@Sendable (SearchProgress) -> Void)?
  ) async throws(PlaceSearchError) -> PlaceCollection {
    record.note(.collection(query, limit))
    return try await useCase.places(matching: query, limit: limit, progress: progress)
  }
}

extension Recorder: EstimateCostUseCase where UseCase == any EstimateCostUseCase {
  func cost(of query: PlaceQuery, limit: PlaceLimit) throws(PlaceSearchError) -> SearchCost {
    record.note(.cost(query, limit))
    return try useCase.cost(of: query, limit: limit)
  }
}

extension Recorder: DescribeSourceUseCase where UseCase == any DescribeSourceUseCase {
  func provenance() -> Provenance {
    record.note(.provenance)
    return useCase.provenance()
  }
}

extension Recorder: ReportRequestsUseCase where UseCase == any ReportRequestsUseCase {
  func statistics() -> RequestStatistics {
    record.note(.statistics)
    return useCase.statistics()
  }
}

private final class CallRecord: Sendable {
  let calls = Mutex<[RecordingProvider.Call]>([])

  func note(_ call: RecordingProvider.Call) { calls.withLock { $0.append(call) } }
}

private struct Recorder<UseCase: Sendable>: Sendable {
  let record: CallRecord
  let useCase: UseCase
}
