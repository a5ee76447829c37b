import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5)))
struct HelpTests {
  @Test func `the short help begins with two examples`() async throws {
    let outcome = try await Placefind.run("-h")
    #expect(outcome.status == 0)
    #expect(outcome.errors.isEmpty)
    let lines = outcome.output.split(separator: "\n")
    #expect(lines.prefix(2).allSatisfy { $0.hasPrefix("  placefind ") })
    #expect(lines.count < 30)
  }

  @Test(arguments: ["--help", "find --help", "categories --help", "help", "help find", "help categories", "help help"])
  func `the full help has everything and fits eighty columns`(line: String) async throws {
    let outcome = try await Placefind.run(line)
    #expect(outcome.status == 0)
    for heading in ["usage:", "Examples", "Exit status"] { #expect(outcome.output.contains(heading)) }
    for line in outcome.output.split(separator: "\n") { #expect(line.count <= 80, "\(line)") }
  }

  @Test func `the version is one line`() async throws {
    let outcome = try await Placefind.run("--version")
    #expect(outcome.output.hasPrefix("placefind "))
    #expect(outcome.output.filter { $0 == "\n" }.count == 1)
    #expect(outcome.status == 0)
  }

  @Test func `every word of the list of categories names a category`() async throws {
    let outcome = try await Placefind.run("categories -f tsv --no-header")
    let rows = outcome.output.split(separator: "\n").map { $0.split(separator: "\t") }
    #expect(rows.count == 18)
    let service = try Service()
    let words = rows.flatMap { $0[3].split(separator: " ") }.joined(separator: ",")
    let answer = try await Placefind.run(
      "-c \(words) --at 37.5,127 --source index --index /nowhere",
      environment: service.environment
    )
    #expect(answer.status == 1, "\(answer.errors)")
    #expect(try await Placefind.run("categories -f json").document()["schema"] as? Int == 1)
    #expect(try await Placefind.run("categories").output.contains("주유소,충전소"))
  }
}
