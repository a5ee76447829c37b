/// Makes the use cases; the one thing an application needs to be handed.
public protocol UseCaseProvider: Sendable {
  /// Makes the use case that answers one page.
  ///
  /// - Throws: When the source that was chosen cannot be opened.
  func makeFindPlaceUseCase() throws(PlaceSearchError) -> any FindPlaceUseCase

  /// Makes the use case that collects places up to a limit.
  ///
  /// - Throws: When the source that was chosen cannot be opened.
  func makeCollectPlacesUseCase() throws(PlaceSearchError) -> any CollectPlacesUseCase

  /// Makes the use case that builds index files.
  func makeBuildIndexUseCase() -> any BuildIndexUseCase

  /// Makes the use case that looks into index files.
  func makeInspectIndexUseCase() -> any InspectIndexUseCase
}
