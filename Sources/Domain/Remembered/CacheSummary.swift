/// The contents of the response cache.
public struct CacheSummary: Sendable, Hashable {
  /// The directory; `nil` if there is none.
  public let path: String?
  /// The number of cached responses.
  public let answers: Int
  /// The number of responses that are still fresh.
  public let freshAnswers: Int
  /// The size in bytes.
  public let bytes: Int
  /// The maximum size in bytes; the oldest responses are removed first.
  public let maximumBytes: Int
  /// The time for which a response stays fresh.
  public let lifetime: Duration

  public init(
    path: String?,
    answers: Int,
    freshAnswers: Int,
    bytes: Int,
    maximumBytes: Int,
    lifetime: Duration
  ) {
    self.path = path
    self.answers = answers
    self.freshAnswers = freshAnswers
    self.bytes = bytes
    self.maximumBytes = maximumBytes
    self.lifetime = lifetime
  }
}
