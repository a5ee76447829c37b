/// Where the requests of a process wait, by their numbers: in the line of their kind, or for the probe of the quota.
///
/// A pure state machine: who need wait no longer is noted for ``takeWoken()``, and woken by ``RequestGate``.
struct WaitingRequests: Sendable {
  /// The lines of kinds of request that are sent one at a time, by their names.
  private var lines: [String: WaitingLine] = [:]
  /// The line of all others.
  private var commonLine = WaitingLine()
  private var lastNumber = 0
  private var waitingForProbe: [Int] = []
  private var woken: [Int] = []

  /// The number of requests in line behind the front.
  var countInLine: Int { lines.values.reduce(commonLine.waitingCount) { $0 + $1.waitingCount } }

  /// Whether a request is at the front of its line; one that is in no line goes to the end of it first.
  mutating func isAtFront(_ request: inout GateRequest) -> Bool {
    let number = number(of: &request)
    guard let line = request.line else { return commonLine.isAtFront(number) }
    return lines[line, default: WaitingLine()].isAtFront(number)
  }

  /// Lets a request leave its line, and wait for the probe.
  mutating func waitForProbe(_ request: inout GateRequest) {
    leave(&request)
    waitingForProbe.append(number(of: &request))
  }

  /// Takes a request out of wherever it waits; the next in line is woken.
  mutating func leave(_ request: inout GateRequest) {
    guard let number = request.number else { return }
    request.number = nil
    let next = if let line = request.line { lines[line]?.leave(number) } else { commonLine.leave(number) }
    if let next { woken.append(next) }
    if !waitingForProbe.isEmpty { waitingForProbe.removeAll { $0 == number } }
  }

  /// Wakes those that wait for the probe, which has decided.
  mutating func wakeFromProbe() {
    woken += waitingForProbe
    waitingForProbe.removeAll()
  }

  /// Takes the numbers of those that need wait no longer.
  mutating func takeWoken() -> [Int] {
    defer { if !woken.isEmpty { woken.removeAll() } }
    return woken
  }

  /// The number of a request, which it gets when it first waits.
  private mutating func number(of request: inout GateRequest) -> Int {
    if let number = request.number { return number }
    lastNumber += 1
    request.number = lastNumber
    return lastNumber
  }
}
