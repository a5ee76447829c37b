import Domain
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import Platform

/// Three processes, each with a gate over the same files, keep the guarantees of a gate, whatever the service answers
/// and whichever tasks are cancelled in any order.
@Suite(.timeLimit(.minutes(20))) struct GateModelTests {
  /// The outcome of a request.
  enum Outcome: Sendable, CaseIterable {
    case accepted, busy, busyFor, quota, quotaFor, quotaForGood, failing, denied, reset, unsent, late

    var response: HTTPResponse? {
      switch self {
      case .accepted: .json("{}")
      case .busy: .json("", status: 503)
      case .busyFor: .json("", status: 503, fields: ["retry-after": "3"])
      case .quota: .json("", status: 429)
      case .quotaFor: .json(#"{"code":-10}"#, status: 429, fields: ["retry-after": "2"])
      case .quotaForGood: .json(#"{"code":-10}"#, status: 400)
      case .failing: .json("", status: 500)
      case .denied: .json("", status: 401)
      case .reset, .unsent, .late: nil
      }
    }

    /// The time that all processes wait: as the service requests, or the standard pause.
    var pause: Duration {
      switch self {
      case .busy, .quota: .seconds(1)
      case .busyFor: .seconds(3)
      case .quotaFor: .seconds(2)
      default: .zero
      }
    }
  }

  private struct Sent {
    let process: Int
    let moment: Duration
  }

  /// The record of requests at the service.
  private final class Record: Sendable {
    struct State {
      var sent: [Sent] = []
      var pauses: [(moment: Duration, until: Duration)] = []
      var goodbyes: [Duration] = []
      var counted: [Int: Int] = [:]
    }

    let state = Mutex(State())
  }

  private struct SimulatedService: HTTPExchange {
    let process: Int
    let record: Record
    let simulation: Simulation
    let outcomes: @Sendable () -> Outcome

    func response(
      to request: HTTPRequest,
      before deadline: ContinuousClock.Instant,
      whenSent: @escaping @Sendable () -> Void
    ) async throws(HTTPFailure) -> HTTPResponse {
      let outcome = outcomes()
      guard outcome != .unsent else { throw .unreachable(detail: "refused") }
      record.state.withLock { $0.sent.append(Sent(process: process, moment: simulation.elapsed)) }
      whenSent()
      let time = simulation.timekeeper
      let end = time.now().advanced(by: outcome == .late ? .seconds(1_000) : .milliseconds(Int(time.jitter() * 80)))
      do { try await time.sleep(min(end, deadline)) } catch { throw .cancelled }
      guard end < deadline else { throw .timedOut }
      guard let response = outcome.response else { throw .unreachable(detail: "reset") }
      let now = simulation.elapsed
      record.state.withLock { state in
        if outcome.pause > .zero { state.pauses.append((now, now + outcome.pause)) }
        if outcome == .quotaForGood { state.goodbyes.append(now) }
      }
      return response
    }
  }

  /// Runs three processes with some rows each, and checks their requests.
  private func run(seed: UInt64, rows: Int, rate: Double, budget: Int?, outcomes: [Outcome]) throws {
    let directory = TemporaryDirectory()
    let simulation = Simulation(seed: seed)
    var random = SeededRandom(seed &* 31 &+ 7)
    let record = Record()
    let rest = Mutex(outcomes)
    let ended = Mutex<[Result<Int?, PlaceSearchError>]>([])
    let budgets = Mutex<[RequestBudget]>([])
    let time = simulation.timekeeper
    let gates = (0..<3).map { _ in RequestGate(requestsPerSecond: rate, budget: budget, time: time) }
    let request = HTTPRequest(url: try #require(URL(string: "https://h/")), fields: [:])
    for process in 0..<3 {
      var engine = RequestEngine(
        exchange: SimulatedService(process: process, record: record, simulation: simulation) {
          rest.withLock { $0.isEmpty ? .accepted : $0.removeFirst() }
        },
        host: "h",
        refusal: { KakaoRefusal(reading: $0).refusal },
        retries: 4,
        gate: gates[process],
        time: time,
        mask: SecretMask(key: nil)
      )
      engine.reserveCall = { _ in record.state.withLock { $0.counted[process, default: 0] += 1 } }
      engine.giveBackCall = { _ in record.state.withLock { $0.counted[process, default: 0] -= 1 } }
      engine.machinePace = Pace(
        of: .kakao,
        stateDirectory: directory.path,
        address: "h",
        requestsPerSecond: rate,
        time: time
      ) { 1_800_000_000_000_000 + Int64(simulation.elapsed / .microseconds(1)) }
      for _ in 0..<rows {
        let timeout = Duration.milliseconds(Int.random(in: 500...12_000, using: &random))
        let maximum = random.unit() < 0.3 ? 2 : nil
        let cancelled = random.unit() < 0.2 ? Duration.milliseconds(Int.random(in: 0...4_000, using: &random)) : nil
        let task = Task(executorPreference: simulation) { @Sendable [engine] in
          let query = RequestBudget(start: time.now(), timeout: timeout, maximumRequests: maximum)
          budgets.withLock { $0.append(query) }
          let result: Result<Int?, PlaceSearchError>
          do throws(PlaceSearchError) {
            result = .success(
              try await engine.value(to: request, .category, for: query) { (_) throws(PlaceSearchError) in 1 }
            )
          } catch {
            result = .failure(error)
          }
          ended.withLock { $0.append(result) }
        }
        if let cancelled { simulation.setAlarm(simulation.start.advanced(by: cancelled)) { task.cancel() } }
      }
    }
    simulation.run()

    let state = record.state.withLock { $0 }
    #expect(ended.withLock { $0.count } == 3 * rows, "rows were lost: seed \(seed), \(outcomes)")
    // No faster than the pace in any interval, except for late timers.
    let moments = state.sent.map(\.moment)
    if rate > 0, moments.count > 1 {
      for first in moments.indices {
        for last in moments.indices.dropFirst(first + 1) {
          let least = Duration.seconds(Double(last - first) / rate) - .milliseconds(51 + last - first)
          #expect(moments[last] - moments[first] >= least, "too fast: seed \(seed), \(outcomes)")
        }
      }
    }
    for sent in state.sent {
      let early = state.pauses.first { sent.moment > $0.moment && sent.moment < $0.until - .milliseconds(1) }
      #expect(early == nil, "sent while told to wait: seed \(seed), \(outcomes)")
      let after = state.goodbyes.first {
        sent.moment > $0 && sent.moment < $0 + .seconds(60)
      }
      #expect(after == nil, "sent without quota: seed \(seed), \(outcomes)")
    }
    for process in 0..<3 {
      let count = state.sent.count { $0.process == process }
      #expect(gates[process].statistics().requests == count, "counted: seed \(seed), \(outcomes)")
      #expect(state.counted[process, default: 0] == count)
      #expect(count <= budget ?? .max, "beyond the budget: seed \(seed), \(outcomes)")
    }
    let queries = budgets.withLock { $0 }
    #expect(queries.reduce(0) { $0 + $1.requests } == state.sent.count)
    #expect(queries.allSatisfy { $0.requests <= $0.maximumRequests ?? .max })
    if outcomes.isEmpty, budget == nil {
      // A row fails only for its own reason, never because of the pace.
      let failures = ended.withLock { $0 }.filter {
        if case .failure(let error) = $0 { error != .cancelled } else { false }
      }
      #expect(failures.isEmpty, "failed by the pace: seed \(seed)")
    }
  }

  @Test(arguments: Seeds.some(of: Array(0..<20)))
  func `the gate keeps its guarantees in every order of refusals, cancellations and deadlines`(part: Int) throws {
    for number in 0..<100 {
      let seed = UInt64(part * 100 + number)
      var random = SeededRandom(seed)
      let outcomes = (0..<Int.random(in: 0...12, using: &random)).map { _ in
        Outcome.allCases[Int.random(in: 0..<Outcome.allCases.count, using: &random)]
      }
      let rate = [0, 1, 5, 20][number % 4]
      try run(seed: seed, rows: 4, rate: Double(rate), budget: random.unit() < 0.3 ? 3 : nil, outcomes: outcomes)
    }
  }

  @Test(arguments: Outcome.allCases)
  func `the gate keeps its guarantees for every three outcomes in a row`(first: Outcome) throws {
    let pairs = Outcome.allCases.flatMap { second in Outcome.allCases.map { [second, $0] } }
    for pair in Seeds.some(of: pairs) {
      try run(seed: 1, rows: 2, rate: 5, budget: nil, outcomes: [first] + pair)
    }
  }

  @Test(arguments: Outcome.allCases)
  func `the gate keeps its guarantees for hundreds of requests with one outcome`(outcome: Outcome) throws {
    for seed in 1...UInt64(Seeds.count(of: 1_000)) {
      var random = SeededRandom(seed)
      let outcomes = (0..<6).map { _ in random.unit() < 0.6 ? outcome : .accepted }
      try run(seed: seed, rows: 2, rate: random.unit() < 0.5 ? 0 : 10, budget: nil, outcomes: outcomes)
    }
  }
}
