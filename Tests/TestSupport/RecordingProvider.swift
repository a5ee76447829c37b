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

  package func makeFindPlaceUseCase() throws(PlaceSearchError) -> any SearchUseCases {
    recording(try base.makeFindPlaceUseCase())
  }

  package func makeLocateUseCase() throws(PlaceSearchError) -> any LocateUseCases { try base.makeLocateUseCase() }

  package func makeEstimateUseCase() throws(PlaceSearchError) -> any EstimateUseCases {
    recording(try base.makeEstimateUseCase())
  }

  package var remembered: RememberedUseCases { base.remembered }

  package var account: AccountUseCases {
    let account = base.account
    return AccountUseCases(
      requests: recording(account.requests),
      quota: account.quota,
      cache: account.cache,
      cached: account.cached
    )
  }

  package var indexes: any IndexUseCases { base.indexes }
}

extension Recorder: FindPlaceUseCase where UseCase == any SearchUseCases {
  func places(matching query: PlaceQuery, on page: PageRequest) async throws(PlaceSearchError) -> PlacePage {
    try await useCase.places(matching: query, on: page)
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

private final class CallRecord: Sendable {
  let calls = Mutex<[RecordingProvider.Call]>([])

  func note(_ call: RecordingProvider.Call) { calls.withLock { $0.append(call) } }
}

private struct Recorder<UseCase: Sendable>: Sendable {
  let record: CallRecord
  let useCase: UseCase
}
