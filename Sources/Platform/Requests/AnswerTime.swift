/// How long answers typically take, which determines the timeout of one attempt.
///
/// An attempt that hangs must leave time for a retry. Before the first answer an attempt may take half of the time
/// left; after it, twenty times the typical time, at least a second. What was learned from fast answers is doubted as
/// soon as an attempt times out: the next of the same request has at least five seconds, if they are left, and each
/// one after that twice as long. So a service that became slow is not mistaken for a dead one, and asked five times
/// for one answer.
struct AnswerTime: Sendable {
  /// The minimum timeout of one attempt.
  static let minimumAttemptTimeout = Duration.seconds(1)
  /// The timeout of one attempt, in typical answer times.
  static let timeoutInTypicalAnswers = 20
  /// The minimum timeout of an attempt after one that timed out: half of the default time of a query, which is what a
  /// program has that has learned nothing yet.
  static let timeoutForSlowService = Duration.seconds(5)
  /// How often the timeout is doubled at most: a second becomes a minute.
  private static let maximumDoublings = 6

  /// A moving average over about eight answers.
  private var typical: Duration?

  /// Notes how long an answer took.
  mutating func record(_ time: Duration) { typical = typical.map { ($0 * 7 + time) / 8 } ?? time }

  /// Returns the timeout of one attempt.
  func attemptTimeout(timeLeft: Duration, timeoutCount: Int = 0) -> Duration {
    let growth = 1 << min(timeoutCount, Self.maximumDoublings)
    let isDoubted = timeoutCount > 0
    let learned = typical.map { max($0 * Self.timeoutInTypicalAnswers, Self.minimumAttemptTimeout) * growth }
    let doubted = isDoubted ? Self.timeoutForSlowService * (growth / 2) : .zero
    // The rest of the time is not halved to less than this.
    let least = isDoubted ? Self.timeoutForSlowService : Self.minimumAttemptTimeout
    return min(timeLeft, max(learned ?? timeLeft, doubted), max(timeLeft / 2, least))
  }
}
