import Foundation
import TestSupport
import Testing

/// The screen as a whole: a program on a pseudo-terminal, against a server on the loopback interface.
@Suite(.timeLimit(.minutes(5))) struct BrowseTests {
  private static let taking = "\u{1B}[?1049h"
  private static let leaving = "\u{1B}[?25h\u{1B}[?1049l"

  private func invocation(_ service: Service, _ options: String = "") throws -> Invocation {
    var environment = service.environment
    environment["TERM"] = "xterm-256color"
    return try Placefind.invocation("browse -c gas --at 37.4979,127.0276 -r 5km " + options, environment: environment)
  }

  @Test func `keys move, the window is resized, and q restores everything`() async throws {
    let service = try Service()
    let outcome = try await TerminalSession.run(try invocation(service)) { session in
      session.wait(for: Self.taking)
      session.wait(for: "15 of 60 places")
      session.type("j")
      session.wait(for: "▸")
      session.type("\r")
      session.wait(for: "esc back")
      session.type("\u{1B}")
      session.wait(for: "tab map")
      session.resize(columns: 60, rows: 20)
      session.wait(for: "\u{1B}[20;1H")
      session.type("q")
    }
    #expect(outcome.missed.isEmpty)
    #expect(outcome.status == 0 && outcome.isRestored)
    #expect(outcome.output.hasSuffix(Self.leaving))
  }

  @Test(arguments: [(SIGTERM, 143), (SIGHUP, 129), (SIGINT, 130)] as [(Int32, Int32)])
  func `a signal restores the terminal`(signal: Int32, status: Int32) async throws {
    let service = try Service()
    let outcome = try await TerminalSession.run(try invocation(service)) { session in
      session.wait(for: "15 of 60 places")
      session.send(signal)
    }
    #expect(outcome.missed.isEmpty)
    #expect(outcome.status == status && outcome.isRestored)
    #expect(outcome.output.hasSuffix(Self.leaving))
  }

  @Test(arguments: [SIGSEGV, SIGABRT, SIGILL, SIGUSR1, SIGALRM])
  func `a signal that ends the process at once restores the terminal`(signal: Int32) async throws {
    let service = try Service()
    let outcome = try await TerminalSession.run(try invocation(service)) { session in
      session.wait(for: "15 of 60 places")
      session.send(signal)
    }
    #expect(outcome.status == 128 + signal)
    #expect(outcome.isRestored)
    #expect(outcome.output.contains(Self.leaving))
  }

  @Test func `suspending restores the terminal, and continuing takes it over again`() async throws {
    let service = try Service()
    let outcome = try await TerminalSession.run(try invocation(service)) { session in
      session.wait(for: "15 of 60 places")
      // No shell controls the jobs of this session, so the system continues the program at once.
      session.type("\u{1A}")
      session.wait(for: Self.leaving)
      session.wait(for: Self.taking)
      session.wait(for: "15 of 60 places")
      session.type("q")
    }
    #expect(outcome.missed.isEmpty)
    #expect(outcome.status == 0 && outcome.isRestored)
  }

  @Test func `a slow network delays no key`() async throws {
    let service = try Service()
    let slow = try LoopbackServer { _ in LoopbackReply(manner: .noResponse) }
    // A key that waited for the answer would come after the end of the session.
    let line = "--timeout 10m --endpoint \(slow.endpoint)"
    let outcome = try await TerminalSession.run(try invocation(service, line)) { session in
      session.wait(for: "searching")
      session.type("?")
      session.wait(for: "next and previous place")
      session.type("q")
      session.wait(for: "stops")
      session.type("q")
    }
    #expect(outcome.status == 0 && outcome.isRestored)
    #expect(outcome.missed.isEmpty)
  }

  @Test func `an index that is cut short on the screen is a sentence, not the end of the program`() async throws {
    try await TemporaryDirectory.with { directory in
      let places = (0..<3000).map {
        #"{"id":"p\#($0)","name":"카페 \#($0)","category":"cafe","lat":\#(37.4 + Double($0) / 20_000),"lng":127.03}"#
          + "\n"
      }
      try directory.write(places.joined(), to: "places.ndjson")
      let index = directory.file("live.pfx")
      let built = try await Placefind.run("index build \(directory.file("places.ndjson")) -o \(index) --quiet")
      try #require(built.status == 0)
      // The name is looked up, and the file mapped, before the screen is taken.
      let run = try Placefind.invocation(
        ["browse", "-c", "cafe", "--near", "카페 1500", "-r", "1km", "--index", index],
        environment: ["TERM": "xterm-256color"]
      )
      // Wide enough for the path of the index in the message.
      let outcome = try await TerminalSession.run(run, columns: 250) { session in
        session.wait(for: "▸")
        _ = unsafe truncate(index, 0)
        session.type("+")
        session.wait(for: "written")
        session.type("q")
      }
      #expect(outcome.missed.isEmpty)
      #expect(outcome.status == 0 && outcome.isRestored)
    }
  }
}
