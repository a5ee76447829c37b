import Domain
import System

/// Counts the requests of all queries against the limit of the run, and their response times, in constant memory.
struct RequestTally: Sendable {
  /// The number of buckets for times between two powers of two: exact to 5 %.
  private static let stepsPerDoubling = 16.0
  /// The number of buckets, for times from a microsecond to 19 hours.
  private static let bucketCount = 36 * 16

  /// The maximum number of requests of all queries together; `nil` if unlimited.
  let limit: Int?
  private var requests = 0
  private var retries = 0
  private var responses = 0
  private var attempts: [RequestAttempt] = []
  /// The buckets, made at the first response.
  private var times: [Int] = []
  private var responseTime = ResponseTime()

  init(limit: Int? = nil) { self.limit = limit }

  /// The number of requests left; `Int.max` if unlimited.
  var requestsLeft: Int { limit.map { max(0, $0 - requests) } ?? .max }

  /// Counts a request that is about to be sent.
  mutating func begin(isRetry: Bool) {
    requests += 1
    if isRetry { retries += 1 }
  }

  /// Cancels the count of a request that wasn't sent.
  mutating func withdraw(isRetry: Bool) {
    requests -= 1
    if isRetry { retries -= 1 }
  }

  /// Records the end of an attempt.
  ///
  /// Only the first attempts are stored; response times are counted whatever the status.
  mutating func end(_ attempt: RequestAttempt, hasResponse: Bool) {
    if hasResponse {
      if times.isEmpty { times = [Int](repeating: 0, count: Self.bucketCount) }
      responses += 1
      times[Self.bucket(of: attempt.duration)] += 1
      responseTime.record(attempt.duration)
    }
    if attempts.count < RequestStatistics.maximumAttemptCount { attempts.append(attempt) }
  }

  /// Returns the timeout of an attempt, according to the response times so far.
  func attemptTimeout(timeLeft: Duration, timeoutCount: Int) -> Duration {
    responseTime.attemptTimeout(timeLeft: timeLeft, timeoutCount: timeoutCount)
  }

  /// The counts so far.
  var statistics: RequestStatistics {
    RequestStatistics(
      requests: requests,
      retries: retries,
      median: time(within: 0.5),
      percentile95: time(within: 0.95),
      attempts: attempts
    )
  }

  /// Returns the time within which a share of the responses arrived: exact to 5 %, and never too short.
  private func time(within share: Double) -> Duration? {
    guard responses > 0 else { return nil }
    let wanted = Int((Double(responses) * share).rounded(.up))
    var seen = 0
    for (bucket, count) in times.enumerated() {
      seen += count
      if seen >= wanted { return Self.end(of: bucket) }
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
