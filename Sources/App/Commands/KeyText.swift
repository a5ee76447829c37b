import Domain

/// Finds the key in the text of a file: by itself on a line, or as a shell or an `.env` file sets it.
///
/// `abc` · `KAKAO_REST_API_KEY=abc` · `export KAKAO_REST_API_KEY="abc"`; a byte order mark, blank lines, lines that begin
/// with `#` and, where the key has a name, all other lines are passed over.
enum KeyText {
  /// Finds the key.
  ///
  /// - Parameter text: All of the file.
  /// - Returns: The key; `nil` when there is none, or more than one line might be it.
  static func key(in text: String) -> APIKey? {
    let plain = text.unicodeScalars.first == "\u{FEFF}" ? Substring(text.unicodeScalars.dropFirst()) : text[...]
    let lines = plain.split(whereSeparator: \.isNewline).map(trimmed).filter { !$0.isEmpty && $0.first != "#" }
    if let named = lines.lazy.compactMap(value).last { return APIKey(String(named)) }
    return lines.count == 1 ? APIKey(String(lines[0])) : nil
  }

  /// What a line gives to the variable of the key; `nil` for any other line.
  private static func value(of line: Substring) -> Substring? {
    var line = line
    if line.hasPrefix("export ") { line = trimmed(line.dropFirst("export ".count)) }
    guard line.hasPrefix(EnvironmentVariable.key.rawValue) else { return nil }
    line = trimmed(line.dropFirst(EnvironmentVariable.key.rawValue.count))
    guard let mark = line.first, mark == "=" || mark == ":" else { return nil }
    let value = trimmed(line.dropFirst())
    if let quote = value.first, quote == "\"" || quote == "'" { return value.dropFirst().prefix { $0 != quote } }
    return value.prefix { !$0.isWhitespace && $0 != "#" }
  }

  private static func trimmed(_ text: Substring) -> Substring {
    var text = text
    while text.first?.isWhitespace == true { text.removeFirst() }
    while text.last?.isWhitespace == true { text.removeLast() }
    return text
  }
}
