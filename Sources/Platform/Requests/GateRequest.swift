import Domain

/// One request on its way through the gate, with its repetitions.
struct GateRequest: Sendable {
  /// The quota that it counts against.
  let call: Service.Call
  /// The requests and the time of its query.
  let budget: RequestBudget
  /// The pace that the processes of this machine keep at its address; `nil` where each keeps its own.
  let sharedPace: SharedPace?

  /// Decides about its repetitions.
  var schedule: RetrySchedule
  /// What it is for the quota.
  var role = QuotaBreaker.Role.ordinary
  /// Its number among those that wait in line; `nil` while it does not.
  var number: Int?
  /// Since when it waits to be sent, or to be sent again; `nil` before.
  var arrival: ContinuousClock.Instant?
  /// Whether an earlier attempt was made.
  var isRetry = false
  /// Whether one of them was sent, and is counted.
  var wasSent = false
  /// Why the last attempt has no answer.
  var lastFailure: PlaceSearchError?
  /// How many attempts timed out.
  var timeoutCount = 0
  /// Its turn among all processes, from its admission until it has ended.
  var turn: SharedPace.Turn?

  init(_ call: Service.Call, for budget: RequestBudget, retries: Int, sharedPace: SharedPace? = nil) {
    self.call = call
    self.budget = budget
    self.sharedPace = sharedPace
    schedule = RetrySchedule(retries: retries)
  }

  /// The name of the line in which it waits: one of its own for a kind of request that is sent one at a time, so that
  /// others do not wait for it; `nil` for the line of all others.
  var line: String? { call.sharedInterval == nil ? nil : call.name }
}
