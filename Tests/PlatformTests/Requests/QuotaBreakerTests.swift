import Domain
import Foundation
import TestSupport
import Testing

@testable import Platform

/// The behaviour of the process after the service reports that the quota is exhausted.
@Suite(.timeLimit(.minutes(20))) struct QuotaBreakerTests {
  private static let over = HTTPResponse.json(#"{"errorType":"RequestThrottled","message":"over"}"#, status: 429)
  private static let overForGood = HTTPResponse.json(#"{"code":-10,"msg":"over"}"#, status: 400)

  /// Sends many queries at once from one process.
  private func search(
    _ queries: Int,
    of exchange: StubExchange,
    time: ManualTime,
    retries: Int = 4
  ) async throws -> [Result<PlaceCollection, PlaceSearchError>] {
    let places = try Fixture.places(over: exchange, retries: retries, time: time.timekeeper)
    return try await Fixture.results(to: queries, of: places)
  }

  @Test func `one refusal stops every later request`() async throws {
    let exchange = StubExchange.always(Self.overForGood)
    let time = ManualTime()
    let places = try Fixture.places(over: exchange, retries: 4, time: time.timekeeper)
    let query = try PlaceQuery(categories: [.group(.gas)], area: Fixture.circle())
    let page = try Fixture.page()
    for _ in 0..<30 {
      await #expect(throws: PlaceSearchError.quotaExhausted(.kakao, status: 400, message: "over")) {
        try await places.places(matching: query.limited(to: .page(page)), progress: nil)
      }
    }
    #expect(exchange.requests.count == 1)
    // Later, one request tests whether the quota is available again.
    time.advance(by: QuotaBreaker.coolDown)
    for _ in 0..<30 { _ = try? await places.places(matching: query.limited(to: .page(page)), progress: nil) }
    #expect(exchange.requests.count == 2)
  }

  @Test func `after a 429 one probe decides for all requests`() async throws {
    let exchange = StubExchange.always(Self.over)
    let results = try await search(40, of: exchange, time: ManualTime())
    #expect(results.allSatisfy { $0 == .failure(.quotaExhausted(.kakao, status: 429, message: "over")) })
    // The requests in flight at the first such response, and the probe.
    #expect(exchange.requests.count <= 41)
    let before = exchange.requests.count
    let again = StubExchange.always(Self.over)
    _ = try await search(1, of: again, time: ManualTime())
    #expect(again.requests.count == 2)
    #expect(before >= 2)
  }

  @Test func `a mistaken 429 fails no query`() async throws {
    let empty = HTTPResponse.json(#"{"documents":[],"meta":{"is_end":true,"pageable_count":0,"total_count":0}}"#)
    let exchange = StubExchange { _, number throws(HTTPFailure) in number <= 3 ? Self.over : empty }
    let results = try await search(40, of: exchange, time: ManualTime())
    #expect(results.allSatisfy { (try? $0.get()) != nil })
    #expect(exchange.requests.count <= 43)
  }

  private static let refusal = PlaceSearchError.quotaExhausted(.kakao, status: 429, message: nil)
  private let start = ContinuousClock.now

  private func moment(_ seconds: Int) -> ContinuousClock.Instant { start.advanced(by: .seconds(seconds)) }

  @Test func `the others wait for the probe, until it has decided`() {
    var breaker = QuotaBreaker()
    #expect(breaker.admission(at: start) == .admitted(.ordinary))
    #expect(breaker.noteRefusal(Self.refusal, of: .ordinary, repeatedAt: moment(2), at: start) == .probe)
    #expect(breaker.noteRefusal(Self.refusal, of: .ordinary, repeatedAt: moment(3), at: start) == .ordinary)
    #expect(breaker.admission(at: moment(1)) == .waits(until: moment(2), Self.refusal))
    #expect(breaker.admission(at: moment(4)) == .waits(until: moment(4), Self.refusal))
    breaker.noteProbeResponse()
    #expect(breaker.admission(at: moment(4)) == .admitted(.ordinary))
  }

  @Test func `a refusal that is no mistake decides for the probe`() {
    var breaker = QuotaBreaker()
    #expect(breaker.noteRefusal(Self.refusal, of: .ordinary, repeatedAt: moment(2), at: start) == .probe)
    let forGood = PlaceSearchError.quotaExhausted(.kakao, status: 400, message: nil)
    #expect(breaker.noteRefusal(forGood, of: .ordinary, isDoubtful: false, repeatedAt: nil, at: moment(1)) == nil)
    #expect(breaker.admission(at: moment(3)) == .refused(forGood))
  }

  @Test func `when a probe is lost the next request becomes the probe`() {
    var breaker = QuotaBreaker()
    #expect(breaker.noteRefusal(Self.refusal, of: .ordinary, repeatedAt: start, at: start) == .probe)
    breaker.noteProbeLost(.cancelled, at: start)
    #expect(breaker.admission(at: start) == .admitted(.probe))
    #expect(breaker.isProbing)
  }

  @Test func `a query that waits for another's probe fails at its own deadline, with the refusal`() throws {
    var state = GateState(budget: nil)
    func request(_ timeout: Int) -> GateRequest {
      let budget = RequestBudget(start: start, timeout: .seconds(timeout), maximumRequests: nil)
      return GateRequest(.category, for: budget, retries: 4)
    }
    var (probe, long, short) = (request(60), request(60), request(5))
    let refusal = Refusal(.quota(isDoubtful: true), status: 429, wait: .seconds(20), Self.refusal)
    #expect(try state.step(of: &probe, hasTurn: true, at: start) == .admitted)
    #expect(try state.decide(after: refusal, for: &probe, at: start, jitter: 0) == moment(20))
    #expect(try state.step(of: &long, hasTurn: true, at: moment(1)) == .waitForProbe)
    #expect(throws: Self.refusal) { try state.step(of: &short, hasTurn: true, at: moment(1)) }
    #expect(short.budget.requests == 0 && state.statistics.requests == 1)
    // The probe is cancelled: the waiting request is woken and becomes the probe.
    state.giveUp(&probe, after: .cancelled, at: moment(2))
    #expect(state.takeWoken() == [long.number].compactMap(\.self))
    #expect(try state.step(of: &long, hasTurn: false, at: moment(2)) == .due)
    #expect(try state.step(of: &long, hasTurn: true, at: moment(20)) == .admitted)
    #expect(long.role == .probe && long.budget.requests == 1)
  }
}
