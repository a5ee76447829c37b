import Domain

extension World {
  /// The path of the default index file; `nil` without a home directory.
  var defaultIndexPath: String? { dataDirectory.map { "\($0)/\(SourceConfiguration.defaultIndexName)" } }

  /// The directory of the default index and downloaded indexes; `nil` without a home directory.
  var dataDirectory: String? { directory(.dataHome, default: "/.local/share") }

  /// The program's directory below an XDG base directory; `nil` without a home directory.
  func directory(_ variable: EnvironmentVariable, default subdirectory: String) -> String? {
    // A relative path is ignored (XDG Base Directory Specification 0.8).
    let base = self[variable: variable].flatMap { path in path.hasPrefix("/") ? path : nil }
    let home = self[variable: .home].flatMap { path in path.hasPrefix("/") ? path + subdirectory : nil }
    return (base ?? home).map { $0 + "/placefind" }
  }

  /// The path of the index that a word means: a file, or a downloaded index.
  func indexPath(named word: String) -> String {
    guard !word.contains("/"), !files.exists(word), let path = fetchedIndexPath(named: word) else { return word }
    return files.exists(path) ? path : word
  }

  /// The path of the index that a word means.
  ///
  /// Throws if it is neither a file nor in the data directory.
  func existingIndexPath(named word: String) throws(Failure) -> String {
    let path = indexPath(named: word)
    guard path.contains(".") || path == "-" || files.exists(path) else { throw .indexMissing(path) }
    return path
  }

  /// The path of a downloaded index, whether or not it exists; `nil` without a home directory.
  func fetchedIndexPath(named name: String) -> String? { dataDirectory.map { "\($0)/\(name).pfx" } }
}
