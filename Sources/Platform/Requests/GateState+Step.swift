import Domain

extension GateState {
  /// The next step of a request.
  enum Step: Sendable, Hashable {
    /// It may be sent, and is counted.
    case admitted
    /// It needs its turn in this process and among all processes before the next step.
    case due
    /// It waits, under its number, until others have left the queue.
    case waitInLine
    /// It waits, under its number, until the probe for the quota has decided, but not beyond its deadline.
    case waitForProbe
    /// The budget of its query is used up.
    case spent
  }
}
