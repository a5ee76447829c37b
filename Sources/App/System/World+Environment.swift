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
