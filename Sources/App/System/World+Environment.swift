import Domain
import System

extension World {
  /// The value of a variable; `nil` if it is unset or empty.
  subscript(variable variable: EnvironmentVariable) -> String? { self[variable: variable.rawValue] }

  /// The value of the variable with a name; `nil` if it is unset or empty.
  subscript(variable name: String) -> String? { environment(name).flatMap { $0.isEmpty ? nil : $0 } }

  /// The width set by `COLUMNS`, for an output that isn't a terminal.
  var columns: Int? { self[variable: .columns].flatMap(FileDescriptor.screenSize) }

  /// The language of the locale, such as `ko`; `nil` for C and POSIX.
  var language: String? {
    let locale = self[variable: .localeOfAll] ?? self[variable: .localeOfMessages] ?? self[variable: .locale]
    guard let word = locale?.prefix(while: { $0.isLetter }), word != "C", word != "POSIX", (2...3).contains(word.count)
    else { return nil }
    return word.lowercased()
  }

  /// Whether the locale's encoding is UTF-8.
  var isUTF8: Bool {
    let locale = self[variable: .localeOfAll] ?? self[variable: .localeOfCharacters] ?? self[variable: .locale] ?? ""
    let letters = locale.lowercased().filter { $0 != "-" }
    return letters.hasSuffix("utf8") || letters.contains("utf8@")
  }

  /// Whether a person uses the process: its input or standard error is a terminal.
  var hasPerson: Bool { inputIsTerminal || standardError.isTerminal }

  /// Whether there is a desktop with a browser.
  var hasDesktop: Bool {
    #if os(Linux)
      [EnvironmentVariable.display, .waylandDisplay, .browser].contains { self[variable: $0] != nil }
    #else
      true
    #endif
  }
}

extension World {
  /// The path of the default index file; `nil` without a home directory.
  var defaultIndexPath: String? { dataDirectory.map { "\($0)/\(SourceConfiguration.defaultIndexName)" } }

  /// The directory of the default index and downloaded indexes; `nil` without a home directory.
  var dataDirectory: String? { directory(.dataHome, default: "/.local/share") }

  /// Returns the program's directory below an XDG base directory; `nil` without a home directory.
  func directory(_ variable: EnvironmentVariable, default subdirectory: String) -> String? {
    // A relative path is ignored (XDG Base Directory Specification 0.8).
    let base = self[variable: variable].flatMap { path in path.hasPrefix("/") ? path : nil }
    let home = self[variable: .home].flatMap { path in path.hasPrefix("/") ? path + subdirectory : nil }
    return (base ?? home).map { $0 + "/placefind" }
  }

  /// Returns the path of the index that a word means: a file, or a downloaded index.
  func indexPath(named word: String) -> String {
    guard !word.contains("/"), !files.exists(word), let path = fetchedIndexPath(named: word) else { return word }
    return files.exists(path) ? path : word
  }

  /// Returns the path of the index that a word means.
  ///
  /// Throws if it is neither a file nor in the data directory.
  func existingIndexPath(named word: String) throws(Failure) -> String {
    let path = indexPath(named: word)
    guard path.contains(".") || path == "-" || files.exists(path) else { throw .indexMissing(path) }
    return path
  }

  /// Returns the path of a downloaded index, whether or not it exists; `nil` without a home directory.
  func fetchedIndexPath(named name: String) -> String? { dataDirectory.map { "\($0)/\(name).pfx" } }
}
