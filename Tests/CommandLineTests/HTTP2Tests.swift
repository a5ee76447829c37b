#if os(Linux) && (arch(x86_64) || arch(arm64))
  import Foundation
  import TestSupport
  import Testing

  /// The service over HTTP/2, which the real one speaks: answers without a length, with trailers, without a body, cut
  /// off.
  @Suite(.timeLimit(.minutes(5)), .enabled(if: TLSServer.openssl != nil, "openssl is not installed"))
  struct HTTP2Tests {
    private typealias Frames = HTTP2Frames

    private static let page = Array(
      (#"{"documents":[{"id":"1","x":"127.0276","y":"37.498","distance":"11","category_group_code":"OL7"}],"#
        + #""meta":{"is_end":true,"pageable_count":1,"total_count":1}}"#)
        .utf8
    )
    private static let json: KeyValuePairs = [":status": "200", "content-type": "application/json;charset=UTF-8"]

    private static func whole(_ stream: UInt32) -> [UInt8] {
      Frames.headers(stream, json) + Frames.data(stream, page, endsStream: true)
    }

    /// Asks once more when it may help, without a pause to speak of.
    private func ask(
      _ line: String = "",
      answer: @escaping @Sendable (_ stream: UInt32, _ request: Int) -> [UInt8]
    ) async throws -> (outcome: Invocation.Outcome, requests: Int) {
      try await TemporaryDirectory.with { folder in
        let certificate = try await TestCertificate(in: folder)
        let server = try HTTP2Server(certificate, answer: answer)
        defer { server.stop() }
        let environment = [
          "KAKAO_REST_API_KEY": "0123456789abcdef", "PLACEFIND_ENDPOINT": server.endpoint,
          "SSL_CERT_FILE": certificate.path,
        ]
        let all = "-c gas --at 37.4979,127.0276 --no-cache --error-format json --timeout 20s " + line
        return (try await Placefind.run(all, environment: environment), server.requestCount)
      }
    }

    @Test(arguments: ["plain", "trailer", "interim", "split"])
    func `a page without a length is read to its end`(form: String) async throws {
      let (outcome, requests) = try await ask { stream, _ in
        switch form {
        case "trailer":
          Frames.headers(stream, Self.json) + Frames.data(stream, Self.page)
            + Frames.headers(stream, ["x-sum": "1", "retry-after": "9"], endsStream: true)
        case "interim": Frames.headers(stream, [":status": "103", "link": "</a>"]) + Self.whole(stream)
        case "split":
          Frames.headers(stream, Self.json) + Self.page.flatMap { Frames.data(stream, [$0]) }
            + Frames.data(stream, [], endsStream: true)
        default: Self.whole(stream)
        }
      }
      #expect(outcome.status == 0, "\(outcome.errors)")
      #expect(outcome.output.contains(#""complete":true"#))
      #expect(requests == 1)
    }

    @Test(arguments: [(401, 3), (403, 3), (429, 5), (503, 5)] as [(Int, Int32)], ["head", "trailer"])
    func `a refusal without a body is read by its status`(refusal: (status: Int, exit: Int32), form: String)
      async throws
    {
      let (outcome, requests) = try await ask("--retries 0") { stream, _ in
        let head: KeyValuePairs = [":status": "\(refusal.status)", "retry-after": "7"]
        return form == "head"
          ? Frames.headers(stream, head, endsStream: true)
          : Frames.headers(stream, head) + Frames.headers(stream, ["x": "1"], endsStream: true)
      }
      #expect(outcome.status == refusal.exit, "\(outcome.errors)")
      #expect(outcome.errors.contains("HTTP \(refusal.status)"), "\(outcome.errors)")
      if refusal.status == 503 { #expect(outcome.errors.contains("7 s"), "\(outcome.errors)") }
      #expect(requests == 1)
    }

    @Test(arguments: ["reset", "reset within", "refused", "away", "empty", "trailer alone"])
    func `an answer that is cut off is asked for once more, and counted`(form: String) async throws {
      let (outcome, requests) = try await ask("--retries 1 --verbose") { stream, request in
        guard request == 1 else { return Self.whole(stream) }
        return switch form {
        case "reset": Frames.reset(stream, .internalError)
        case "reset within":
          Frames.headers(stream, Self.json) + Frames.data(stream, Self.page.prefix(40))
            + Frames.reset(stream, .internalError)
        case "refused": Frames.reset(stream, .refusedStream)
        case "away": Frames.goAway(after: 0, .internalError)
        case "empty": Frames.headers(stream, Self.json, endsStream: true)
        default: Frames.headers(stream, Self.json) + Frames.headers(stream, ["x": "1"], endsStream: true)
        }
      }
      #expect(outcome.status == 0, "\(outcome.errors)")
      #expect(outcome.output.contains(#""requests":2"#), "\(outcome.output)")
      #expect(requests == 2)
    }

    @Test func `a stream that is refused again and again never costs more requests than are allowed`() async throws {
      let (outcome, requests) = try await ask("--retries 9 --max-requests 3") { stream, _ in
        Frames.reset(stream, .refusedStream)
      }
      #expect(outcome.status != 0 || outcome.output.contains(#""complete":false"#), "\(outcome.errors)")
      #expect(requests == 3)
    }
  }
#endif
