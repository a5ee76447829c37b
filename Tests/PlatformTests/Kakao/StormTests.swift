import Domain
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import Platform

/// Complete searches over a real connection to a service that fails at random.
///
/// `PLACEFIND_STORM=30` makes each search take up to 30 seconds instead of 4.
@Suite(.timeLimit(.minutes(20))) struct StormTests {
  /// The faults of a request.
  enum Fault: Sendable, CaseIterable {
    case resetBefore, resetDuring, cutBody, hangUp, overload, badGateway, internalFault, noResponse, late, drip
    case emptyBody, unauthorized, challenged, redirect, quota, throttled, garbageText, notUTF8, noDistance

    func reply(instead reply: LoopbackReply) -> LoopbackReply {
      switch self {
      case .resetBefore: reply.sent(.reset(bodyBytes: nil))
      case .resetDuring: reply.sent(.reset(bodyBytes: 40))
      case .cutBody: reply.sent(.cut(bodyBytes: 40))
      case .hangUp: reply.sent(.hangUp)
      case .overload: .json("", status: 503)
      case .badGateway: .json("<html>", status: 502)
      case .internalFault: .json(#"{"code":-1,"msg":"internal"}"#, status: 400)
      case .noResponse: reply.sent(.noResponse)
      case .late: reply.delayed(by: .seconds(100))
      case .drip: reply.sent(.drip(bytes: 400, pause: .milliseconds(5)))
      case .emptyBody: .json("")
      case .unauthorized:
        .json(#"{"errorType":"AccessDeniedError","message":"appKey(\#(Fixture.secret))"}"#, status: 401)
      case .challenged: LoopbackReply(status: 401, headers: [("WWW-Authenticate", "Basic realm=\"x\"")])
      case .redirect: LoopbackReply(status: 302, headers: [("Location", "http://localhost:1/\(Fixture.secret)")])
      case .quota: .json(#"{"code":-10,"msg":"KakaoAK \#(Fixture.secret)"}"#, status: 400)
      case .throttled: .json(#"{"errorType":"RequestThrottled","message":"API limit"}"#, status: 429)
      case .garbageText: LoopbackReply(headers: [("Content-Type", "text/html")], body: Array("<h1>".utf8))
      case .notUTF8: LoopbackReply(body: [0xFF, 0xFE, 0x00])
      case .noDistance:
        .json(
          #"{"documents":[{"id":"1","x":"127","y":"37","distance":""}],"meta":{"is_end":true,"pageable_count":1,"total_count":1}}"#
        )
      }
    }
  }

  private static let seconds = Int(ProcessInfo.processInfo.environment["PLACEFIND_STORM"] ?? "") ?? 4

  /// Searches while a share of the requests fails with one of the faults.
  private func search(
    _ faults: [Fault],
    share: Double,
    seed: UInt64,
    retries: Int = 30,
    timeout: Duration? = nil
  ) async throws -> (result: Result<PlaceCollection, any Error>, truth: [String]) {
    let stub = KakaoStub(places: StubPlace.generated(150, reach: 900, seed: seed), key: Fixture.secret)
    let attempts = Mutex<[String: UInt64]>([:])
    let server = try LoopbackServer { request in
      let reply = stub.reply(to: request)
      // Chosen by target and attempt, because the order of requests differs in each run.
      let attempt = attempts.withLock { attempts in
        attempts[request.target, default: 0] += 1
        return attempts[request.target, default: 0]
      }
      let hash = request.target.utf8.reduce(seed) { ($0 ^ UInt64($1)) &* 0x0100_0000_01B3 }
      var random = SeededRandom(hash &+ attempt)
      let fault = faults.first { _ in random.unit() < share }
      return fault?.reply(instead: reply) ?? reply
    }
    defer { server.stop() }
    let places = try Fixture.provider(server.endpoint, timeout: timeout ?? .seconds(Self.seconds), retries: retries)
      .makeFindPlaceUseCase()
    let query = try PlaceQuery(categories: [.group(.gas)], area: Fixture.circle(900))
    let truth = stub.truth(within: 900)
    do {
      let found = try await places.places(matching: query.limited(to: .all), progress: nil)
      #expect(server.requests.allSatisfy { !$0.target.contains(Fixture.secret) })
      return (.success(found), truth)
    } catch {
      return (.failure(error), truth)
    }
  }

  @Test func `with the default retries, nine of ten searches have the exact result despite transient faults`()
    async throws
  {
    let storm: [Fault] = [.resetBefore, .cutBody, .emptyBody, .hangUp, .overload]
    let exact = try await withThrowingTaskGroup(of: Bool.self) { group in
      for seed in 101...110 as ClosedRange<UInt64> {
        group.addTask {
          let (result, truth) = try await search(storm, share: 0.05, seed: seed, retries: 4, timeout: .seconds(240))
          guard let found = try? result.get() else { return false }
          return found.isComplete && found.places.map(\.place.id) == truth
        }
      }
      return try await group.reduce(0) { $0 + ($1 ? 1 : 0) }
    }
    #expect(exact >= 9)
  }

  @Test(arguments: [11, 12, 13, 14] as [UInt64])
  func `with all faults together, a search has the exact result or a correct error, never the key`(seed: UInt64)
    async throws
  {
    var random = SeededRandom(seed)
    let faults = Fault.allCases.shuffled(using: &random)
    let (result, truth) = try await search(faults, share: 0.2, seed: seed)
    switch result {
    case .success(let found):
      if found.isComplete { #expect(found.places.map(\.place.id) == truth) }
    case .failure(let error):
      #expect(error is PlaceSearchError)
      #expect(!"\(error)".contains(Fixture.secret))
      #expect(!String(reflecting: error).contains(Fixture.secret))
    }
  }

  @Test(arguments: Fault.allCases)
  func `a permanent fault ends in time with its error`(fault: Fault) async throws {
    let server = try LoopbackServer { _ in fault.reply(instead: .json("{" + String(repeating: " ", count: 100) + "}")) }
    let timeout = fault == .noResponse || fault == .late ? Duration.milliseconds(300) : .seconds(60)
    let provider = try Fixture.provider(server.endpoint, timeout: timeout, retries: 1)
    let query = try PlaceQuery(categories: [.group(.gas)], area: Fixture.circle())
    let places = try provider.makeFindPlaceUseCase()
    let error = try #require(
      await #expect(throws: PlaceSearchError.self) {
        try await places.places(matching: query.limited(to: .all), progress: nil)
      }
    )
    #expect(!"\(error)".contains(Fixture.secret))
    #expect(fault.matches(error), "\(error)")
  }
}

extension StormTests.Fault {
  /// Returns whether an error describes this fault.
  func matches(_ error: PlaceSearchError) -> Bool {
    switch (self, error) {
    case (.resetBefore, .unreachable), (.resetDuring, .unreachable), (.cutBody, .unreachable), (.hangUp, .unreachable),
      (.emptyBody, .untrustworthy(.unreadable)), (.overload, .throttled), (.badGateway, .serviceFailing),
      (.internalFault, .serviceFailing),
      (.noResponse, .timedOut), (.late, .timedOut), (.unauthorized, .keyRefused), (.challenged, .keyRefused),
      (.redirect, .untrustworthy(.redirected(host: "localhost"))), (.quota, .quotaExhausted),
      (.throttled, .quotaExhausted), (.garbageText, .untrustworthy(.contentType)),
      (.notUTF8, .untrustworthy(.notUTF8)), (.noDistance, .untrustworthy(.centerIgnored)),
      // The body isn't a page when it arrives.
      (.drip, .untrustworthy(.unreadable)):
      true
    default:
      false
    }
  }
}
