import Domain
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import Platform

struct PaceTests {
  private static let start: Int64 = 1_800_000_000_000_000

  private let directory = TemporaryDirectory()
  private let time = ManualTime(jitter: 0)
  private let calls = [
    Service.Call(name: "one", purposes: [], sharedInterval: .milliseconds(1_100)),
    Service.Call(name: "free", purposes: []), Service.Call(name: "other", purposes: []),
  ]

  /// Returns a refusal that requests a wait, or one that is followed by a standard pause.
  private static func busy(_ status: Int, _ wait: Duration?) -> Refusal {
    Refusal(.throttled(status: status, retryAfter: wait), status: status)
  }

  /// Returns the pace of a process.
  private func pace(of rate: Double = 0) -> Pace {
    let time = time
    let pace = Pace(
      of: .kakao,
      stateDirectory: directory.path,
      address: "http://h:1",
      requestsPerSecond: rate,
      time: time.timekeeper
    ) {
      Self.start + Int64(time.elapsed / .microseconds(1))
    }
    guard let pace else { preconditionFailure("a pace with a directory has files") }
    return pace
  }

  private func budget(_ timeout: Duration = .seconds(10)) -> RequestBudget {
    RequestBudget(start: time.timekeeper.now(), timeout: timeout, maximumRequests: nil)
  }

  /// Takes a turn like a process that sends at once.
  private func take(
    _ call: Int,
    rate: Double = 0,
    _ timeout: Duration = .seconds(10)
  ) async throws(PlaceSearchError) -> Pace.Turn? {
    let turn = try await pace(of: rate).turn(of: calls[call], for: budget(timeout))
    turn?.take()
    return turn
  }

  @Test func `two processes keep one interval`() async throws {
    for number in 0..<4 {
      let turn = try #require(try await take(0))
      #expect(time.elapsed == .milliseconds(1_100) * number)
      turn.end()
    }
  }

  @Test func `processes share the rate of --rate and the pause of a refusal, and many requests are in flight`()
    async throws
  {
    var turns: [Pace.Turn] = []
    for number in 0..<4 {
      turns.append(try #require(try await take(1, rate: 10)))
      #expect(time.elapsed == .milliseconds(100) * number)
    }
    turns[0].postponeNext(by: .seconds(30), after: Self.busy(503, .seconds(30)))
    turns[0].end()
    for rate in [0.0, 10] {
      await #expect(throws: PlaceSearchError.throttled(status: 503, retryAfter: .seconds(30))) {
        try await take(1, rate: rate)
      }
    }
    let unshared = Pace(of: .kakao, stateDirectory: nil, requestsPerSecond: 1)
    #expect(try await unshared?.turn(of: calls[1], for: budget()) == nil)
  }

  @Test func `a pause requested from another process is reported before the wait`() async throws {
    let turn = try #require(try await take(1))
    turn.postponeNext(by: .seconds(30), after: Self.busy(504, .seconds(30)))
    turn.end()
    let reports = Mutex<[(Duration, Duration)]>([])
    let time = time
    try await pace().turn(of: calls[1], for: budget(.seconds(60))) { wait, _ in
      reports.withLock { $0.append((wait, time.elapsed)) }
    }?.end()
    let waits = reports.withLock { $0 }
    #expect(waits.count == 1 && waits[0] == (.seconds(30), .zero), "\(waits)")
  }

  @Test(arguments: [1.0, 0.5, 0.01, 0.001])
  func `waiting for the machine's pace doesn't count against a query's time limit`(rate: Double) async throws {
    for number in 0..<3 {
      let budget = budget(.seconds(1))
      let before = time.elapsed
      try #require(try await pace(of: rate).turn(of: calls[1], for: budget)).take()
      #expect(time.elapsed - before == (number == 0 ? .zero : .seconds(1 / rate)))
      #expect(budget.elapsed(at: time.timekeeper.now()) == .zero && budget.earlyEnd == nil)
    }
  }

