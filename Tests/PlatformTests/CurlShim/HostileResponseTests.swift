import Foundation
import TestSupport
import Testing

@testable import CurlShim
@testable import Platform

#if canImport(Glibc)
  /// Responses that crash, fill or confuse a trusting client, byte for byte on a real socket.
  @Suite(.timeLimit(.minutes(20))) struct HostileResponseTests {
    private func send(
      _ server: LoopbackServer,
      path: String = "/",
      within time: Duration = .seconds(60)
    ) async throws(HTTPFailure) -> HTTPResponse {
      try await URLSessionExchange.send(server.endpoint + path, within: time)
    }

    private func server(_ text: String, _ delivery: LoopbackReply.Delivery = .verbatim) throws -> LoopbackServer {
      try LoopbackServer { _ in LoopbackReply(body: Array(text.utf8), delivery: delivery) }
    }

    private func text(_ response: HTTPResponse) -> String { String(decoding: response.body, as: UTF8.self) }

    /// Waits for a condition, much longer than it should take; returns whether it became true.
    private func until(_ condition: () -> Bool) async -> Bool {
      let deadline = ContinuousClock.now + .seconds(120)
      while !condition(), ContinuousClock.now < deadline { try? await Task.sleep(for: .milliseconds(10)) }
      return condition()
    }

    @Test func `libcurl is called through the shim`() async throws {
      // Only the shim removes the fragment. Without the shim, the other tests here would prove nothing.
      let server = try server("HTTP/1.1 302 Found\r\nLocation: /x\r\nContent-Length: 0\r\n\r\n")
      let transfer = Transfer(deadline: .now.advanced(by: .seconds(60)), bodyLimit: 1_000) {}
      let number = TransferRegistry.enroll(transfer)
      #expect(try await send(server).fields["location"] == "/x")
      #expect(TransferRegistry.take(number) != nil)
    }

    @Test(arguments: ["", "2\r\n{}\r\n"])
    func `trailer fields do no harm, and the connection is reused`(chunk: String) async throws {
      let server = try server(
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nTrailer: X\r\n\r\n\(chunk)0\r\nX: 1\r\nY:2\r\n\r\n"
      )
      for _ in 0..<3 {
        let response = try await send(server)
        #expect(response.status == 200)
        #expect(text(response) == (chunk.isEmpty ? "" : "{}"))
        #expect(response.fields["x"] == nil)
      }
      #expect(server.requests.count == 3)
    }

    @Test(arguments: [401, 403, 429, 503], ["chunked", "closed", "length"])
    func `the status of an empty response decides`(status: Int, form: String) async throws {
      let head = "HTTP/1.1 \(status) No\r\nRetry-After: 7\r\n"
      let server =
        switch form {
        case "chunked": try server(head + "Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n")
        case "closed": try server(head + "\r\n", .garbage)
        default: try server(head + "Content-Length: 0\r\n\r\n")
        }
      let response = try await send(server)
      #expect(response.status == status)
      #expect(response.fields["retry-after"] == "7")
      #expect(response.body.isEmpty)
    }

    @Test(arguments: [
      "Name:value\r\n", "Caf\u{e9}: x\r\n", "X: caf\u{e9}\r\n", "X:\r\n", "X: a\r\n folded\r\n",
      "Set-Cookie: a=b; Domain=.kr\r\n", "Location: http://127.0.0.1:1/\r\n",
    ])
    func `an unusual header field does not lose the response`(field: String) async throws {
      let server = try server("HTTP/1.1 200 OK\r\n\(field)Retry-After: 1\r\nContent-Length: 2\r\n\r\n{}")
      let response = try await send(server)
      #expect(text(response) == "{}")
      #expect(response.fields["retry-after"] == "1")
    }

    @Test(arguments: [
      "HTTP/1.1 200\r\nContent-Length: 2\r\n\r\n{}", "HTTP/1.0 200 OK\nContent-Length: 2\n\n{}",
      "HTTP/1.1 200 caf\u{e9}\r\nContent-Length: 2\r\n\r\n{}",
      "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1;a=\"b\"\r\n{\r\n1\r\n}\r\n0;c\r\nX: 1\r\n\r\n",
    ])
    func `an oddly formatted response is read`(reply: String) async throws {
      let server = try server(reply, .garbage)
      let response = try await send(server)
      #expect(response.status == 200)
      #expect(text(response) == "{}")
    }

    @Test(arguments: [
      "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n",
      "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 2\r\n\r\n{}",
      "HTTP/1.1 200 OK\r\nContent-Length: -9\r\n\r\n{}", "HTTP/1.1 2000 OK\r\n\r\n", "{}",
    ])
    func `a malformed response is reported as such, not as an unreachable network`(reply: String) async throws {
      let server = try server(reply, .garbage)
      let failure = await #expect(throws: HTTPFailure.self) { try await send(server) }
      guard case .malformed = failure else {
        Issue.record("\(String(describing: failure))")
        return
      }
    }

    @Test(arguments: [
      "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n{}",
      "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n9\r\n{}",
      "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n",
    ])
    func `a truncated body is a broken connection`(reply: String) async throws {
      let server = try server(reply, .garbage)
      let failure = await #expect(throws: HTTPFailure.self) { try await send(server) }
      guard case .unreachable = failure else {
        Issue.record("\(String(describing: failure))")
        return
      }
    }

    @Test func `bytes after a response are never read as the next one`() async throws {
      let forged = "HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\nforged"
      let server = try server("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}" + forged)
      for _ in 0..<5 { #expect(text(try await send(server)) == "{}") }
    }

    @Test(arguments: ["Basic realm=\"x\"", "Digest realm=\"x\", nonce=\"n\"", "Bearer"])
    func `an authentication challenge comes with the service's message`(challenge: String) async throws {
      let server = try server(
        "HTTP/1.1 401 No\r\nWWW-Authenticate: \(challenge)\r\nContent-Length: 15\r\n\r\n{\"code\": -401 }"
      )
      let response = try await send(server)
      #expect(response.status == 401)
      #expect(text(response).contains("-401"))
      #expect(response.fields["www-authenticate"] == challenge)
    }

    @Test(arguments: [
      "HTTP/1.1 200 OK\r\n\r\n", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n",
      "HTTP/1.1 200 OK\r\nContent-Length: 1000000000\r\n\r\n",
    ])
    func `a body without end is refused at the limit and its connection closed`(head: String) async throws {
      let chunk = head.contains("chunked") ? "1000\r\n\(String(repeating: "a", count: 4_096))\r\n" : "abcdabcd"
      let server = try server(head + chunk, .endless(lastBytes: chunk.utf8.count))
      await #expect(throws: HTTPFailure.tooLarge(limit: HTTPResponse.usualBodyLimit)) { try await send(server) }
      #expect(await until { server.openConnectionCount == 0 })
    }

    @Test func `a small compressed body that becomes a large one is refused`() async throws {
      let zeros = "head -c 33554432 /dev/zero | gzip -9 | od -v -An -tx1"
      let packed = try await Invocation("/bin/sh", ["-c", zeros], environment: ["PATH": "/usr/bin:/bin"]).run()
      let bomb = packed.output.split(whereSeparator: \.isWhitespace).compactMap { UInt8($0, radix: 16) }
      try #require((1_000..<250_000).contains(bomb.count))
      let head = "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: \(bomb.count)\r\n\r\n"
      let server = try LoopbackServer { _ in LoopbackReply(body: Array(head.utf8) + bomb, delivery: .verbatim) }
      await #expect(throws: HTTPFailure.tooLarge(limit: HTTPResponse.usualBodyLimit)) { try await send(server) }
    }

    @Test func `an abandoned transfer ends with its connection`() async throws {
      let server = try LoopbackServer { _ in LoopbackReply(delivery: .noResponse) }
      let sending = (0..<20).map { number in Task { try? await send(server, path: "/\(number)") } }
      #expect(await until { server.requests.count == 20 })
      for task in sending { task.cancel() }
      #expect(await until { server.openConnectionCount == 0 })
    }

    @Test func `a request on a connection that turns out to be closed is not sent again by libcurl`() async throws {
      let server = try LoopbackServer { request in
        // Every connection answers once; the second request on it is reset.
        request.path == "/first" ? .json("{}") : LoopbackReply(delivery: .reset(bodyBytes: nil))
      }
      #expect(try await send(server, path: "/first").status == 200)
      let failure = await #expect(throws: HTTPFailure.self) { try await send(server, path: "/second") }
      guard case .unreachable = failure else {
        Issue.record("\(String(describing: failure))")
        return
      }
      #expect(server.requests.map(\.path) == ["/first", "/second"])
    }

    private static let hasIPv6 = (try? LoopbackServer(on: .ipv6) { _ in .json("{}") }) != nil

    @Test(.enabled(if: hasIPv6, "this machine has no [::1]"))
    func `an IPv6 literal is an address like any other`() async throws {
      let server = try LoopbackServer(on: .ipv6) { _ in .json("{}") }
      #expect(text(try await send(server)) == "{}")
    }
  }
#endif
