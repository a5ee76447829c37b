import Domain
import Testing

@testable import App

@Suite struct ForeignFormatSentenceTests {
  @Test(arguments: ForeignFormat.allCases)
  func `each says what the file is and what to do`(format: ForeignFormat) async {
    let run = Run()
    run.provider.indexFiles.fail(with: .foreignFormat(path: "my places.bin", format))
    let outcome = await run("index build a.csv -o p.pfx")
    #expect(outcome.status == 2)
    #expect(outcome.errors.hasPrefix("placefind: my places.bin is "))
    let commands = ["ogr2ogr", "osmium", "duckdb", "soffice", "git lfs", "-dc", "unzip", "Download", "download"]
    #expect(commands.contains { outcome.errors.contains($0) }, "\(outcome.errors)")
  }
}
