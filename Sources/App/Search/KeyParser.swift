import Domain

/// Reads the key in a key file: alone on a line, or assigned as in a shell or an `.env` file.
///
/// `abc` · `API_KEY=abc` · `export API_KEY="abc"`. A byte order mark, empty lines and comments with `#` are ignored,
/// and so are all other lines next to a named key.
struct KeyParser: Sendable {
  /// The environment variable of the key, which a line may assign.
  let variable: String

  /// Reads the key.
  ///
  /// Returns the key; `nil` if no line, or several lines, may be the key.
  func key(in text: String) -> APIKey? {
    let plain = text.unicodeScalars.first == "\u{FEFF}" ? Substring(text.unicodeScalars.dropFirst()) : text[...]
    let lines = plain.split(whereSeparator: \.isNewline).map(\.trimmed).filter { !$0.isEmpty && $0.first != "#" }
    if let named = lines.lazy.compactMap(value).last { return APIKey(String(named)) }
    return lines.count == 1 && !Self.setsVariable(lines[0]) ? APIKey(String(lines[0])) : nil
  }

  /// Returns whether a line assigns a variable, which may be another secret.
  ///
  /// A key has equals signs only at its end.
  private static func setsVariable(_ line: Substring) -> Bool { line.drop { $0 != "=" }.contains { $0 != "=" } }

  /// Returns the value that a line assigns to the key; `nil` for other lines.
  private func value(of line: Substring) -> Substring? {
    var line = line
    if line.hasPrefix("export ") { line = line.dropFirst("export ".count).trimmed }
    guard line.hasPrefix(variable) else { return nil }
    line = line.dropFirst(variable.count).trimmed
    guard let mark = line.first, mark == "=" || mark == ":" else { return nil }
    let value = line.dropFirst().trimmed
    if let quote = value.first, quote == "\"" || quote == "'" { return value.dropFirst().prefix { $0 != quote } }
    return value.prefix { !$0.isWhitespace && $0 != "#" }
  }
}
