import Domain
import Foundation
import TestSupport
import Testing

@testable import Platform

/// The behaviour of the process once the service says that the quota is used up.
@Suite(.timeLimit(.minutes(5))) struct QuotaBreakerTests {
  private static let over = HTTPResponse.json(#"{"errorType":"RequestThrottled","message":"over"}"#, status: 429)
  private static let overForGood = HTTPResponse.json(#"{"code":-10,"msg":"over"}"#, status: 400)

  /// Sends many queries at once from one process.
  private func ask(
    _ queries: Int,
    of exchange: StubExchange,
    time: ManualTime,
    retries: Int = 4
  ) async throws -> [Result<PlacePage, PlaceSearchError>] {
    let places = try Fixture.places(over: exchange, retries: retries, time: time.timekeeper)
    return try await Fixture.answers(to: queries, of: places)
  }

  @Test func `one refusal stops every later request`() async throws {
    let exchange = StubExchange.always(Self.overForGood)
    let time = ManualTime()
    let places = try Fixture.places(over: exchange, retries: 4, time: time.timekeeper)
    let query = try PlaceQuery(categories: [.group(.gas)], area: Fixture.circle())
    let page = try Fixture.page()
    for _ in 0..<30 {
      await #expect(throws: PlaceSearchError.quotaExhausted(.kakao, status: 400, message: "over")) {
        try await places.places(matching: query, on: page)
      }
    }
    #expect(exchange.requests.count == 1)
    // Later one request finds out whether it is filled again.
    time.advance(by: QuotaBreaker.coolDown)
    for _ in 0..<30 { _ = try? await places.places(matching: query, on: page) }
    #expect(exchange.requests.count == 2)
  }

  @Test func `after a 429 one probe decides for all requests`() async throws {
    let exchange = StubExchange.always(Self.over)
    let results = try await ask(40, of: exchange, time: ManualTime())
    #expect(results.allSatisfy { $0 == .failure(.quotaExhausted(.kakao, status: 429, message: "over")) })
    // Those under way when the first refusal came, and the probe.
    #expect(exchange.requests.count <= 41)
    let before = exchange.requests.count
    let again = StubExchange.always(Self.over)
    _ = try await ask(1, of: again, time: ManualTime())
    #expect(again.requests.count == 2)
    #expect(before >= 2)
  }

  @Test func `a 429 by mistake costs no query its answer`() async throws {
    let empty = HTTPResponse.json(#"{"documents":[],"meta":{"is_end":true,"pageable_count":0,"total_count":0}}"#)
    let exchange = StubExchange { _, number throws(HTTPFailure) in number <= 3 ? Self.over : empty }
    let results = try await ask(40, of: exchange, time: ManualTime())
    #expect(results.allSatisfy { (try? $0.get()) != nil })
    #expect(exchange.requests.count <= 43)
  }

  @Test func `the others wait for the probe, and one that is cancelled stops waiting`() async throws {
    let breaker = QuotaBreaker()
    let time = ManualTime()
    let refusal = PlaceSearchError.quotaExhausted(.kakao, status: 429, message: nil)
    let now = time.timekeeper.now
    #expect(try await breaker.admission(now: now) == .ordinary)
    #expect(breaker.noteRefusal(refusal, of: .ordinary, mayBeWrong: true, now: now()) == .probe)
    #expect(breaker.noteRefusal(refusal, of: .ordinary, mayBeWrong: true, now: now()) == .ordinary)
    let waiting = Task { try await breaker.admission(now: now) }
    let calledOff = Task { try await breaker.admission(now: now) }
    calledOff.cancel()
    await #expect(throws: PlaceSearchError.cancelled) { try await calledOff.value }
    breaker.noteProbeAnswered()
    #expect(try await waiting.value == .ordinary)
    #expect(breaker.isClosed)
  }

  @Test func `when a probe is lost the next request becomes the probe`() async throws {
    let breaker = QuotaBreaker()
    let now = ManualTime().timekeeper.now
    let refusal = PlaceSearchError.quotaExhausted(.kakao, status: 429, message: nil)
    #expect(breaker.noteRefusal(refusal, of: .ordinary, mayBeWrong: true, now: now()) == .probe)
    let waiting = Task { try await breaker.admission(now: now) }
    breaker.noteProbeLost(.cancelled, now: now())
    #expect(try await waiting.value == .probe)
  }
}
