import Testing

/// A block of shell commands in the documentation, with its expected output.
///
/// A block that begins with ```` ```sh run ```` is a recipe. If the next block begins with ```` ```text output ```` (or
/// `json output`, `csv output`), the commands must print exactly that on standard output; a line `…` matches any lines.
/// Recipes must succeed. Those of a page run in order in the same directory, which is initially empty.
struct Recipe: Sendable, CustomTestStringConvertible {
  /// The first line of the block, counted from 1.
  let line: Int
  let commands: String
  /// The expected output; `nil` if the page doesn't show it.
  let output: String?

  var testDescription: String { "line \(line)" }

  static func recipes(in page: String) -> [Recipe] {
    var recipes: [Recipe] = []
    var block: (language: String, line: Int, text: String)?
    var previousLanguage = ""
    for (position, line) in page.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
      if line.hasPrefix("```") {
        guard let (language, start, text) = block else {
          block = (String(line.dropFirst(3)), position + 1, "")
          continue
        }
        if language == "sh run" {
          recipes.append(Recipe(line: start, commands: text, output: nil))
        } else if language.hasSuffix(" output"), previousLanguage == "sh run", let last = recipes.popLast() {
          recipes.append(Recipe(line: last.line, commands: last.commands, output: text))
        }
        previousLanguage = language
        block = nil
      } else if let (language, start, text) = block {
        block = (language, start, text + line + "\n")
      }
    }
    return recipes
  }

  /// Returns the files that the commands of a page read, and the directories into which they write, unless an earlier
  /// command makes them.
  static func missingFiles(in page: String) -> [String] {
    var missing: [String] = []
    var made: Set<Substring> = []
    var isShell = false
    for line in page.split(separator: "\n") {
      if line.hasPrefix("```") {
        isShell = !isShell && line.hasPrefix("```sh")
        continue
      }
      guard isShell else { continue }
      var previous: Substring = ""
      for word in line.prefix(while: { $0 != "#" }).split(separator: " ") {
        defer { previous = word }
        let path = word.prefix { $0 != "=" }
        if line.hasPrefix("curl "), word.contains("://") { made.formUnion(word.split(separator: "/").suffix(1)) }
        if previous == "-p" { made.insert(path + "/") }
        let isWritten = [">", "-o", "--failures", "--summary"].contains(previous)
        guard isWritten || path.contains(/^[\w.\/~-]+\.(csv|tsv|json|ndjson|geojson|geojsonseq|pbf|pfx|poly|gpx|md)$/)
        else { continue }
        if !isWritten {
          if !made.contains(path) { missing.append(String(path)) }
        } else if let slash = path.lastIndex(of: "/"), !made.contains(path[...slash]) {
          missing.append(String(path[...slash]))
        }
        made.insert(path)
      }
    }
    return missing
  }

  /// Returns whether a text matches the page, with `…` lines matching any lines.
  static func matches(_ text: String, _ shown: String) -> Bool {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    let pattern = shown.split(separator: "\n", omittingEmptySubsequences: false)
    // Whether the lines from one index match the pattern from another. Recursive, because inputs are short.
    func match(_ line: Int, _ part: Int) -> Bool {
      guard part < pattern.count else { return line == lines.count }
      if pattern[part] == "…" { return (line...lines.count).contains { match($0, part + 1) } }
      return line < lines.count && lines[line] == pattern[part] && match(line + 1, part + 1)
    }
    return match(0, 0)
  }
}
