import Domain

extension GateState {
  /// What a request has to do next.
  enum Step: Sendable, Hashable {
    /// It may be sent, and is counted.
    case admitted
    /// It is due in this process, and asks for the turn among all processes before it asks again.
    case due
    /// It waits until a moment for the pace that this process was asked to keep.
    case waitForPace(until: ContinuousClock.Instant)
    /// It waits until a moment because the service asked for it.
    case waitForService(until: ContinuousClock.Instant)
    /// It waits, under its number, until others have left the line.
    case waitInLine
    /// It waits, under its number, until the probe for the quota has decided, and no longer than to its deadline.
    case waitForProbe
    /// The budget of its query is used up.
    case spent
  }
}
