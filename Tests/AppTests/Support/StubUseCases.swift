import Domain

/// A source that implements its use cases; stores and index files have separate stubs.
protocol StubUseCases: UseCaseProvider, SearchUseCases, EstimateUseCases, ReportRequestsUseCase {
  var memory: StubMemory { get }
  var indexFiles: StubIndexFiles { get }
}

extension StubUseCases {
  func open() async throws(PlaceSearchError) {}

  var remembered: RememberedUseCases {
    RememberedUseCases(
      positions: memory,
      history: memory,
      recall: memory,
      saved: memory,
      notices: memory,
      errors: memory
    )
  }
  var account: AccountUseCases {
    AccountUseCases(
      requests: self,
      quota: memory,
      otherQuotas: [],
      cache: memory,
      cached: memory,
      networkProblem: memory.networkProblem,
      addressProblem: memory.addressProblem
    )
  }
  var indexes: any IndexUseCases { indexFiles }

  func observeWaits(_ report: @escaping @Sendable (Duration) -> Void) {}
  func makeFindPlaceUseCase() -> any SearchUseCases { self }
  func makeLocateUseCase() -> any LocateUseCases { memory }
  func makeEstimateUseCase() -> any EstimateUseCases { self }
  func makeFetchIndexUseCase() -> (any FetchIndexUseCase)? { indexFiles }
}
