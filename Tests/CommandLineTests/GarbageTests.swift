import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5))) struct GarbageTests {
  private let directory = TemporaryDirectory()

  @Test func `an argument that is not UTF-8 is refused, instead of naming another file`() async throws {
    var run = try Placefind.invocation("-c gas --at 37.4979,127.0276 -s sample -o")
    run.arguments.append(Array(directory.file("answer").utf8) + [0xFF])
    let outcome = try await run.run()
    #expect(outcome.status == 2)
    #expect(outcome.errors.contains("is not UTF-8"), "\(outcome.errors)")
    #expect(directory.names.isEmpty)
    run.arguments[run.arguments.count - 1] = Array(directory.file("\u{FFFD}").utf8)
    #expect(try await run.run().status == 0)
  }

  @Test(arguments: 0..<8)
  func `no line of garbage crashes it or reaches a source`(seed: UInt64) async throws {
    var random = SeededRandom(seed)
    let words = [
      "-c", "gas", "--at", "37.5,127", "-r", "-n", "--limit=", "=", "--", "-", "", "--=", "-=", "---", "\u{0301}",
      "--fields",
      "--format", "\u{1B}[2J", "99999999999999999999", "-1e308", "nan", "find", "help", "--bbox", "-vvq", "--page", "🏪",
    ]
    for _ in 0..<25 {
      var run = try Placefind.invocation("")
      run.arguments = (0..<Int.random(in: 1...6, using: &random)).map { _ in
        if Int.random(in: 0..<4, using: &random) > 0 {
          return Array(words.randomElement(using: &random).map(\.utf8) ?? "".utf8)
        }
        return (0..<Int.random(in: 0...12, using: &random)).map { _ in UInt8.random(in: 1...255, using: &random) }
      }
      // Whatever the garbage means, it may not ask anybody for long.
      run.arguments.append(Array("--source=index".utf8))
      run.arguments.append(Array("--index=/nowhere".utf8))
      let outcome = try await run.run()
      #expect([0, 1, 2].contains(outcome.status), "\(run.arguments) \(outcome)")
      #expect(outcome.errors.unicodeScalars.allSatisfy { $0 == "\n" || $0.properties.generalCategory != .control })
    }
  }
}
