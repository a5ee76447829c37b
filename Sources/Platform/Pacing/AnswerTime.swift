import Synchronization

/// How long answers typically take, and so how long one try is worth waiting for.
///
/// A try that hangs must leave time for another one. Before the first answer a try may take half of the time left;
/// after it, twenty times the typical one, at least a second. A slow service is thus not mistaken for a dead one.
final class AnswerTime: Sendable {
  /// The minimum time for one try.
  static let minimumAttemptTimeout = Duration.seconds(1)
  /// The time that one try is given, in typical answer times.
  static let timeoutInTypicalAnswers = 20

  /// A moving average over about eight answers.
  private let typical = Mutex<Duration?>(nil)

  /// Notes how long an answer took.
  func record(_ time: Duration) {
    typical.withLock { $0 = $0.map { ($0 * 7 + time) / 8 } ?? time }
  }

  /// The time one try may take.
  func attemptTimeout(timeLeft: Duration) -> Duration {
    let typical = typical.withLock { $0 }
    let minimum = Self.minimumAttemptTimeout
    let timeout = typical.map { max($0 * Self.timeoutInTypicalAnswers, minimum) } ?? timeLeft
    // Less than a second is not worth halving.
    return timeLeft <= minimum ? timeLeft : min(timeout, max(timeLeft / 2, minimum))
  }
}
