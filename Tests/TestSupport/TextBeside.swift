import Foundation

/// The text of a file that lies beside the test which asks for it.
///
/// Cases are made of it before any test runs, so that a file that cannot be read ends the process instead of a test.
public func text(beside test: String = #filePath, named name: String) -> String {
  let file = URL(filePath: test).deletingLastPathComponent().appending(path: name)
  guard let text = try? String(contentsOf: file, encoding: .utf8) else {
    preconditionFailure("no text in \(file.path)")
  }
  return text
}
