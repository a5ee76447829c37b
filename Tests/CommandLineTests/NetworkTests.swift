#if os(Linux) && (arch(x86_64) || arch(arm64))
  import Foundation
  import Synchronization
  import TestSupport
  import Testing

  /// The network behaviour of the whole program: environment, processor time and memory.
  @Suite(.timeLimit(.minutes(20))) struct NetworkTests {
    private let folder = TemporaryDirectory()

    private static let near = "-c gas --at 37.4979,127.0276"

    @Test(arguments: ["http_proxy", "HTTP_PROXY", "all_proxy", "ALL_PROXY"])
    func `a service on this machine is requested without a proxy`(variable: String) async throws {
      let service = try Service()
      let proxy = try LoopbackServer { _ in .json("{}") }
      var environment = service.environment
      environment["no_proxy"] = ""
      environment[variable] = proxy.endpoint
      #expect(try await Placefind.run(Self.near, environment: environment).status == 0)
      #expect(proxy.connectionCount == 0)
    }

    @Test func `waiting for a response takes no processor time`() async throws {
      let busy = try await processorSeconds(waiting: .zero)
      // A busy processor would take 1.5 s.
      let idle = try await processorSeconds(waiting: .milliseconds(1_500))
      #expect(idle - busy < 0.75, "\(idle) s against \(busy) s")
    }

    /// Returns the processor time of a query whose response is delayed.
    private func processorSeconds(waiting delay: Duration) async throws -> Double {
      let stub = KakaoStub(places: StubPlace.generated(20))
      let server = try LoopbackServer { stub.handler($0).delayed(by: delay) }
      let environment = ["KAKAO_REST_API_KEY": stub.key, "PLACEFIND_ENDPOINT": server.endpoint]
      let program = try #require(BuiltProduct.path(of: "placefind"))
      let run = try Placefind.invocation(Self.near, environment: environment)
      let script = #""$@" > /dev/null && times"#
      var timed = Invocation(
        "/bin/sh",
        ["-c", script, "sh", program] + Self.near.split(separator: " ").map(String.init)
      )
      timed.environment = run.environment
      let outcome = try await timed.run()
      #expect(outcome.status == 0)
      // The second line is about child processes: "0m0.05s 0m0.02s".
      let line = try #require(outcome.output.split(separator: "\n").last)
      let seconds = line.split(separator: " ").compactMap { word in
        word.split(whereSeparator: { "ms".contains($0) }).last.flatMap { Double($0) }
      }
      #expect(seconds.count == 2)
      return seconds.reduce(0, +)
    }

    @Test(arguments: ["length", "chunked", "chunks", "closed", "head"])
    func `an endless response takes at most 60 MB`(form: String) async throws {
      let head = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n"
      let (body, repeated) =
        switch form {
        case "length": (head + "Content-Length: 1000000000\r\n\r\n        ", 8)
        case "chunked":
          (head + "Transfer-Encoding: chunked\r\n\r\n1000\r\n\(String(repeating: " ", count: 4_096))\r\n", 4_104)
        case "chunks": (head + "Transfer-Encoding: chunked\r\n\r\n1\r\n \r\n", 6)
        case "closed": (head + "\r\n        ", 8)
        default: (head + "X: y\r\n", 6)
        }
      let hostile = try LoopbackServer { _ in
        LoopbackReply(body: Array(body.utf8), delivery: .endless(lastBytes: repeated))
      }
      let idle = try await idlePeak(Self.near)
      let environment = ["KAKAO_REST_API_KEY": "x", "PLACEFIND_ENDPOINT": hostile.endpoint]
      let (status, kilobytes) = try await peak(Self.near + " --timeout 5s", environment)
      #expect(idle.status == 0)
      #expect(status == 7 || status == 5)
      #expect(kilobytes - idle.kilobytes < 60_000, "\(kilobytes) KB against \(idle.kilobytes) KB")
    }

    @Test func `many endless responses together take at most 60 MB`() async throws {
      let body = Array("HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n\r\n        ".utf8)
      let hostile = try LoopbackServer { _ in LoopbackReply(body: body, delivery: .endless(lastBytes: 8)) }
      let rows = "lat,lng\n" + (1...32).map { "37.5,127.0\($0)\n" }.joined()
      let line = "batch - -c gas --jobs 16 --rate 0 --retries 0 --quiet"
      let idle = try await idlePeak(line, input: rows)
      let environment = ["KAKAO_REST_API_KEY": "x", "PLACEFIND_ENDPOINT": hostile.endpoint]
      let (_, kilobytes) = try await peak(line, environment, input: rows)
      #expect(idle.status == 0)
      #expect(kilobytes - idle.kilobytes < 60_000, "\(kilobytes) KB against \(idle.kilobytes) KB")
    }

    @Test(.enabled(if: BuiltProduct.isReleased, "only the released binary loads libcurl by itself"))
    func `a damaged libcurl is reported, and nothing is sent`() async throws {
      let service = try Service()
      for name in ["libcurl.so.4", "libcurl-gnutls.so.4"] { try folder.write("not a library", to: name) }
      var environment = service.environment
      environment["LD_LIBRARY_PATH"] = folder.path
      let outcome = try await Placefind.run(Self.near + " --error-format json", environment: environment)
      #expect(outcome.status == 1)
      #expect(outcome.errors.contains("network_not_set_up"))
      #expect(outcome.errors.contains("libcurl can't be loaded"))
      #expect(service.server.requests.isEmpty)
    }

    @Test(.enabled(if: TLSServer.openssl != nil, "openssl is not installed"))
    func `an unknown certificate is refused with a message, and a named one is accepted`() async throws {
      let made = try await TestCertificate(in: folder)
      let server = try TLSServer(made, options: ["-www"])
      defer { server.stop() }
      let environment = ["KAKAO_REST_API_KEY": "x", "PLACEFIND_ENDPOINT": server.endpoint]
      let refused = try await Placefind.run(Self.near + " --error-format json", environment: environment)
      #expect(refused.status == 5)
      #expect(refused.errors.contains("network_not_set_up"), "\(refused.errors)")
      #expect(refused.errors.contains("isn't valid"))
      var named = environment
      named["SSL_CERT_FILE"] = made.path
      // The server answers with an HTML page: it was reached, but there are no places.
      #expect(try await Placefind.run(Self.near, environment: named).status == 7)
      named["SSL_CERT_FILE"] = folder.file("none.pem")
      let unreadable = try await Placefind.run(Self.near, environment: named)
      #expect(unreadable.errors.contains("none.pem can't be read"), "\(unreadable.errors)")
    }

    /// Measures the program's memory while the service behaves well.
    ///
    /// Each response is delayed until the waiting program was measured.
    private func idlePeak(_ line: String, input: String = "") async throws -> (status: Int32, kilobytes: Int) {
      let (stub, watch) = (KakaoStub(places: StubPlace.generated(60)), Watch())
      let server = try LoopbackServer { request in
        let count = watch.count
        waitUntil { watch.count > count }
        return stub.reply(to: request)
      }
      let environment = ["KAKAO_REST_API_KEY": stub.key, "PLACEFIND_ENDPOINT": server.endpoint]
      return try await peak(line, environment, input: input, watch)
    }

    /// Runs the program and measures it; returns its status and its peak memory.
    private func peak(
      _ line: String,
      _ environment: [String: String],
      input: String = "",
      _ watch: Watch = Watch()
    ) async throws -> (status: Int32, kilobytes: Int) {
      var run = try Placefind.invocation(line, environment: environment)
      run.input = input
      run.whileRunning = { watch.weigh($0) }
      let outcome = try await run.run()
      return (outcome.status, watch.peak)
    }

    private final class Watch: Sendable {
      private let state = Mutex((peak: 0, count: 0))

      /// The maximum memory seen in kilobytes.
      var peak: Int { state.withLock { $0.peak } }
      /// The number of measurements.
      var count: Int { state.withLock { $0.count } }

      func weigh(_ number: Int32) {
        while let text = try? String(contentsOfFile: "/proc/\(number)/status", encoding: .utf8) {
          guard
            let line = text.split(separator: "\n").first(where: { $0.hasPrefix("VmHWM:") }),
            let kilobytes = line.split(whereSeparator: { !$0.isNumber }).first.flatMap({ Int($0) })
          else { return }
          state.withLock { $0 = (max($0.peak, kilobytes), $0.count + 1) }
          usleep(2_000)
        }
      }
    }
  }
#endif
