import Domain

extension World {
  /// The path of the default index file; `nil` when there is no home.
  var defaultIndexPath: String? { dataDirectory.map { "\($0)/\(SourceConfiguration.defaultIndexName)" } }

  /// The directory of the default index and the fetched ones; `nil` when there is no home.
  var dataDirectory: String? { directory(.dataHome, default: "/.local/share") }

  /// The directory of this program below an XDG base directory; `nil` when there is no home.
  func directory(_ variable: EnvironmentVariable, default subdirectory: String) -> String? {
    // A relative path is ignored (XDG Base Directory Specification 0.8).
    let base = self[variable: variable].flatMap { path in path.hasPrefix("/") ? path : nil }
    let home = self[variable: .home].flatMap { path in path.hasPrefix("/") ? path + subdirectory : nil }
    return (base ?? home).map { $0 + "/placefind" }
  }

  /// The path of an index that is named by its file, or as a fetched one.
  func indexPath(named word: String) -> String {
    guard !word.contains("/"), !files.exists(word), let path = fetchedIndexPath(named: word) else { return word }
    return files.exists(path) ? path : word
  }

  /// The path of an index that is named like that; a name that is no file's has to be that of one in the data folder.
  func existingIndexPath(named word: String) throws(Failure) -> String {
    let path = indexPath(named: word)
    guard path.contains(".") || path == "-" || files.exists(path) else { throw .indexMissing(path) }
    return path
  }

  /// The path of a fetched index, whether it exists or not; `nil` when there is no home.
  func fetchedIndexPath(named name: String) -> String? { dataDirectory.map { "\($0)/\(name).pfx" } }
}
