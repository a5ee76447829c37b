import CurlShim
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import Platform

/// The real network code with a real socket, because a stub can't reproduce Linux bugs below it.
@Suite(.timeLimit(.minutes(20))) struct URLSessionExchangeTests {
  private func send(
    _ server: LoopbackServer,
    path: String = "/",
    fields: [String: String] = [:],
    within time: Duration = .seconds(60)
  ) async throws(HTTPFailure) -> HTTPResponse {
    try await URLSessionExchange.send(server.endpoint + path, fields: fields, within: time)
  }

  @Test func `a response arrives with status, header fields and body`() async throws {
    let server = try LoopbackServer { _ in
      LoopbackReply(status: 418, headers: [("X-Kind", "tea"), ("Retry-After", "3")], body: Array("hot".utf8))
    }
    let response = try await send(server, path: "/pot?size=1", fields: ["User-Agent": "placefind/9"])
    #expect(response.status == 418)
    #expect(response.fields["x-kind"] == "tea")
    #expect(response.fields["retry-after"] == "3")
    #expect(String(decoding: response.body, as: UTF8.self) == "hot")
    let request = try #require(server.requests.first)
    #expect(request.target == "/pot?size=1")
    #expect(request.headers["user-agent"] == "placefind/9")
    #expect(request.headers["cookie"] == nil)
  }

  @Test func `no server has the port of an earlier one, to which a connection may be open`() throws {
    let endpoints = try (0..<1_000).map { _ in try RefusingPort().endpoint }
    #expect(Set(endpoints).count == endpoints.count)
  }

  @Test func `sixteen at once reuse their connections`() async throws {
    let server = try LoopbackServer { _ in .json("{}") }
    await withTaskGroup { group in
      for _ in 0..<16 { group.addTask { for _ in 0..<25 { _ = try? await send(server) } } }
    }
    #expect(server.requests.count == 400)
    // A busy machine may return connections late and open more; usually there are about sixteen.
    #expect(server.connectionCount < 200)
  }

  @Test func `many requests run at once`() async throws {
    // The first fifteen aren't answered before the sixteenth arrives.
    let areSixteen = Atomic(false)
    let server = try LoopbackServer { request in
      if request.number >= 16 { areSixteen.store(true, ordering: .releasing) }
      waitUntil { areSixteen.load(ordering: .acquiring) }
      return .json("{}")
    }
    await withTaskGroup { group in
      for _ in 0..<40 { group.addTask { _ = try? await send(server) } }
    }
    #expect(server.requests.count == 40)
    #expect(server.peakConcurrency >= 16)
  }

  @Test(arguments: [
    (LoopbackReply.Delivery.cut(bodyBytes: 3), false), (.reset(bodyBytes: nil), false), (.reset(bodyBytes: 3), false),
    (.garbage, true), (.hangUp, false),
  ])
  func `a malformed response is not a broken connection`(delivery: LoopbackReply.Delivery, isMalformed: Bool)
    async throws
  {
    let server = try LoopbackServer { _ in .json(#"{"documents":[]}"#).sent(delivery) }
    switch await #expect(throws: HTTPFailure.self, performing: { try await send(server) }) {
    case .malformed?: #expect(isMalformed)
    case .unreachable?: #expect(!isMalformed)
    case let failure: Issue.record("\(String(describing: failure))")
    }
  }

  @Test(arguments: [
    LoopbackReply.Delivery.cut(bodyBytes: 3), .reset(bodyBytes: 3), .drip(bytes: 40, pause: .milliseconds(40)),
  ])
  func `the status of a refusal decides, whatever happens to its body`(delivery: LoopbackReply.Delivery) async throws {
    let server = try LoopbackServer { _ in
      let body = [UInt8](repeating: UInt8(ascii: " "), count: 40_000)
      return LoopbackReply(status: 503, headers: [("Retry-After", "3")], body: body, delivery: delivery)
    }
    // Enough time for the header, but not for the forty seconds of the slow body.
    var response: HTTPResponse?
    for time in URLSessionExchange.growingTimes where response == nil {
      do { response = try await send(server, within: time) } catch { #expect(error == .timedOut) }
    }
    #expect(response?.status == 503)
    #expect(response?.fields["retry-after"] == "3")
  }

  @Test(arguments: [
    LoopbackReply(delivery: .noResponse), LoopbackReply(delay: .seconds(30)),
    LoopbackReply(body: Array("{}".utf8), delivery: .drip(bytes: 1, pause: .milliseconds(400))),
  ])
  func `waiting ends at the deadline, to the fraction of a second`(reply: LoopbackReply) async throws {
    let server = try LoopbackServer { _ in reply }
    let start = ContinuousClock.now
    await #expect(throws: HTTPFailure.timedOut) { try await send(server, within: .milliseconds(300)) }
    let waited = start.duration(to: .now)
    #expect(waited >= .milliseconds(300))
    #expect(waited < .seconds(25))
  }

  @Test func `a deadline that has passed sends nothing`() async throws {
    let server = try LoopbackServer { _ in .json("{}") }
    await #expect(throws: HTTPFailure.timedOut) { try await send(server, within: .zero) }
    #expect(server.requests.isEmpty)
  }

  @Test(arguments: [301, 302, 303, 307, 308])
  func `a redirect is not followed and the key stays`(status: Int) async throws {
    let elsewhere = try LoopbackServer { _ in .json("{}") }
    let server = try LoopbackServer { [port = elsewhere.port] _ in
      LoopbackReply(status: status, headers: [("Location", "http://localhost:\(port)/")])
    }
    let response = try await send(server, fields: ["Authorization": "KakaoAK secret"])
    #expect(response.status == status)
    #expect(elsewhere.requests.isEmpty)
    #expect(elsewhere.connectionCount == 0)
  }

  @Test func `a body over 1 MiB is refused, and a smaller one never is`() async throws {
    let honest = 60_000
    let server = try LoopbackServer { request in
      LoopbackReply(
        body: [UInt8](repeating: 0x20, count: request.path == "/more" ? HTTPResponse.usualBodyLimit + 1 : honest)
      )
    }
    let limit = HTTPResponse.usualBodyLimit
    await #expect(throws: HTTPFailure.tooLarge(limit: limit)) { try await send(server, path: "/more") }
    #expect(try await send(server, path: "/fits").body.count == honest)
    let larger = try await URLSessionExchange.send(server.endpoint + "/more", bodyLimit: 2 * limit)
    #expect(larger.body.count == limit + 1)
  }

  @Test(arguments: [20, 100_000])
  func `a form is posted completely, and never again if its connection breaks`(length: Int) async throws {
    let form = "data=" + String(repeating: "%5B", count: length / 3)
    let server = try LoopbackServer { request in
      request.number % 3 == 0 ? .json("").sent(.reset(bodyBytes: nil)) : .json("{}")
    }
    var requestCount = 0
    for _ in 0..<9 {
      do throws(HTTPFailure) {
        _ = try await URLSessionExchange.send(server.endpoint + "/api", posting: form)
        requestCount += 1
      } catch {
        // URLSession sends it again and waits for a body that never arrives.
        #expect(error != .timedOut)
      }
    }
    #expect(requestCount == 6)
    #expect(server.requests.count == 9)
    for request in server.requests {
      #expect(request.method == "POST" && request.body == Array(form.utf8))
      #expect(request.headers["content-type"] == "application/x-www-form-urlencoded")
    }
  }

  @Test func `cancellation is reported at once and affects no other request`() async throws {
    let server = try LoopbackServer { $0.path == "/never" ? LoopbackReply(delivery: .noResponse) : .json("{}") }
    let sending = Task {
      do {
        _ = try await send(server, path: "/never")
        return false
      } catch {
        return error as? HTTPFailure == .cancelled
      }
    }
    while server.requests.isEmpty { await Task.yield() }
    sending.cancel()
    #expect(await sending.value)
    #expect(try await send(server).status == 200)
  }

  @Test func `a thousand cancelled requests neither hang nor crash`() async throws {
    let server = try LoopbackServer { request in
      request.path.hasSuffix("3") ? .json("{}").delayed(by: .milliseconds(5)) : .json("{}")
    }
    for round in 0..<40 {
      await withTaskGroup { group in
        for number in 0..<25 {
          group.addTask {
            let sending = Task { _ = try? await send(server, path: "/\(round)/\(number)") }
            if number % 3 == 0 { await Task.yield() }
            if number % 2 == 0 { sending.cancel() }
            await sending.value
          }
        }
      }
    }
    #expect(try await send(server).status == 200)
  }
}
