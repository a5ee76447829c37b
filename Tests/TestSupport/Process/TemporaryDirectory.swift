import Foundation

/// A directory of its own for one test, gone with its owner: the suite that holds it, or the work that it is given to.
package final class TemporaryDirectory: Sendable {
  package let path = NSTemporaryDirectory() + "placefind-test-" + UUID().uuidString

  package init() { try? FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true) }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// Gives a new directory to some work.
  package static func with<Result>(_ work: (TemporaryDirectory) async throws -> Result) async throws -> Result {
    let directory = TemporaryDirectory()
    // The work may hold its path alone.
    defer { withExtendedLifetime(directory) {} }
    return try await work(directory)
  }

  /// The path of a file in it.
  package func file(_ name: String) -> String { path + "/" + name }

  /// The text of a file in it; `nil` when there is none.
  package func text(of name: String) -> String? { try? String(contentsOfFile: file(name), encoding: .utf8) }

  package func write(_ text: String, to name: String) throws {
    try text.write(toFile: file(name), atomically: false, encoding: .utf8)
  }

  /// The names of everything in it, in order.
  package var names: [String] { ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted() }
}
