import Domain

/// A source that implements its use cases; stores and index files have separate stubs.
protocol StubUseCases: UseCaseProvider, FindPlaceUseCase, EstimateUseCase {
  var memory: StubMemory { get }
  var indexFiles: StubIndexFiles { get }
}

extension StubUseCases {
  func open() async throws(PlaceSearchError) {}

  var remembered: any RememberUseCase { memory }
  var account: any AccountUseCase { memory }
  var indexes: any IndexUseCase { indexFiles }

  func makeFindPlaceUseCase() -> any FindPlaceUseCase { self }
  func makeLocateUseCase() -> any LocateUseCase { memory }
  func makeEstimateUseCase() -> any EstimateUseCase { self }
  func makeFetchIndexUseCase() -> (any FetchIndexUseCase)? { indexFiles }
}