  @Test func `an unused turn delays no request`() async throws {
    try #require(try await take(1, rate: 0.1)).end()
    // Ten that waited but didn't send.
    for _ in 0..<10 { try #require(try await pace(of: 0.1).turn(of: calls[1], for: budget())).end() }
    #expect(time.elapsed == .seconds(10))
    try #require(try await take(1, rate: 0.1)).end()
    #expect(time.elapsed == .seconds(10))
    for call in calls.indices {
      let cancelled = Task { [pace = pace(of: 0.1), calls, budget = budget()] in
        _ = try await pace.turn(of: calls[call], for: budget)
      }
      cancelled.cancel()
      _ = await cancelled.result
      let before = time.elapsed
      try #require(try await take(call, rate: 0.1)).end()
      #expect(time.elapsed - before <= .seconds(10))
    }
  }

  @Test func `a process that took the last turn lets a waiting process take the next one`() async throws {
    let (busy, other) = (pace(of: 10), pace(of: 10))
    func take(_ pace: Pace) async throws -> Duration {
      let turn = try #require(try await pace.turn(of: calls[1], for: budget()))
      turn.take()
      return time.elapsed
    }
    #expect(try await take(busy) == .zero)
    #expect(try await take(busy) == .milliseconds(105))
    // A short wait doesn't slow it down.
    #expect(try await take(busy) == .milliseconds(205))
    #expect(try await take(other) == .milliseconds(300))
    #expect(try await take(busy) == .milliseconds(400))
  }

  @Test func `one request is sent at a time, and the time in line doesn't count`() async throws {
    let turn = try #require(try await take(0))
    let waiting = budget(.seconds(2))
    let before = time.elapsed
    let next = try #require(try await pace().turn(of: calls[0], for: waiting))
    // No longer than the request in flight may take.
    #expect(time.elapsed - before >= .seconds(10) && time.elapsed - before < .milliseconds(10_100))
    #expect(waiting.elapsed(at: time.timekeeper.now()) == .zero)
    next.take()
    // The end of the first one, which is late, is not the end of the second.
    turn.end()
    #expect(next.isBlocked(at: Self.start + Int64(time.elapsed / .microseconds(1))))
    next.end()
    let free = time.elapsed
    #expect(try await take(0, .seconds(2)) != nil)
    #expect(time.elapsed - free <= .milliseconds(1_100))
  }

  @Test(arguments: [SIGSTOP, SIGKILL])
  func `a process that stops or ends during its request blocks no other`(signal: Int32) async throws {
    let child = Process()
    child.executableURL = URL(fileURLWithPath: "/bin/sleep")
    child.arguments = ["600"]
    try child.run()
    defer {
      kill(child.processIdentifier, SIGKILL)
      child.waitUntilExit()
    }
    let own = ProcessIdentity.current
    let holder = ProcessIdentity(number: Int64(child.processIdentifier), namespace: own.namespace)
    // In another container, another process may have the number.
    let foreign = ProcessIdentity(number: holder.number, namespace: own.namespace + 1)
    let file = try #require(PaceRecord(named: "one", in: directory.file("pace")))
    func isFree(from process: ProcessIdentity) async throws -> Bool {
      let now = Self.start + Int64(time.elapsed / .microseconds(1))
      file.write(.flight, .seconds(60), from: now, details: [process.number, process.namespace])
      let before = time.elapsed
      try #require(try await pace().turn(of: calls[0], for: budget())).end()
      return time.elapsed - before < .seconds(1)
    }
    #expect(try await !isFree(from: holder))
    kill(child.processIdentifier, signal)
    while holder.isRunning { await Task.yield() }
    #expect(try await isFree(from: holder))
    #expect(try await !isFree(from: foreign))
  }

  @Test func `all processes wait if the service asks one of them`() async throws {
    let turn = try #require(try await take(0))
    turn.postponeNext(by: .seconds(30), after: Self.busy(429, .seconds(30)))
    turn.end()
    await #expect(throws: PlaceSearchError.throttled(status: 429, retryAfter: .seconds(30))) { try await take(0) }
    let later = try await take(0, .seconds(60))
    #expect(later != nil)
    #expect(time.elapsed == .seconds(30))
    later?.postponeNext(by: .seconds(86_400), after: Self.busy(503, .seconds(86_400)))
    later?.end()
    await #expect(throws: PlaceSearchError.throttled(status: 503, retryAfter: .seconds(86_400))) { try await take(0) }
  }

  @Test func `a pause has its cause: the service's request or an exhausted quota`() async throws {
    let quota = PlaceSearchError.quotaExhausted(.kakao, status: 400, retryAfter: .seconds(30), message: nil)
    let refusals: [(Refusal, PlaceSearchError)] = [
      (Self.busy(429, .seconds(30)), .throttled(status: 429, retryAfter: .seconds(30))),
      (Self.busy(504, nil), .throttled(status: 504, retryAfter: .seconds(30), isRequested: false)),
      (Refusal(quota, status: 400), quota),
      (
        Refusal(.quota(isDoubtful: true), status: 429, .quotaExhausted(.kakao, status: 429, message: "over")),
        .quotaExhausted(.kakao, status: 429, message: nil)
      ),
    ]
    for (refusal, error) in refusals {
      let turn = try #require(try await take(0))
      turn.postponeNext(by: .seconds(30), after: refusal)
      turn.end()
      await #expect(throws: error) { try await take(0) }
      time.advance(by: .seconds(31))
    }
  }

  @Test(arguments: [429, 503])
  func `a quota refusal delays only requests of its kind, and any other refusal delays all`(status: Int) async throws {
    let turn = try #require(try await take(1, rate: 1))
    turn.postponeNext(by: .seconds(30), after: Self.busy(status, .seconds(30)))
    turn.end()
    await #expect(throws: PlaceSearchError.throttled(status: status, retryAfter: .seconds(30))) {
      try await take(1, rate: 1)
    }
    if status == 429 {
      #expect(try await take(2, rate: 1) != nil)
    } else {
      await #expect(throws: PlaceSearchError.self) { try await take(2, rate: 1) }
    }
  }

