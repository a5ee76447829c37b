import Domain
import Synchronization
import TestSupport
import Testing

@testable import Platform

struct SharedPaceTests {
  private let directory = TemporaryDirectory()
  private let time = ManualTime(jitter: 0)
  private let calls = [
    Service.Call(name: "one", questions: [], sharedInterval: .milliseconds(1_100)),
    Service.Call(name: "free", questions: []),
  ]

  /// What a process has.
  private func pace(of rate: Double = 0) -> SharedPace {
    let (time, start) = (time, Int64(1_800_000_000_000))
    return SharedPace(
      stateDirectory: directory.path,
      address: "http://h:1",
      requestsPerSecond: rate,
      time: time.timekeeper
    ) {
      start + Int64(time.elapsed / .milliseconds(1))
    }
  }

  private func budget(_ timeout: Duration = .seconds(10)) -> RequestBudget {
    RequestBudget(start: time.timekeeper.now(), timeout: timeout, maximumRequests: nil)
  }

  @Test func `two processes keep one interval`() async throws {
    for number in 0..<4 {
      let turn = try #require(try await pace().turn(of: calls[0], for: budget()))
      #expect(time.elapsed == .milliseconds(1_100) * number)
      turn.end()
    }
  }

  @Test func `processes share the rate of --rate and the pause of a refusal, and many requests are in flight`()
    async throws
  {
    var turns: [SharedPace.Turn] = []
    for number in 0..<4 {
      turns.append(try #require(try await pace(of: 10).turn(of: calls[1], for: budget())))
      #expect(time.elapsed == .milliseconds(100) * number)
    }
    turns[0].postponeNext(by: .seconds(30), status: 429)
    turns[0].end()
    for rate in [0.0, 10] {
      await #expect(throws: PlaceSearchError.throttled(status: 429, retryAfter: .seconds(30))) {
        try await pace(of: rate).turn(of: calls[1], for: budget())
      }
    }
    await #expect(throws: PlaceSearchError.paceTooSlow(wait: .seconds(100), timeout: .seconds(10))) {
      let slow = {
        SharedPace(stateDirectory: directory.path, address: "b", requestsPerSecond: 0.01, time: time.timekeeper) { 0 }
      }
      for _ in 0..<2 { _ = try await slow().turn(of: calls[1], for: budget()) }
    }
    #expect(try await SharedPace(stateDirectory: nil, requestsPerSecond: 1).turn(of: calls[1], for: budget()) == nil)
  }

  @Test func `one request at a time is sent, and who waits too long is told so`() async throws {
    let turn = try #require(try await pace().turn(of: calls[0], for: budget()))
    await #expect(throws: PlaceSearchError.timedOut(after: .seconds(2))) {
      try await pace().turn(of: calls[0], for: budget(.seconds(2)))
    }
    turn.end()
    #expect(try await pace().turn(of: calls[0], for: budget(.seconds(2))) != nil)
  }

  @Test func `when the service asked one process to wait, all of them do`() async throws {
    let turn = try #require(try await pace().turn(of: calls[0], for: budget()))
    turn.postponeNext(by: .seconds(30), status: 429)
    turn.end()
    await #expect(throws: PlaceSearchError.throttled(status: 429, retryAfter: .seconds(30))) {
      try await pace().turn(of: calls[0], for: budget())
    }
    let later = try await pace().turn(of: calls[0], for: budget(.seconds(60)))
    #expect(later != nil)
    #expect(time.elapsed == .seconds(30))
  }

  @Test func `a damaged file and a clock that was set back hold nobody up`() async throws {
    try #require(try await pace().turn(of: calls[0], for: budget())).end()
    for text in ["", "garbage", "99999999999999990000", "-9999999999999990000"] {
      try directory.write(text, to: "pace/one")
      try #require(try await pace().turn(of: calls[0], for: budget())).end()
    }
    #expect(time.elapsed == .zero)
  }
}
