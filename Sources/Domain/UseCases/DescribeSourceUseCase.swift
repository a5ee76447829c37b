/// Tells who is going to answer, before anything is asked.
public protocol DescribeSourceUseCase: Sendable {
  /// The provenance that every answer is going to have, but for the requests that it takes.
  func provenance() -> Provenance
}
