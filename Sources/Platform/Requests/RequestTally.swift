import Domain
import Synchronization

/// Counts the requests of all queries against the limit of the run, and the times of their answers, in constant memory.
final class RequestTally: ReportRequestsUseCase {
  /// The number of buckets for times between two powers of two: exact to 5 %.
  private static let stepsPerDoubling = 16.0
  /// Buckets for times from a microsecond to 19 hours.
  private static let bucketCount = 36 * 16

  private struct State {
    var requests = 0
    var retries = 0
    var answers = 0
    var attempts: [RequestAttempt] = []
    var times = [Int](repeating: 0, count: RequestTally.bucketCount)
    var answerTime = AnswerTime()
  }

  /// The maximum number of requests of all queries together; `nil` for no bound.
  let limit: Int?
  private let state = Mutex(State())

  init(limit: Int? = nil) { self.limit = limit }

  /// Whether the limit is reached.
  var isSpent: Bool { limit.map { limit in state.withLock { $0.requests >= limit } } ?? false }

  /// Counts a request that is about to be sent; returns `false`, and counts none, when the limit is reached.
  func begin(isRetry: Bool) -> Bool {
    state.withLock { state in
      if let limit, state.requests >= limit { return false }
      state.requests += 1
      if isRetry { state.retries += 1 }
      return true
    }
  }

  /// Takes back a request that was not sent.
  func withdraw(isRetry: Bool) {
    state.withLock { state in
      state.requests -= 1
      if isRetry { state.retries -= 1 }
    }
  }

  /// Notes how a request ended; only the first ones are stored, and the times of those that were answered, whatever the
  /// status, are counted.
  func end(_ attempt: RequestAttempt, isAnswered: Bool) {
    let bucket = Self.bucket(of: attempt.duration)
    state.withLock { state in
      if isAnswered {
        state.answers += 1
        state.times[bucket] += 1
        state.answerTime.record(attempt.duration)
      }
      if state.attempts.count < RequestStatistics.maximumAttemptCount { state.attempts.append(attempt) }
    }
  }

  /// Returns the timeout of one attempt, by the times of the answers so far.
  func attemptTimeout(timeLeft: Duration, timeoutCount: Int) -> Duration {
    state.withLock { $0.answerTime.attemptTimeout(timeLeft: timeLeft, timeoutCount: timeoutCount) }
  }

  func statistics() -> RequestStatistics {
    state.withLock { state in
      RequestStatistics(
        requests: state.requests,
        retries: state.retries,
        median: Self.time(within: 0.5, of: state),
        percentile95: Self.time(within: 0.95, of: state),
        attempts: state.attempts
      )
    }
  }

  /// Returns the time within which a share of the answers came: exact to 5 %, and never too short.
  private static func time(within share: Double, of state: State) -> Duration? {
    guard state.answers > 0 else { return nil }
    let wanted = Int((Double(state.answers) * share).rounded(.up))
    var seen = 0
    for (bucket, count) in state.times.enumerated() {
      seen += count
      if seen >= wanted { return end(of: bucket) }
    }
    return nil
  }

  private static func bucket(of time: Duration) -> Int {
    min(bucketCount - 1, Int(log2(max(1, time / .microseconds(1))) * stepsPerDoubling))
  }

  private static func end(of bucket: Int) -> Duration {
    .microseconds(Int64(exp2(Double(bucket + 1) / stepsPerDoubling).rounded(.up)))
  }
}
