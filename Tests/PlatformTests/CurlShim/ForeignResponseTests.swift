import Foundation
import Synchronization
import TestSupport
import Testing

@testable import CurlShim
@testable import Platform

#if canImport(Glibc)
  /// Servers that try to make a client use one request's response for another.
  @Suite(.timeLimit(.minutes(20))) struct ForeignResponseTests {
    private func send(
      _ endpoint: String,
      path: String = "/",
      within time: Duration = .seconds(60),
      whenSent: @escaping @Sendable () -> Void = {}
    ) async throws(HTTPFailure) -> String {
      let response = try await URLSessionExchange.send(endpoint + path, within: time, whenSent: whenSent)
      return String(decoding: response.body, as: UTF8.self)
    }

    private static func reply(_ text: String, version: String = "HTTP/1.1", delay: Duration = .zero) -> LoopbackReply {
      let reply = "\(version) 200 OK\r\nContent-Length: \(text.utf8.count)\r\n\r\n\(text)"
      return LoopbackReply(body: Array(reply.utf8), delivery: .verbatim, delay: delay)
    }

    @Test func `a server with another protocol version never mixes up responses`() async throws {
      let server = try LoopbackServer { request in
        Self.reply(request.path, version: request.number % 3 == 0 ? "HTTP/2" : "HTTP/1.1", delay: .milliseconds(2))
      }
      let outcomes = await withTaskGroup(of: (String, Result<String, HTTPFailure>).self) { group in
        for worker in 0..<16 {
          group.addTask {
            var last: (String, Result<String, HTTPFailure>) = ("", .success(""))
            for number in 0..<30 {
              let path = "/\(worker)-\(number)"
              do throws(HTTPFailure) { last = (path, .success(try await send(server.endpoint, path: path))) } catch {
                last = (path, .failure(error))
              }
              switch last.1 {
              case .success(path), .failure(.malformed): continue
              default: return last
              }
            }
            return last
          }
        }
        return await group.reduce(into: []) { $0.append($1) }
      }
      for (path, outcome) in outcomes {
        switch outcome {
        case .success(path), .failure(.malformed): break
        default: Issue.record("\(path): \(outcome)")
        }
      }
      #expect(server.requests.count == 480)
    }

    @Test(arguments: [
      "HTTP/2 200", "HTTP/3 200", "HTTP/2.0 200", "HTTP/1.2 200", "HTTP/0.9 200", "ICY 200", "http/2 200",
      "HTTP/1.1 103 Early Hints\r\n\r\nHTTP/2 200", "HTTP/2 103 \r\n\r\nHTTP/1.1 200",
    ])
    func `a response of another protocol version is malformed, and its connection is closed`(line: String) async throws
    {
      let server = try LoopbackServer { request in
        request.number == 1
          ? LoopbackReply(body: Array("\(line) OK\r\nContent-Length: 2\r\n\r\n{}".utf8), delivery: .verbatim)
          : Self.reply(request.path)
      }
      let failure = await #expect(throws: HTTPFailure.self) { try await send(server.endpoint, path: "/first") }
      guard case .malformed = failure else {
        Issue.record("\(String(describing: failure))")
        return
      }
      #expect(try await send(server.endpoint, path: "/second") == "/second")
      #expect(server.requests.map(\.connection) == [0, 1])
    }

    @Test(
      arguments: [
        .reset(bodyBytes: nil), .reset(bodyBytes: 1), .cut(bodyBytes: 1), .hangUp, .noResponse, .garbage,
      ] as [LoopbackReply.Delivery]
    )
    func `a request is reported as sent once, whatever its outcome`(delivery: LoopbackReply.Delivery) async throws {
      let server = try LoopbackServer { _ in LoopbackReply(body: Array("{}".utf8), delivery: delivery) }
      let sent = Atomic<Int>(0)
      for number in 1...3 {
        for time in delivery == .noResponse ? URLSessionExchange.growingTimes : [.seconds(60)]
        where sent.load(ordering: .relaxed) < number {
          await #expect(throws: HTTPFailure.self) {
            try await send(server.endpoint, within: time) { sent.add(1, ordering: .relaxed) }
          }
        }
        #expect(sent.load(ordering: .relaxed) == number)
      }
    }

    @Test func `a request without a connection is not reported as sent`() async throws {
      let refusing = try RefusingPort()
      let sent = Atomic<Int>(0)
      await #expect(throws: HTTPFailure.self) { try await send(refusing.endpoint) { sent.add(1, ordering: .relaxed) } }
      #expect(sent.load(ordering: .relaxed) == 0)
    }
  }
#endif
