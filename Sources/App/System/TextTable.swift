import Domain

/// A table that is kept as text: blocks between empty lines, whose lines are a word and what it says.
enum TextTable {
  struct Line: Sendable {
    let key: String
    private let rest: EmbeddedFile

    fileprivate init(_ line: EmbeddedFile) {
      var end = line.startIndex
      while end < line.endIndex, line[end] != UInt8(ascii: " ") { end += 1 }
      key = String(decoding: line[..<end], as: UTF8.self)
      rest = line[end...].dropFirst()
    }

    var text: String { rest.text }

    var words: [String] { rest.words }
  }

  /// The blocks of a file, none of which is empty.
  ///
  /// Bytes, since splitting characters takes a tenth of the time in which a query is answered.
  static func blocks(of file: EmbeddedFile) -> [[Line]] {
    var blocks: [[Line]] = []
    var block: [Line] = []
    for line in file.parts(between: UInt8(ascii: "\n")) {
      if !line.isEmpty {
        block.append(Line(line))
      } else if !block.isEmpty {
        blocks.append(block)
        block = []
      }
    }
    return block.isEmpty ? blocks : blocks + [block]
  }

  /// A text with what its names in braces stand for.
  static func filled(_ text: String, _ meaning: (_ name: Substring) -> String) -> String {
    let parts = text.split(separator: "{", omittingEmptySubsequences: false)
    return parts.dropFirst().reduce(into: String(parts[0])) { filled, part in
      let name = part.prefix { $0 != "}" }
      filled += meaning(name) + part.dropFirst(name.count + 1)
    }
  }
}
