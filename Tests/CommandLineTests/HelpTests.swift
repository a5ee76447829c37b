import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5))) struct HelpTests {
  @Test func `the short help begins with two examples`() async throws {
    let outcome = try await Placefind.run("-h")
    #expect(outcome.status == 0)
    #expect(outcome.errors.isEmpty)
    let lines = outcome.output.split(separator: "\n")
    #expect(lines.prefix(2).allSatisfy { $0.hasPrefix("  placefind ") })
    #expect(lines.count < 30)
  }

  @Test func `the version is one line`() async throws {
    let outcome = try await Placefind.run("--version")
    #expect(outcome.output.hasPrefix("placefind "))
    #expect(outcome.output.filter { $0 == "\n" }.count == 1)
    #expect(outcome.status == 0)
  }
}
