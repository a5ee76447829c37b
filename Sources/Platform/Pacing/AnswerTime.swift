import Synchronization

/// How long answers usually take, and so how long one try is worth waiting for.
///
/// A try that hangs must leave time for another one. Before the first answer a try may take half of the time left;
/// after it, twenty times the usual, at least a second. A slow service is thus not mistaken for a dead one.
final class AnswerTime: Sendable {
  /// The shortest time that one try is given.
  static let leastAttemptTimeout = Duration.seconds(1)
  /// The time that one try is given, in usual answer times.
  static let usualTimes = 20

  /// A moving average over about eight answers.
  private let usual = Mutex<Duration?>(nil)

  /// Notes how long an answer took.
  func record(_ time: Duration) {
    usual.withLock { $0 = $0.map { ($0 * 7 + time) / 8 } ?? time }
  }

  /// The time one try may take.
  func attemptTimeout(timeLeft: Duration) -> Duration {
    let usual = usual.withLock { $0 }
    let timeout = usual.map { max($0 * Self.usualTimes, Self.leastAttemptTimeout) } ?? timeLeft
    // Less than a second is not worth halving.
    return timeLeft <= Self.leastAttemptTimeout ? timeLeft : min(timeout, max(timeLeft / 2, Self.leastAttemptTimeout))
  }
}
