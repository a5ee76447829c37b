import Foundation
import Synchronization
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(20))) struct BatchKillTests {
  private let directory = TemporaryDirectory()

  private static let rows = (0..<60).map { "r\($0),\(37.49 + Double($0) / 10_000),127.0276\n" }

  private static func text(_ rows: [String]) -> String { "id,lat,lng\n" + rows.joined() }

  /// A service that kills its client at a given request.
  private struct DeadlyService {
    let stub = KakaoStub(places: StubPlace.generated(300))
    let server: LoopbackServer
    /// The process to kill; 0 until its id is known.
    let victim = SharedNumber()

    init(killingAfter limit: Int?) throws {
      server = try LoopbackServer { [stub, victim] request in
        let reply = stub.reply(to: request)
        if let limit, request.number >= limit, victim.value > 0 { kill(victim.value, SIGKILL) }
        return reply
      }
    }
  }

  private func invocation(
    _ service: DeadlyService,
    _ rows: [String],
    _ output: String,
    resume: Bool
  ) throws -> Invocation {
    var run = try Placefind.invocation(
      "batch -c gas -n 5 --rate 0 --retries=0 --timeout 60s -j 4 -o \(output)\(resume ? " --resume" : "")",
      environment: ["KAKAO_REST_API_KEY": service.stub.key, "PLACEFIND_ENDPOINT": service.server.endpoint]
    )
    run.input = Self.text(rows)
    return run
  }

  /// Returns the rows with a complete record in the file.
  private func recorded(in directory: TemporaryDirectory) -> Set<String> {
    let lines = (directory.text(of: "out.ndjson") ?? "").split(separator: "\n", omittingEmptySubsequences: false)
    return Set(lines.dropLast().compactMap { $0.split(separator: "\"").dropFirst(5).first.map(String.init) })
  }

  @Test func `a run that is killed repeatedly, while its rows are reordered and added to, ends with the same file`()
    async throws
  {
    let output = directory.file("out.ndjson")
    let expected = directory.file("expected.ndjson")
    let calm = try DeadlyService(killingAfter: nil)
    var grown = Self.rows
    grown.swapAt(0, 59)
    grown.insert("new,37.51,127.0276\n", at: 7)
    #expect(try await invocation(calm, grown, expected, resume: false).run().status == 0)

    for round in 0..<8 {
      let rows = round < 5 ? Self.rows : grown
      let deadly = try DeadlyService(killingAfter: 3 + round * 5 % 11)
      var run = try invocation(deadly, rows, output, resume: true)
      run.whileRunning = { deadly.victim.value = $0 }
      let outcome = try await run.run()
      #expect(outcome.status == 137 || outcome.status == 0, "\(outcome.errors)")
    }
    let kept = recorded(in: directory)
    let last = try DeadlyService(killingAfter: nil)
    #expect(try await invocation(last, grown, output, resume: true).run().status == 0)
    #expect(directory.text(of: "out.ndjson") == directory.text(of: "expected.ndjson"))
    #expect(last.stub.callCount == grown.filter { !kept.contains(String($0.prefix { $0 != "," })) }.count)
    #expect(directory.names == ["expected.ndjson", "out.ndjson"])
  }

  @Test(arguments: [(SIGINT, 130), (SIGTERM, 143), (SIGHUP, 129)] as [(Int32, Int32)])
  func `a second run on the same output is refused, and a signal ends the first with whole records`(
    signal: Int32,
    status: Int32
  ) async throws {
    let service = try DeadlyService(killingAfter: nil)
    let output = directory.file("out.ndjson")
    var slow = try invocation(service, Self.rows, output, resume: false)
    slow.arguments = slow.arguments.map { $0 == Array("0".utf8) ? Array("2".utf8) : $0 }
    let second = try invocation(service, Self.rows, output, resume: true)
    let refused = SharedNumber()
    slow.whileRunning = { number in
      // The first run locks its file before its first request. Responses that it received but didn't write are lost
      // with it.
      waitUntil { recorded(in: directory).count >= 3 }
      refused.value = (try? second.runOnThisThread().status) ?? -1
      _ = kill(number, signal)
    }
    let outcome = try await slow.run()
    #expect(refused.value == 1)
    #expect(outcome.status == status, "\(outcome.errors)")
    #expect(outcome.errors.contains(" rows in ") && outcome.errors.contains("--resume"), "\(outcome.errors)")
    let text = try #require(directory.text(of: "out.ndjson"))
    #expect(text.hasSuffix("}\n"))
    let count = text.split(separator: "\n").count
    #expect(count >= 3 && count < 60)
  }
}

/// A number shared by threads.
final class SharedNumber: Sendable {
  private let number = Mutex<Int32>(0)

  var value: Int32 {
    get { number.withLock { $0 } }
    set { number.withLock { $0 = newValue } }
  }
}
