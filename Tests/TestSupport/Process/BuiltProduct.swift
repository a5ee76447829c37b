import Foundation

/// Finds programs that were built together with the tests.
package enum BuiltProduct {
  /// Names another folder in which the programs lie; `make test-release` tests the released binary that way.
  private static let folderVariable = "PLACEFIND_TEST_BINARIES"

  /// Whether the programs under test are the released ones.
  package static var isReleased: Bool { ProcessInfo.processInfo.environment[folderVariable] != nil }

  /// The path of a program beside the test bundle, or in the folder that the environment names.
  package static func path(of name: String) -> String? {
    if let folder = ProcessInfo.processInfo.environment[folderVariable] {
      let path = URL(fileURLWithPath: folder).appendingPathComponent(name).path
      return FileManager.default.isExecutableFile(atPath: path) ? path : nil
    }
    let bundles = [Bundle.main] + Bundle.allBundles
    let starts = bundles.flatMap { [$0.executableURL, $0.bundleURL].compactMap(\.self) }
    for start in starts {
      let path = start.deletingLastPathComponent().appendingPathComponent(name).path
      if FileManager.default.isExecutableFile(atPath: path) { return path }
    }
    return nil
  }
}
