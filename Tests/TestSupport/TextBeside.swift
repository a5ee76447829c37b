import Foundation

/// Returns the text of a file next to the test that requests it.
///
/// Test cases are made from it before any test runs, so an unreadable file ends the process.
public func text(nextTo test: String = #filePath, named name: String) -> String {
  let file = URL(filePath: test).deletingLastPathComponent().appending(path: name)
  guard let text = try? String(contentsOf: file, encoding: .utf8) else {
    preconditionFailure("no text in \(file.path)")
  }
  return text
}