  @Test func `an exhausted quota allows one probe a minute until the day ends`() async throws {
    let refusal = PlaceSearchError.quotaExhausted(.kakao, status: 429, message: nil)
    let turn = try #require(try await take(1))
    pace().noteUsedUp(calls[1], status: 429)
    turn.end()
    // It is 17:00 in Korea, and the day has 420 minutes left.
    var probes = 0
    for _ in 0..<(420 * 12 - 1) {
      do {
        let probe = try #require(try await take(1))
        #expect(probe.probedRefusal == refusal)
        probes += 1
        probe.end()
      } catch { #expect(error as? PlaceSearchError == refusal) }
      time.advance(by: .seconds(5))
    }
    #expect(probes == 419)
    // Requests of another kind are sent.
    #expect(try await take(2)?.probedRefusal == nil)
    time.advance(by: .seconds(60))
    #expect(try await take(1)?.probedRefusal == nil)
  }

  @Test func `a probe that isn't sent leaves the next one to others, and one with a response ends the pause`()
    async throws
  {
    pace().noteUsedUp(calls[1], status: 400)
    time.advance(by: .seconds(60))
    for _ in 0..<2 {
      let unsent = try #require(try await pace().turn(of: calls[1], for: budget()))
      #expect(unsent.probedRefusal != nil)
      unsent.end()
    }
    let probe = try #require(try await take(1))
    await #expect(throws: PlaceSearchError.self) { try await take(1) }
    probe.noteResponse()
    probe.end()
    #expect(try await take(1)?.probedRefusal == nil)
  }

  @Test func `a turn that is taken while a pause is written leaves the pause, and a shorter one changes nothing`()
    async throws
  {
    let (holder, other) = (pace(of: 1), pace())
    let turn = try #require(try await holder.turn(of: calls[1], for: budget()))
    let refused = try #require(try await other.turn(of: calls[1], for: budget()))
    refused.postponeNext(by: .seconds(30), after: Self.busy(503, .seconds(30)))
    turn.take()
    for status in [429, 503] { refused.postponeNext(by: .seconds(5), after: Self.busy(status, .seconds(5))) }
    refused.end()
    await #expect(throws: PlaceSearchError.self) { try await take(1, rate: 1) }
    let before = time.elapsed
    _ = try #require(try await take(1, rate: 1, .seconds(60)))
    #expect(time.elapsed - before > .seconds(28))
  }

  @Test func `a damaged file or a clock that was set back blocks no request`() async throws {
    try #require(try await pace().turn(of: calls[0], for: budget())).end()
    for text in ["", "garbage", "99999999999999990000", "-9999999999999990000"] {
      try directory.write(text, to: "pace/one")
      try #require(try await pace().turn(of: calls[0], for: budget())).end()
    }
    #expect(time.elapsed == .zero)
  }

  @Test(
    arguments: [
      (0, nil), (899, nil), (900, 100), (950, 50), (999, 1), (1_000, nil), (2_000, nil),
    ] as [(Int64, Int?)]
  )
  func `a moment is not waited for longer than it was ahead, also after the clock was set back`(
    now: Int64,
    wait: Int?
  ) {
    let entry = PaceRecord.Entry(moment: 1_000, length: 100)
    #expect(entry.wait(at: now) == wait.map { .microseconds($0) })
  }
}
