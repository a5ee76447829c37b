import Foundation

/// Finds programs that were built with the tests.
package enum BuiltProduct {
  /// The variable that names another folder of programs; `make test-release` uses it to test the released binary.
  private static let folderVariable = "PLACEFIND_TEST_BINARIES"

  /// Whether the programs under test are released binaries.
  package static var isReleased: Bool { ProcessInfo.processInfo.environment[folderVariable] != nil }

  /// Returns the path of a program next to the test bundle, or in the folder named by the environment.
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
