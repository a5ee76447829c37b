import Foundation
import Testing

/// The folders of a batch know each other in one direction only; Structure.md says which.
struct FolderDirectionTests {
  private static let batch = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("Sources/App/Batch")

  /// The code of a folder's files, without comments.
  private static func code(of folder: String) throws -> String {
    let files = try FileManager.default.contentsOfDirectory(
      at: batch.appendingPathComponent(folder),
      includingPropertiesForKeys: nil
    )
    return try files.map { try String(contentsOf: $0, encoding: .utf8) }.joined(separator: "\n")
      .replacing(/\/\/[^\n]*/, with: "")
  }

  @Test(
    .enabled(if: FileManager.default.fileExists(atPath: batch.path), "the sources are not beside the tests"),
    arguments: [("Input", ["Output", "Resume", "Run"]), ("Output", ["Resume", "Run"]), ("Resume", ["Run"])]
  )
  func `a folder names no type of a folder above it`(folder: String, above: [String]) throws {
    let code = try Self.code(of: folder)
    let declaration = /(?m)^(?:final |indirect )?(?:struct|enum|class|protocol|actor) (\w+)/
    for other in above {
      let types = try Self.code(of: other).matches(of: declaration).map { String($0.output.1) }
      #expect(types.count >= 3)
      let words = Set(code.split { !$0.isLetter && !$0.isNumber && $0 != "_" }.map(String.init))
      #expect(types.filter(words.contains).isEmpty, "\(folder) uses \(other)")
    }
  }
}
