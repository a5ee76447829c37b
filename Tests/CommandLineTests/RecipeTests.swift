import Foundation
import TestSupport
import Testing

/// Runs what the README shows; see ``Recipe`` for how a block is marked.
@Suite(.timeLimit(.minutes(1)))
struct RecipeTests {
  private static let readme = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("README.md").path

  /// The directory of jq, which most recipes need.
  private static let jqDirectory = (ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin").split(separator: ":")
    .map(String.init).first { FileManager.default.isExecutableFile(atPath: $0 + "/jq") }

  @Test(
    .enabled(if: FileManager.default.fileExists(atPath: readme), "the README is not beside the tests"),
    .enabled(if: jqDirectory != nil, "the recipes of the README are NOT tested: jq is not on the PATH")
  )
  func `the recipes of the README work as they are written`() async throws {
    let recipes = Recipe.recipes(in: try String(contentsOfFile: Self.readme, encoding: .utf8))
    #expect(recipes.count >= 3, "the README shows hardly anything that is run")
    try await TemporaryDirectory.with { directory in
      for recipe in recipes {
        let outcome = try await run(recipe.commands, in: directory)
        #expect(outcome.status == 0, "README.md:\(recipe.line) \(outcome.errors)")
        if let output = recipe.output {
          #expect(Recipe.matches(outcome.output, output), "README.md:\(recipe.line) prints:\n\(outcome.output)")
        }
      }
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

  @Test func `a marked block is a recipe and the block after it its output`() {
    let recipes = Recipe.recipes(
      in: """
        text
        ```sh run
        echo a
        echo b
        ```

        ```text output
        a
        b
        ```
        ```sh
        rm -rf /
        ```
        ```text output
        nothing
        ```
        ```sh run
        echo c
        ```
        """
    )
    #expect(recipes.map(\.commands) == ["echo a\necho b\n", "echo c\n"])
    #expect(recipes.map(\.output) == ["a\nb\n", nil])
    #expect(recipes.map(\.line) == [2, 17])
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
