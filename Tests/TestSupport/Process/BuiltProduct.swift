import Foundation

/// Finds programs that were built together with the tests.
package enum BuiltProduct {
  /// The path of a program beside the test bundle.
  ///
  /// - Parameter name: The program's name.
  /// - Returns: Its path; `nil` when it was not built.
  package static func path(of name: String) -> String? {
    let bundles = [Bundle.main] + Bundle.allBundles
    let starts = bundles.flatMap { [$0.executableURL, $0.bundleURL].compactMap(\.self) }
    for start in starts {
      let path = start.deletingLastPathComponent().appendingPathComponent(name).path
      if FileManager.default.isExecutableFile(atPath: path) { return path }
    }
    return nil
  }
}
