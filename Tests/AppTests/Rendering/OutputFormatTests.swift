import Testing

@testable import App

struct OutputFormatTests {
  @Test func `an extension asks for one format`() {
    let extensions = OutputFormat.allCases.flatMap(\.extensions)
    #expect(Set(extensions).count == extensions.count)
    #expect(extensions.allSatisfy { $0 == $0.lowercased() })
  }

  @Test(arguments: DocumentKind.allCases)
  func `a document is written in each of its formats`(document: DocumentKind) {
    #expect(OutputFormat.all(of: document).count > 1)
  }

  @Test(arguments: OutputFormat.allCases)
  func `a file extension has the same effect as the option`(format: OutputFormat) async throws {
    let query = "-c gas --at 37.4979,127.0276 "
    for ending in format.extensions {
      let (named, suggested) = (MemoryFiles(), MemoryFiles())
      #expect(await Run(files: named, outputColumns: 80)(query + "-f \(format) -o a.txt").status == 0)
      #expect(await Run(files: suggested, outputColumns: 80)(query + "-o a.\(ending)").status == 0)
      let written = try #require(named["a.txt"])
      #expect(suggested["a.\(ending)"] == written)
    }
  }

  @Test(arguments: OutputFormat.allCases)
  func `a list and a batch take the formats that they can have, and name them`(format: OutputFormat) async {
    for (line, document) in [("categories", DocumentKind.list), ("index list", .index), ("batch -c gas", .records)] {
      let outcome = await Run()("\(line) -f \(format)")
      let isRefused = outcome.errors.contains("'\(format)'")
      #expect(isRefused == !format.documents.contains(document), "\(line): \(outcome.errors)")
      guard isRefused else { continue }
      #expect(outcome.status == 2)
      for known in OutputFormat.all(of: document) { #expect(outcome.errors.contains(known.rawValue)) }
    }
  }

  @Test(arguments: OutputFormat.allCases)
  func `the extension of an output selects only document formats`(format: OutputFormat) throws {
    for ending in format.extensions {
      for document in DocumentKind.allCases {
        var output = Arguments.Output()
        output.path = "a.\(ending.uppercased())"
        if format.documents.contains(document) {
          #expect(try output.format(nil, for: document) == format)
        } else if format.claimsItsExtensions {
          #expect(throws: Failure.self) { try output.format(nil, for: document) }
        } else {
          #expect(try output.format(nil, for: document) == nil)
        }
      }
    }
  }
}
