/// What the cache of answers holds.
public struct CacheSummary: Sendable, Hashable {
  /// The directory; `nil` when there is none.
  public let path: String?
  /// How many answers are kept.
  public let answers: Int
  /// How many of them are still fresh.
  public let freshAnswers: Int
  /// Their size in bytes.
  public let bytes: Int
  /// The maximum size in bytes; beyond it the oldest answers are removed first.
  public let maximumBytes: Int
  /// How long an answer stays fresh.
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
