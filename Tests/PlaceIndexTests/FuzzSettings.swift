import Foundation

/// How long the tests with damaged files go on.
///
/// `PLACEFIND_FUZZ=100000` is the long run; `PLACEFIND_FUZZ_FILES` names a directory whose files are damaged as well. Under
/// `swift test --sanitize=address` every access outside of memory shows.
enum FuzzSettings {
  /// How many damaged files are tried in all.
  static let count = Int(ProcessInfo.processInfo.environment["PLACEFIND_FUZZ"] ?? "") ?? 500

  /// The beginnings of the files in the directory.
  static let files: [[UInt8]] = {
    guard let directory = ProcessInfo.processInfo.environment["PLACEFIND_FUZZ_FILES"] else { return [] }
    let names = ((try? FileManager.default.contentsOfDirectory(atPath: directory)) ?? []).sorted()
    return names.compactMap { name in
      let content = FileManager.default.contents(atPath: directory + "/" + name) ?? Data()
      return content.isEmpty ? nil : Array(content.prefix(6000))
    }
  }()
}
