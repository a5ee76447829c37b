import Foundation
import TestSupport
import Testing

/// The screen as a whole: the program on a pseudo-terminal with a loopback server.
@Suite(.timeLimit(.minutes(20))) struct BrowseTests {
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

  @Test func `the command that is printed may be captured, since the screen is then on the terminal`() async throws {
    let service = try Service()
    try await TemporaryDirectory.with { directory in
      let file = directory.file("command")
      var line = try invocation(service, "--print-command")
      line.arguments =
        [Array("-c".utf8), Array("\"$0\" \"$@\" > '\(file)'".utf8), Array(line.program.utf8)] + line.arguments
      line.program = "/bin/sh"
      let outcome = try await TerminalSession.run(line) { session in
        session.wait(for: "15 of 60 places")
        session.type("q")
      }
      #expect(outcome.missed.isEmpty && outcome.status == 0 && outcome.isRestored)
      let command = try String(contentsOfFile: file, encoding: .utf8)
      #expect(command.hasPrefix("placefind -c gas --at 37.4979,127.0276 -r 5000") && command.hasSuffix("\n"))
    }
  }

  @Test(arguments: [SIGTERM, SIGHUP, SIGINT, SIGSEGV, SIGABRT, SIGILL, SIGUSR1, SIGALRM])
  func `a signal restores the terminal, also one that ends the process at once`(signal: Int32) async throws {
    let service = try Service()
    let outcome = try await TerminalSession.run(try invocation(service)) { session in
      session.wait(for: "15 of 60 places")
      session.send(signal)
    }
    #expect(outcome.missed.isEmpty)
    #expect(outcome.status == 128 + signal && outcome.isRestored)
    let isHandled = [SIGTERM, SIGHUP, SIGINT].contains(signal)
    #expect(isHandled ? outcome.output.hasSuffix(Self.leaving) : outcome.output.contains(Self.leaving))
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
    let slow = try LoopbackServer { _ in LoopbackReply(delivery: .noResponse) }
    // If a key waited for the response, it would come after the end of the session.
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
}
