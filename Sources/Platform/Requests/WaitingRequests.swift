/// The waiting requests of a process by their numbers: in the queue of their API, or waiting for the quota probe.
///
/// Only the first request of a queue waits for its turn, and takes it when it has come. So a cancelled request has
/// taken nothing that others would have to wait for.
///
/// A pure state machine: requests that no longer need to wait are recorded for ``takeWoken()``, and woken by
/// ``RequestGate``.
struct WaitingRequests: Sendable {
  /// The queues of APIs with sequential requests by name, and the queue of all other requests; the first one first.
  private var lines: [String?: [Int]] = [:]
  private var lastNumber = 0
  private var waitingForProbe: [Int] = []
  private var woken: [Int] = []

  /// The number of requests in queues, except the first of each.
  var countInLine: Int { lines.values.reduce(0) { $0 + max(0, $1.count - 1) } }

  /// Returns whether a request is the first of its queue; adds it to its queue if it isn't in one.
  mutating func isAtFront(_ request: inout GateRequest) -> Bool {
    let number = number(of: &request)
    if lines[request.line]?.contains(number) != true { lines[request.line, default: []].append(number) }
    return lines[request.line]?.first == number
  }

  /// Moves a request from its queue to those that wait for the probe.
  mutating func waitForProbe(_ request: inout GateRequest) {
    leave(&request)
    waitingForProbe.append(number(of: &request))
  }

  /// Removes a request from its queue, and wakes the next one.
  mutating func leave(_ request: inout GateRequest) {
    guard let number = request.number else { return }
    request.number = nil
    if let index = lines[request.line]?.firstIndex(of: number) {
      lines[request.line]?.remove(at: index)
      if index == 0, let next = lines[request.line]?.first { woken.append(next) }
    }
    if !waitingForProbe.isEmpty { waitingForProbe.removeAll { $0 == number } }
  }

  /// Wakes the requests that wait for the probe.
  mutating func wakeFromProbe() {
    woken += waitingForProbe
    waitingForProbe.removeAll()
  }

  /// Removes and returns the numbers of requests that no longer need to wait.
  mutating func takeWoken() -> [Int] {
    defer { if !woken.isEmpty { woken.removeAll() } }
    return woken
  }

  /// Returns the number of a request, assigned when it first waits.
  private mutating func number(of request: inout GateRequest) -> Int {
    if let number = request.number { return number }
    lastNumber += 1
    request.number = lastNumber
    return lastNumber
  }
}
