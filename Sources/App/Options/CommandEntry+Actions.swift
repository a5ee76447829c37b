/// The parts of an entry about one action of a command.
extension CommandEntry {
  /// The examples of an action; all examples if it is `nil`.
  func examples(of command: Command, _ action: String?) -> [(line: String, meaning: String)] {
    guard let action else { return examples }
    let start = "placefind \(command.rawValue) \(action)"
    return examples.filter { example in
      example.line.ranges(of: start).contains { range in
        range.upperBound == example.line.endIndex || !example.line[range.upperBound].isLetter
      }
    }
  }

  /// The synopsis of an action; the whole synopsis if it is `nil` or the synopsis doesn't name it.
  func usage(of command: Command, _ action: String?) -> String {
    guard let action else { return usage }
    let start = "placefind \(command.rawValue) "
    let found = usage.split(separator: "\n").flatMap { line -> [String] in
      let line = line.drop { $0 == " " }
      guard line.hasPrefix(start) else { return [] }
      return Self.alternatives(of: line.dropFirst(start.count)).compactMap { alternative in
        let words = alternative.split(separator: " ", maxSplits: 1)
        guard let first = words.first, first.split(separator: "|").contains(where: { $0 == action }) else { return nil }
        return ([start + action] + words.dropFirst().map(String.init)).joined(separator: " ")
      }
    }
    return found.isEmpty ? usage : found.joined(separator: "\n       ")
  }

  /// The alternatives in a synopsis: the parts between bars outside brackets, or inside the brackets at its start.
  private static func alternatives(of synopsis: Substring) -> [String] {
    var parts = [""]
    var depth = 0
    let isBracketed = synopsis.first == "["
    let outside = isBracketed ? 1 : 0
    var rest = synopsis[...]
    while let character = rest.popFirst() {
      if "[(".contains(character) { depth += 1 }
      if character == "|", depth == outside, parts[parts.count - 1].last == " ", rest.first == " " {
        parts.append("")
        continue
      }
      parts[parts.count - 1].append(character)
      guard "])".contains(character) else { continue }
      depth -= 1
      if isBracketed, depth == 0 { break }
    }
    guard isBracketed else { return parts }
    let end = rest.contains("[options]") ? " [options]" : ""
    return parts.map { part in
      var part = part.drop { $0 == "[" || $0 == " " }
      while part.last == " " || (part.last == "]" && part.count { $0 == "]" } > part.count { $0 == "[" }) {
        part.removeLast()
      }
      return part + end
    }
  }
}
