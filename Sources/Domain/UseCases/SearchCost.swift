/// What a question would cost and who would answer it, found out without asking.
public struct SearchCost: Sendable, Hashable {
  /// Requests to a service, fewest and most, retries not counted; `0...0` for a source on this machine.
  public let requests: ClosedRange<Int>
  /// Who would answer and under which notice; `nil` when that is not known beforehand.
  public let provenance: Provenance?

  /// A cost of which nothing is known but that it is at least one request.
  public static let unknown = SearchCost(requests: 1...Int.max, provenance: nil)

  /// Makes a cost.
  public init(requests: ClosedRange<Int>, provenance: Provenance?) {
    self.requests = requests
    self.provenance = provenance
  }

  /// Whether the answer is found on this machine, without a request to anybody.
  public var isFree: Bool { requests.upperBound == 0 }
}
