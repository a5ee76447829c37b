public import Domain
import Synchronization

/// A provider around another one that notes what its use cases are asked, and changes nothing: what a cache or a log
/// looks like to an application.
///
/// It compiles only as long as it passes on everything, because no use case has a default.
public struct RecordingProvider: UseCaseProvider {
  /// What was asked of a use case.
  public enum Call: Sendable, Hashable {
    /// One page.
    case page(PlaceQuery, PageRequest)
    /// A collection.
    case collection(PlaceQuery, PlaceLimit)
    /// A cost.
    case cost(PlaceQuery, PlaceLimit)
    /// Who answers.
    case provenance
    /// How the requests went.
    case statistics
    /// An index.
    case build(IndexBuildRequest)
    /// What an index holds.
    case summary(String)
    /// Whether an index is valid.
    case verification(String)
  }

  private let base: any UseCaseProvider
  private let record = CallRecord()

  /// Wraps a provider.
  public init(_ base: any UseCaseProvider) { self.base = base }

  /// What was asked so far, in order.
  public var calls: [Call] { record.calls.withLock { $0 } }

  private func recording<UseCase: Sendable>(_ useCase: UseCase) -> Recorder<UseCase> {
    Recorder(record: record, useCase: useCase)
  }

  /// Wraps what answers one page.
  public func makeFindPlaceUseCase() throws(PlaceSearchError) -> any FindPlaceUseCase {
    recording(try base.makeFindPlaceUseCase())
  }

  /// Wraps what collects places.
  public func makeCollectPlacesUseCase() throws(PlaceSearchError) -> any CollectPlacesUseCase {
    recording(try base.makeCollectPlacesUseCase())
  }

  /// Wraps what tells a cost.
  public func makeEstimateCostUseCase() throws(PlaceSearchError) -> any EstimateCostUseCase {
    recording(try base.makeEstimateCostUseCase())
  }

  /// Wraps what tells who answers.
  public func makeDescribeSourceUseCase() throws(PlaceSearchError) -> any DescribeSourceUseCase {
    recording(try base.makeDescribeSourceUseCase())
  }

  /// Wraps what tells how requests went.
  public func makeReportRequestsUseCase() -> any ReportRequestsUseCase { recording(base.makeReportRequestsUseCase()) }
  /// Hands on what finds out where something is.
  public func makeLocateTextUseCase() throws(PlaceSearchError) -> any LocateTextUseCase {
    try base.makeLocateTextUseCase()
  }

  /// Hands on what finds addresses.
  public func makeDescribeCoordinateUseCase() throws(PlaceSearchError) -> any DescribeCoordinateUseCase {
    try base.makeDescribeCoordinateUseCase()
  }

  /// Hands on what keeps positions.
  public func makeKeepPositionsUseCase() -> any KeepPositionsUseCase { base.makeKeepPositionsUseCase() }
  /// Hands on what looks back on queries.
  public func makeReviewHistoryUseCase() -> any ReviewHistoryUseCase { base.makeReviewHistoryUseCase() }
  /// Hands on what finds places again.
  public func makeRecallPlaceUseCase() -> any RecallPlaceUseCase { base.makeRecallPlaceUseCase() }
  /// Hands on what keeps places.
  public func makeSavePlacesUseCase() -> any SavePlacesUseCase { base.makeSavePlacesUseCase() }
  /// Hands on what looks after the cache.
  public func makeManageCacheUseCase() -> any ManageCacheUseCase { base.makeManageCacheUseCase() }
  /// Hands on what tells whether an answer is kept.
  public func makeCheckCacheUseCase() throws(PlaceSearchError) -> any CheckCacheUseCase {
    try base.makeCheckCacheUseCase()
  }
  /// Hands on what tells the quota.
  public func makeInspectQuotaUseCase() -> any InspectQuotaUseCase { base.makeInspectQuotaUseCase() }
  /// Hands on what tells the errors of stores.
  public func makeReportStoreErrorsUseCase() -> any ReportStoreErrorsUseCase { base.makeReportStoreErrorsUseCase() }

  /// Wraps what builds index files.
  public func makeBuildIndexUseCase() -> any BuildIndexUseCase { recording(base.makeBuildIndexUseCase()) }
  /// Wraps what looks into index files.
  public func makeInspectIndexUseCase() -> any InspectIndexUseCase { recording(base.makeInspectIndexUseCase()) }
  /// Wraps what checks index files.
  public func makeVerifyIndexUseCase() -> any VerifyIndexUseCase { recording(base.makeVerifyIndexUseCase()) }
}

extension Recorder: FindPlaceUseCase where UseCase == any FindPlaceUseCase {
  func places(matching query: PlaceQuery, on page: PageRequest) async throws(PlaceSearchError) -> PlacePage {
    record.note(.page(query, page))
    return try await useCase.places(matching: query, on: page)
  }
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

extension Recorder: BuildIndexUseCase where UseCase == any BuildIndexUseCase {
  func build(
    _ request: IndexBuildRequest,
    progress: (@Sendable (IndexBuildProgress) -> Void)?
  ) async throws(IndexFileError) -> IndexBuildReport {
    record.note(.build(request))
    return try await useCase.build(request, progress: progress)
  }
}

extension Recorder: InspectIndexUseCase where UseCase == any InspectIndexUseCase {
  func summary(ofIndexAt path: String) async throws(IndexFileError) -> IndexSummary {
    record.note(.summary(path))
    return try await useCase.summary(ofIndexAt: path)
  }
}

extension Recorder: VerifyIndexUseCase where UseCase == any VerifyIndexUseCase {
  func verify(indexAt path: String) async throws(IndexFileError) -> IndexSummary {
    record.note(.verification(path))
    return try await useCase.verify(indexAt: path)
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
