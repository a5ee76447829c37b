/// What the requests to a service were like: how many there were and how long their answers took.
public struct RequestStatistics: Sendable, Hashable {
  /// Requests sent, those of failed questions and those tried again included.
  public let requests: Int
  /// How many of them were tries again.
  public let retries: Int
  /// The time within which half of the answers came; `nil` when none came.
  public let median: Duration?
  /// The time within which 95 of 100 answers came; `nil` when none came.
  public let percentile95: Duration?

  /// Makes statistics.
  public init(requests: Int, retries: Int, median: Duration?, percentile95: Duration?) {
    self.requests = requests
    self.retries = retries
    self.median = median
    self.percentile95 = percentile95
  }
}
