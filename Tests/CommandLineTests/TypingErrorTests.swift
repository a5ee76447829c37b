import Foundation
import TestSupport
import Testing

/// Typing errors in a search text, on the command line.
@Suite(.timeLimit(.minutes(20))) struct TypingErrorTests {
  private let home = TemporaryDirectory()

  @Test func `a text with a typing error finds the similar name, and a notice says so`() async throws {
    func run(_ line: String) async throws -> Invocation.Outcome {
      try await Placefind.run(line, environment: ["HOME": home.path])
    }
    let (table, index) = (home.file("a.csv"), home.file("a.pfx"))
    try "id,name,lat,lng,category\na,Starbucks,47.0,8.0,cafe\nb,Migros,47.2,8.2,cafe\n"
      .write(toFile: table, atomically: true, encoding: .utf8)
    #expect(try await run("index build \(table) -o \(index)").status == 0)
    let found = try await run("-q strabucks --at 47,8 --index \(index) -f json")
    #expect(found.output.contains(#""text":"starbucks""#) && found.output.contains(#""place_name":"Starbucks""#))
    #expect(found.errors.contains("No place has 'strabucks'. Searched for 'starbucks'."), "\(found.errors)")
    // A name that exists elsewhere isn't corrected, and neither is a text without a similar name.
    for line in ["-q migros --at 47,8 -r 1km", "-q xyzxyz --at 47,8"] {
      let none = try await run("\(line) --index \(index) -f json")
      #expect(none.status == 0 && !none.errors.contains("Searched for"), "\(none.errors)")
      #expect(none.output.contains(#""returned":0"#))
    }
  }
}
