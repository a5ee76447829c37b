/// What the cache of answers holds.
public struct CacheSummary: Sendable, Hashable {
  /// The directory; `nil` when there is none.
  public let path: String?
  /// How many answers are kept.
  public let answers: Int
  /// How many of them are still given; the others are older than an answer may be.
  public let freshAnswers: Int
  /// Their bytes.
  public let bytes: Int
  /// The most bytes that are kept; the oldest answers go first.
  public let maximumBytes: Int
  /// For how long an answer is given.
  public let lifetime: Duration

  /// Makes a summary.
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
