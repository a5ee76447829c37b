/// The contents of the response cache.
public struct CacheSummary: Sendable, Hashable {
  /// The directory; `nil` if there is none.
  public let path: String?
  /// The number of cached responses.
  public let responses: Int
  /// The number of responses that are still fresh.
  public let freshResponses: Int
  /// The size in bytes.
  public let bytes: Int
  /// The maximum size in bytes; the oldest responses are removed first.
  public let maximumBytes: Int
  /// The time for which a response stays fresh.
  public let lifetime: Duration

  public init(
    path: String?,
    responses: Int,
    freshResponses: Int,
    bytes: Int,
    maximumBytes: Int,
    lifetime: Duration
  ) {
    self.path = path
    self.responses = responses
    self.freshResponses = freshResponses
    self.bytes = bytes
    self.maximumBytes = maximumBytes
    self.lifetime = lifetime
  }
}
