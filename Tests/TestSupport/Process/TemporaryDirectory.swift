import Foundation

/// A temporary directory that is deleted when this object is released.
package final class TemporaryDirectory: Sendable {
  /// The parent of the directories of this process.
  ///
  /// It is removed when the process exits, with the directories that static properties hold and with files that a
  /// test's program writes after its directory is gone.
  private static let parent: String = {
    let path = NSTemporaryDirectory() + "placefind-test-\(ProcessInfo.processInfo.processIdentifier)"
    atexit { try? FileManager.default.removeItem(atPath: TemporaryDirectory.parent) }
    return path
  }()

  package let path = "\(TemporaryDirectory.parent)/\(UUID().uuidString)"

  package init() { try? FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true) }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// Passes a new directory to some work.
  package static func with<Result>(_ work: (TemporaryDirectory) async throws -> Result) async throws -> Result {
    let directory = TemporaryDirectory()
    // The work may use only the path.
    defer { withExtendedLifetime(directory) {} }
    return try await work(directory)
  }

  /// Returns the path of a file in the directory.
  package func file(_ name: String) -> String { path + "/" + name }

  /// Returns the text of a file in the directory; `nil` if it doesn't exist.
  package func text(of name: String) -> String? { try? String(contentsOfFile: file(name), encoding: .utf8) }

  package func write(_ text: String, to name: String) throws {
    try text.write(toFile: file(name), atomically: false, encoding: .utf8)
  }

  /// The names of everything in the directory, sorted.
  package var names: [String] { ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted() }
}
