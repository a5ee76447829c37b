import Foundation
import TestSupport
import Testing

/// Runs what the pages show; see ``Recipe`` for how a block is marked.
@Suite(.timeLimit(.minutes(5))) struct RecipeTests {
  private static let root = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// The directory of jq, which most recipes need.
  private static let jqDirectory = (ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin").split(separator: ":")
    .map(String.init).first { FileManager.default.isExecutableFile(atPath: $0 + "/jq") }

  @Test(
    .enabled(if: FileManager.default.fileExists(atPath: root.path + "/README.md"), "no pages beside the tests"),
    .enabled(if: jqDirectory != nil, "the recipes of the pages are NOT tested: jq is not on the PATH"),
    arguments: [
      ("README.md", 7), ("Sources/Domain/Domain.docc/Batch.md", 2),
      ("Sources/Domain/Domain.docc/FromNothingToAnswers.md", 5), ("Sources/App/Commands/Skill/SKILL.md", 6),
    ]
  )
  func `the recipes of a page work as they are written`(page: String, count: Int) async throws {
    let recipes = Recipe.recipes(in: try String(contentsOfFile: "\(Self.root.path)/\(page)", encoding: .utf8))
    #expect(recipes.count == count)
    try await TemporaryDirectory.with { directory in
      try Self.copyMiniatures(into: directory)
      for recipe in recipes {
        let outcome = try await run(recipe.commands, in: directory)
        #expect(outcome.status == 0, "\(page):\(recipe.line) \(outcome.errors)")
        if let output = recipe.output {
          #expect(Recipe.matches(outcome.output, output), "\(page):\(recipe.line) prints:\n\(outcome.output)")
        }
      }
    }
  }

  /// Copies miniatures of the files that the pages name, in the form in which they are published.
  private static func copyMiniatures(into directory: TemporaryDirectory) throws {
    let miniatures = "\(root.path)/Tests/CommandLineTests/Miniatures"
    for name in try FileManager.default.contentsOfDirectory(atPath: miniatures) {
      try FileManager.default.copyItem(atPath: "\(miniatures)/\(name)", toPath: directory.file(name))
    }
  }

  private func run(_ commands: String, in directory: TemporaryDirectory) async throws -> Invocation.Outcome {
    let program = try Placefind.invocation("").program
    let beside = URL(fileURLWithPath: program).deletingLastPathComponent().path
    var shell = Invocation("/bin/sh", ["-euc", "cd '\(directory.path)'\n\(commands)"])
    shell.environment = [
      "PATH": "\(beside):\(Self.jqDirectory ?? "/usr/bin"):/usr/bin:/bin", "HOME": directory.path, "LANG": "C.UTF-8",
      "no_proxy": "127.0.0.1,localhost",
    ]
    return try await shell.run()
  }

  @Test(arguments: [
    ("a\nb\n", "a\nb\n", true), ("a\nb\n", "a\n", false), ("a\nb\nc\n", "a\n…\nc\n", true),
    ("a\nc\n", "a\n…\nc\n", true),
    ("a\nb\n", "…\n", true), ("a\nb\n", "…\nc\n", false), ("", "", true), ("a\n", "b\n", false),
  ])
  func `a line of three dots stands for any lines`(text: String, shown: String, isMatch: Bool) {
    #expect(Recipe.matches(text, shown) == isMatch)
  }
}
