import Foundation

/// A directory of its own for one test, gone after it.
package struct TemporaryDirectory: Sendable {
  /// The path.
  package let path: String

  /// Gives a new directory to some work.
  ///
  /// - Parameter work: What to do in it.
  /// - Returns: What the work returns.
  /// - Throws: What the work throws, or when no directory can be made.
  package static func with<Result>(_ work: (TemporaryDirectory) async throws -> Result) async throws -> Result {
    let path = NSTemporaryDirectory() + "placefind-test-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: path) }
    return try await work(TemporaryDirectory(path: path))
  }

  /// The path of a file in it.
  package func file(_ name: String) -> String { path + "/" + name }

  /// The text of a file in it; `nil` when there is none.
  package func text(of name: String) -> String? { try? String(contentsOfFile: file(name), encoding: .utf8) }

  /// Makes a file in it.
  package func write(_ text: String, to name: String) throws {
    try text.write(toFile: file(name), atomically: false, encoding: .utf8)
  }

  /// The names of everything in it, in order.
  package var names: [String] { ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted() }
}
