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

  /// Wraps what answers questions.
  public func makeFindPlaceUseCase() throws(PlaceSearchError) -> any SearchUseCases {
    recording(try base.makeFindPlaceUseCase())
  }

  /// Hands on what finds places by text and addresses by coordinate.
  public func makeLocateUseCase() throws(PlaceSearchError) -> any LocateUseCases { try base.makeLocateUseCase() }

  /// Wraps what tells a cost and who answers.
  public func makeEstimateUseCase() throws(PlaceSearchError) -> any EstimateUseCases {
    recording(try base.makeEstimateUseCase())
  }

  /// Hands on what is kept on this machine.
  public var remembered: RememberedUseCases { base.remembered }

  /// Wraps what tells how requests went.
  public var account: AccountUseCases {
    let account = base.account
    return AccountUseCases(
      requests: recording(account.requests),
      quota: account.quota,
      cache: account.cache,
      cached: account.cached
    )
  }

  /// Wraps what builds and describes index files.
  public var indexes: any IndexUseCases { recording(base.indexes) }
}

extension Recorder: FindPlaceUseCase where UseCase == any SearchUseCases {
  func places(matching query: PlaceQuery, on page: PageRequest) async throws(PlaceSearchError) -> PlacePage {
    record.note(.page(query, page))
    return try await useCase.places(matching: query, on: page)
  }
}

extension Recorder: CollectPlacesUseCase where UseCase == any SearchUseCases {
  func places(
    matching query: PlaceQuery,
    limit: PlaceLimit,
    progress: (@Sendable (SearchProgress) -> Void)?
  ) async throws(PlaceSearchError) -> PlaceCollection {
    record.note(.collection(query, limit))
    return try await useCase.places(matching: query, limit: limit, progress: progress)
  }
}

extension Recorder: EstimateCostUseCase where UseCase == any EstimateUseCases {
  func cost(of query: PlaceQuery, limit: PlaceLimit) throws(PlaceSearchError) -> SearchCost {
    record.note(.cost(query, limit))
    return try useCase.cost(of: query, limit: limit)
  }
}

extension Recorder: DescribeSourceUseCase where UseCase == any EstimateUseCases {
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

extension Recorder: BuildIndexUseCase where UseCase == any IndexUseCases {
  func build(
    _ request: IndexBuildRequest,
    progress: (@Sendable (IndexBuildProgress) -> Void)?
  ) async throws(IndexFileError) -> IndexBuildReport {
    record.note(.build(request))
    return try await useCase.build(request, progress: progress)
  }
}

extension Recorder: InspectIndexUseCase where UseCase == any IndexUseCases {
  func summary(ofIndexAt path: String) async throws(IndexFileError) -> IndexSummary {
    record.note(.summary(path))
    return try await useCase.summary(ofIndexAt: path)
  }
}

extension Recorder: VerifyIndexUseCase where UseCase == any IndexUseCases {
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
