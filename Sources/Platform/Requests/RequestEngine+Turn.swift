import Domain

extension RequestEngine {
  /// The right to send a request, which is counted.
  struct Turn {
    /// The turn among all processes; `nil` where each keeps its own pace.
    let shared: SharedPace.Turn?
  }

  /// Waits until a request may be sent, and counts it.
  ///
  /// - Returns: The turn; `nil` when the query's budget is used up.
  /// - Throws: While the quota is used up, or when the time or the budget of the run is.
  func turn(
    of call: Service.Call,
    _ attempts: inout Attempts,
    for budget: RequestBudget
  ) async throws(PlaceSearchError) -> Turn? {
    while true {
      if attempts.admission == .ordinary { attempts.admission = try await state.breaker.admission(now: time.now) }
      switch try await waitInLine(for: call, attempts, budget) {
      case .taken(let turn): return turn
      case .spent: return nil
      // A refusal came while this request waited for its turn.
      case .refused: continue
      }
    }
  }

  /// What comes of waiting in line.
  private enum Outcome {
    case taken(Turn)
    /// The query's budget is used up.
    case spent
    /// The quota is used up, as far as is known by now.
    case refused
  }

  /// Waits for the turn of a request; takes and counts nothing before it is its turn in every respect.
  private func waitInLine(
    for call: Service.Call,
    _ attempts: Attempts,
    _ budget: RequestBudget
  ) async throws(PlaceSearchError) -> Outcome {
    let arrival = time.now()
    let line = state.pacer.line(of: call)
    if !line.enterIfEmpty() {
      budget.beginWait(at: arrival)
      let isInFront = await line.enter()
      budget.endWait(at: time.now())
      guard isInFront else { throw .cancelled }
    }
    defer { line.leave() }
    while true {
      guard isAdmitted(attempts) else { return .refused }
      guard try hasRequestsLeft(attempts, budget) else { return .spent }
      guard try await isDue(since: arrival, for: budget) else { continue }
      let shared = try await sharedPace?.turn(of: call, for: budget)
      do throws(PlaceSearchError) {
        // All of it once more, since that may have taken time.
        try checkTime(of: budget, since: arrival)
        guard isAdmitted(attempts) else {
          shared?.end()
          return .refused
        }
        guard try reserve(attempts, budget) else {
          shared?.end()
          return .spent
        }
        guard state.pacer.take(at: time.now(), waitingSince: arrival) else {
          giveBack(attempts, to: budget)
          shared?.end()
          continue
        }
      } catch {
        shared?.end()
        throw error
      }
      shared?.take()
      return .taken(Turn(shared: shared))
    }
  }

  private func isAdmitted(_ attempts: Attempts) -> Bool { attempts.admission == .probe || state.breaker.isClosed }

  private func checkTime(
    of budget: RequestBudget,
    since arrival: ContinuousClock.Instant
  ) throws(PlaceSearchError) {
    guard !Task.isCancelled else { throw .cancelled }
    if let refusal = state.pacer.finalRefusal(since: arrival) { throw refusal }
    let now = time.now()
    guard now < budget.deadline(at: now) else {
      budget.note(.timeUp)
      throw .timedOut(after: budget.timeout)
    }
  }

  /// Waits for what this process waits for; returns whether there was nothing to wait for.
  private func isDue(
    since arrival: ContinuousClock.Instant,
    for budget: RequestBudget
  ) async throws(PlaceSearchError) -> Bool {
    try checkTime(of: budget, since: arrival)
    let now = time.now()
    switch state.pacer.wait(at: now) {
    case .nothing: return true
    case .interval(let wait):
      budget.beginWait(at: now)
      defer { budget.endWait(at: time.now()) }
      try await sleep(until: now.advanced(by: wait))
    case .service(let wait, let refusal):
      guard now.advanced(by: wait) < budget.deadline(at: now) else {
        budget.note(.timeUp)
        throw refusal
      }
      try await sleep(until: now.advanced(by: wait))
    }
    return false
  }

  private func sleep(until moment: ContinuousClock.Instant) async throws(PlaceSearchError) {
    do { try await time.sleep(moment) } catch { throw .cancelled }
  }

  /// Whether one more request may be counted, without counting it: nobody waits for what will not be sent.
  private func hasRequestsLeft(_ attempts: Attempts, _ budget: RequestBudget) throws(PlaceSearchError) -> Bool {
    guard budget.isSpent || state.tally.isSpent else { return true }
    guard try reserve(attempts, budget) else { return false }
    giveBack(attempts, to: budget)
    return true
  }

  /// Counts a request that is about to be sent.
  ///
  /// - Returns: `false` when the query's budget is used up.
  /// - Throws: When the budget of the run is used up.
  private func reserve(_ attempts: Attempts, _ budget: RequestBudget) throws(PlaceSearchError) -> Bool {
    guard budget.reserve() else {
      // The failure that used up the budget is the result: an empty answer would say that nothing matches.
      if let failure = attempts.lastFailure, !budget.isAnswered { throw failure }
      return false
    }
    guard state.tally.begin(isRetry: attempts.wasSent) else {
      budget.release()
      let spent = PlaceCollection.StopReason.budgetSpent(requests: state.tally.limit ?? 0)
      budget.note(spent)
      throw .budgetSpent(requests: state.tally.limit ?? 0)
    }
    return true
  }

  /// Takes back what was counted for a request that was not sent.
  func giveBack(_ attempts: Attempts, to budget: RequestBudget) {
    budget.release()
    state.tally.withdraw(isRetry: attempts.wasSent)
  }
}
