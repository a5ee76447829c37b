import Domain

/// A request passing through the gate, with its retries.
struct GateRequest: Sendable {
  /// The API whose quota it counts against.
  let call: Service.Call
  /// The budget of its query.
  let budget: RequestBudget
  /// The pace shared by the processes of this machine; `nil` if each process has only its own.
  let machinePace: Pace?

  /// The schedule of its retries.
  var schedule: RetrySchedule
  /// Its role for the quota.
  var role = QuotaBreaker.Role.ordinary
  /// Its number among the waiting requests; `nil` if it isn't waiting.
  var number: Int?
  /// The time since which it waits to be sent or retried; `nil` before.
  var arrival: ContinuousClock.Instant?
  /// Whether an earlier attempt was made.
  var isRetry = false
  /// Whether an attempt was sent, and is counted.
  var wasSent = false
  /// The error of the last attempt.
  var lastFailure: PlaceSearchError?
  /// The number of attempts that timed out.
  var timeoutCount = 0
  /// Its turns in this process and among all processes, until its end; empty before.
  var turns: [Pace.Turn] = []

  init(_ call: Service.Call, for budget: RequestBudget, retries: Int, machinePace: Pace? = nil) {
    self.call = call
    self.budget = budget
    self.machinePace = machinePace
    schedule = RetrySchedule(retries: retries)
  }

  /// The name of its queue: a separate queue for an API with sequential requests, so that others don't wait for them;
  /// `nil` for the common queue.
  var line: String? { call.sharedInterval == nil ? nil : call.name }
}
