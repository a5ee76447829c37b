import Foundation
import Testing

/// The folders of App depend on each other in one direction only; Structure.md gives the order.
struct FolderDirectionTests {
  private static let app = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("Sources/App")

  /// All folders, each after those whose types it may use.
  private static let order = [
    "System", "Rendering", "Options", "Messages", "Batch/Input", "Batch/Output", "Batch/Resume", "Batch/Run", "Browse",
    "Commands",
  ]

  /// The code of a folder's files and of those in its subfolders.
  private static func code(of folder: String) throws -> String {
    let files = FileManager.default.enumerator(at: app.appendingPathComponent(folder), includingPropertiesForKeys: nil)
    return try (files?.compactMap { $0 as? URL } ?? []).filter { $0.pathExtension == "swift" }
      .map { try String(contentsOf: $0, encoding: .utf8) }.joined(separator: "\n")
  }

  /// The types that code declares for others.
  private static func types(in code: String) -> Set<String> {
    let declaration = /(?m)^(?:public )?(?:final |indirect )?(?:struct|enum|class|protocol|actor|typealias) (\w+)/
    return Set(code.matches(of: declaration).map { String($0.output.1) })
  }

  /// The words of code, without comments and string literals; an interpolation is code.
  private static func words(in code: String) -> Set<String> {
    let plain = code.replacing(/"""[^\n]*\n(?s:.*?)"""/, with: "").replacing(/\/\/[^\n]*/, with: "")
      .replacing(/"[^"\\\n]*"/, with: "")
    return Set(plain.split { !$0.isLetter && !$0.isNumber && $0 != "_" }.map(String.init))
  }

  @Test func `a name in code counts, one in a comment or a string literal does not`() {
    let code = """
      import Domain
      /// Like ``Above``.
      struct Here { let text = "Above", other: Below, third = "\\(Inside.self)" }  // Above
      """
    #expect(Self.types(in: code) == ["Here"])
    #expect(Self.words(in: code).intersection(["Above", "Below", "Inside"]) == ["Below", "Inside"])
  }

  @Test(.enabled(if: FileManager.default.fileExists(atPath: app.path), "the sources are not beside the tests"))
  func `every folder has its place in the order`() throws {
    let files = FileManager.default.enumerator(at: Self.app, includingPropertiesForKeys: nil)
    for case let file as URL in try #require(files) where file.pathExtension == "swift" {
      let folder = file.deletingLastPathComponent().path.dropFirst(Self.app.path.count + 1)
      let isPlaced = Self.order.contains { folder == $0 || folder.hasPrefix($0 + "/") }
      #expect(isPlaced || file.lastPathComponent == "Application.swift", "\(folder)")
    }
  }

  @Test(
    .enabled(if: FileManager.default.fileExists(atPath: app.path), "the sources are not beside the tests"),
    arguments: order.indices
  )
  func `a folder uses no type of a later folder`(position: Int) throws {
    let own = try Self.code(of: Self.order[position])
    let (types, words) = (Self.types(in: own), Self.words(in: own))
    #expect(types.count >= 3)
    for other in Self.order[(position + 1)...] {
      let named = try Self.types(in: Self.code(of: other)).subtracting(types).intersection(words)
      #expect(named.isEmpty, "\(Self.order[position]) uses \(other)")
    }
  }
}
