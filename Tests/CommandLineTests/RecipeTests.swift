import Foundation
import TestSupport
import Testing

/// Runs the examples of the documentation; ``Recipe`` describes how a block is marked.
@Suite(.timeLimit(.minutes(20))) struct RecipeTests {
  private static let root = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// The directory of jq, which most recipes need.
  private static let jqDirectory = (ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin").split(separator: ":")
    .map(String.init).first { FileManager.default.isExecutableFile(atPath: $0 + "/jq") }

  /// A page whose recipes are run.
  struct Page: Sendable, CustomTestStringConvertible {
    let path: String
    let recipeCount: Int
    /// The source that the reader has selected before the first recipe; `nil` if the page selects one.
    var source: String?
    /// Whether the reader has downloaded files; miniatures in the published formats replace them.
    var hasDownloads = false

    var testDescription: String { path }
  }

  private static let pages = [
    Page(path: "README.md", recipeCount: 7),
    Page(path: "Sources/Domain/Domain.docc/Korean.md", recipeCount: 5),
    Page(path: "Sources/Domain/Domain.docc/Batch.md", recipeCount: 2, source: "sample"),
    Page(path: "Sources/Domain/Domain.docc/OpenData.md", recipeCount: 5, hasDownloads: true),
    Page(path: "Sources/App/Commands/Skill/SKILL.md", recipeCount: 6, source: "sample"),
  ]

  @Test(
    .enabled(if: FileManager.default.fileExists(atPath: root.path + "/README.md"), "no pages next to the tests"),
    .enabled(if: jqDirectory != nil, "the recipes of the pages are NOT tested: jq is not on the PATH"),
    arguments: pages
  )
  func `the recipes of a page work as they are written`(page: Page) async throws {
    let recipes = Recipe.recipes(in: try Self.text(of: page))
    #expect(recipes.count == page.recipeCount)
    try await TemporaryDirectory.with { directory in
      if page.hasDownloads { try Self.copyMiniatures(into: directory) }
      // A shell keeps variables from one recipe to the next.
      var variables = page.source.map { ["export PLACEFIND_SOURCE=\($0)"] } ?? []
      for recipe in recipes {
        let outcome = try await run(variables.joined(separator: "\n") + "\n" + recipe.commands, in: directory)
        #expect(outcome.status == 0, "\(page.path):\(recipe.line) \(outcome.errors)")
        if let output = recipe.output {
          #expect(Recipe.matches(outcome.output, output), "\(page.path):\(recipe.line) prints:\n\(outcome.output)")
        }
        variables += recipe.commands.split(separator: "\n").filter { $0.hasPrefix("export ") }.map(String.init)
      }
    }
  }

  @Test(.enabled(if: FileManager.default.fileExists(atPath: root.path + "/README.md"), "no pages next to the tests"))
  func `every file and folder in the commands of the README comes from one of them`() throws {
    for page in Self.pages where !page.hasDownloads {
      #expect(Recipe.missingFiles(in: try Self.text(of: page)) == [], "\(page.path)")
    }
    let page = """
      ```sh
      curl -LO https://example.org/a.csv
      placefind index build a.csv b.csv=cafe -o a.pfx && placefind -c cafe --index a.pfx --within c.geojson
      mkdir -p known && placefind skill > known/x.md && placefind skill > unknown/x.md
      ```
      """
    #expect(Recipe.missingFiles(in: page) == ["b.csv", "c.geojson", "unknown/"])
  }

  private static func text(of page: Page) throws -> String {
    try String(contentsOfFile: "\(root.path)/\(page.path)", encoding: .utf8)
  }

  private static func copyMiniatures(into directory: TemporaryDirectory) throws {
    let miniatures = "\(root.path)/Tests/CommandLineTests/Miniatures"
    for name in try FileManager.default.contentsOfDirectory(atPath: miniatures) {
      try FileManager.default.copyItem(atPath: "\(miniatures)/\(name)", toPath: directory.file(name))
    }
  }

  private func run(_ commands: String, in directory: TemporaryDirectory) async throws -> Invocation.Outcome {
    let program = try Placefind.invocation("").program
    let directoryOfProgram = URL(fileURLWithPath: program).deletingLastPathComponent().path
    var shell = Invocation("/bin/sh", ["-euc", "cd '\(directory.path)'\n\(commands)"])
    shell.environment = [
      "PATH": "\(directoryOfProgram):\(Self.jqDirectory ?? "/usr/bin"):/usr/bin:/bin", "HOME": directory.path,
      "LANG": "C.UTF-8",
      "no_proxy": "127.0.0.1,localhost",
    ]
    return try await shell.run()
  }

  @Test(arguments: [
    ("a\nb\n", "a\nb\n", true), ("a\nb\n", "a\n", false), ("a\nb\nc\n", "a\n…\nc\n", true),
    ("a\nc\n", "a\n…\nc\n", true),
    ("a\nb\n", "…\n", true), ("a\nb\n", "…\nc\n", false), ("", "", true), ("a\n", "b\n", false),
  ])
  func `a line of three dots matches any lines`(text: String, shown: String, isMatch: Bool) {
    #expect(Recipe.matches(text, shown) == isMatch)
  }
}
