import Domain
import Platform
import Testing

@testable import App

/// The messages and errors for the fictional sample.
struct SampleTests {
  private func run(errorColumns: Int? = nil) -> Run {
    let sample = StubProvider(.success(.collection([.full], source: .sample)))
    return Run(provider: sample, errorColumns: errorColumns, services: Service.all)
  }

  @Test func `the notice is one line of a terminal`() {
    for services in [[Service.kakao], Service.all] {
      let line = "placefind: " + ResultNotices.sampleNotice(services).text
      #expect(DisplayWidth.of(line) <= 80 || services.count == 1, "\(line)")
      #expect(!line.contains("\n"))
    }
    #expect(ResultNotices.sampleNotice(Service.all).text.hasSuffix("--source osm."))
  }

  @Test func `a terminal and a script get the notice unless they are quiet`() async {
    for run in [run(errorColumns: 80), run()] {
      #expect(await run("-c gas --at 37.5,127 --quiet").errors.isEmpty)
      #expect(await run("-c gas --at 37.5,127").errors.contains("Fictional places of the bundled sample"))
    }
  }

  @Test(arguments: [
    ("-c gas", Int32(2)), ("-c gas,cafe -n all", 2), ("-c any", 2), ("-c gas --anywhere", 0), ("-q x", 0),
    ("-c gas -q x", 0), ("-c gas --at 37.5,127", 0), ("-c gas --bbox 127,37,128,38", 0), ("-c gas --index i.pfx", 0),
  ])
  func `a category without a place is refused over the sample alone`(line: String, status: Int32) async {
    let run = run()
    let outcome = await run(line)
    #expect(outcome.status == status, "\(outcome.errors)")
    guard status != 0 else { return }
    for words in ["--at 37.4979,127.0276", "--anywhere", "--source osm"] { #expect(outcome.errors.contains(words)) }
    #expect(run.provider.requests.query == nil)
  }

  @Test(arguments: [
    ("-c 화장실 --at 37.4979,127.0276", true), ("-c toilets --at 37.51,127.03 -r 2km", true),
    ("-c toilets --bbox 127.02,37.49,127.04,37.51", true), ("-c gas --at 37.6,127.0276", false),
    ("-c gas --at 52,5", false), ("-c gas --bbox 5,52,6,53", false),
  ])
  func `no message suggests the place where the user already is`(line: String, isThere: Bool) async {
    let empty = StubProvider(.success(.collection([], source: .sample)))
    let errors = await Run(provider: empty)(line).errors
    #expect(errors.contains("a point near 37.4979,127.0276") == !isThere, "\(errors)")
    #expect(errors.contains("another source (the sample") == isThere)
  }
}
