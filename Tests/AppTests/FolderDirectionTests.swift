import Foundation
import Testing

/// The folders of a target depend on each other in one direction only; Structure.md gives the orders.
struct FolderDirectionTests {
  private static let sources = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("Sources")

  /// All folders of a target, each after those whose types it may use.
  private static let orders = [
    "App": [
      "System", "Rendering", "Options", "Messages", "Batch/Input", "Batch/Output", "Batch/Resume", "Batch/Run",
      "Browse", "Commands",
    ],
    "Platform": ["System", "HTTP", "Requests", "Stores", "Offline", "", "Kakao", "OSM"],
    "PlaceIndex": ["Concurrency", "Unsafe", "Geometry", "Format", "File", "Query", "", "Build", "Import"],
  ]
  /// The files beside the folders of App, which may use them all.
  private static let above = ["App/Application.swift"]

  /// The code of a folder's files and of those in its subfolders; of a target's own folder, without those.
  private static func code(of folder: String, in target: String) throws -> String {
    let files = FileManager.default.enumerator(
      at: sources.appendingPathComponent(target).appendingPathComponent(folder),
      includingPropertiesForKeys: nil,
      options: folder.isEmpty ? .skipsSubdirectoryDescendants : []
    )
    return try (files?.compactMap { $0 as? URL } ?? []).filter { $0.pathExtension == "swift" }
      .map { try String(contentsOf: $0, encoding: .utf8) }.joined(separator: "\n")
  }

  /// The types that code declares for others.
  private static func types(in code: String) -> Set<String> {
    let declaration = /(?m)^(?:(?:public|package|final|indirect) )*(?:struct|enum|class|protocol|actor|typealias) (\w+)/
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

  @Test(
    .enabled(if: FileManager.default.fileExists(atPath: sources.path), "the sources are not beside the tests"),
    arguments: orders
  )
  func `every folder has its place in the order`(target: String, order: [String]) throws {
    let root = Self.sources.appendingPathComponent(target)
    let files = FileManager.default.enumerator(at: root, includingPropertiesForKeys: nil)
    for case let file as URL in try #require(files) where file.pathExtension == "swift" {
      let folder = String(file.deletingLastPathComponent().path.dropFirst(root.path.count + 1))
      let isPlaced = order.contains { folder == $0 || (!$0.isEmpty && folder.hasPrefix($0 + "/")) }
      #expect(isPlaced || Self.above.contains("\(target)/\(file.lastPathComponent)"), "\(folder)")
    }
  }

  @Test(
    .enabled(if: FileManager.default.fileExists(atPath: sources.path), "the sources are not beside the tests"),
    arguments: orders
  )
  func `a folder uses no type of a later folder`(target: String, order: [String]) throws {
    let codes = try order.map { try Self.code(of: $0, in: target) }
    for (position, own) in codes.enumerated() {
      let (types, words) = (Self.types(in: own), Self.words(in: own))
      #expect(!types.isEmpty)
      for (later, other) in zip(order, codes).dropFirst(position + 1) {
        let named = Self.types(in: other).subtracting(types).intersection(words)
        #expect(named.isEmpty, "\(order[position]) uses \(later)")
      }
    }
  }
}
