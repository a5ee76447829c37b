import Domain
import EmbeddedFiles

/// A table that is kept as text: blocks between empty lines, whose lines are a word and what it says.
enum TextTable {
  struct Line: Sendable {
    let key: String
    private let rest: EmbeddedFile

    fileprivate init(_ line: EmbeddedFile) {
      let end = line.firstIndex(of: UInt8(ascii: " ")) ?? line.endIndex
      key = String(decoding: line[..<end], as: UTF8.self)
      rest = line[end...].dropFirst()
    }

    var text: String { String(decoding: rest, as: UTF8.self) }

    var words: [String] { rest.split(separator: UInt8(ascii: " ")).map { String(decoding: $0, as: UTF8.self) } }
  }

  /// The blocks of a file, none of which is empty.
  ///
  /// Bytes, since splitting characters takes a tenth of the time in which a query is answered.
  static func blocks(of file: EmbeddedFile) -> [[Line]] {
    file.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      .split { $0.isEmpty }.map { $0.map(Line.init) }
  }

  /// A text with what its names in braces stand for.
  static func filled(_ text: String, _ meaning: (_ name: Substring) -> String) -> String {
    let parts = text.split(separator: "{", omittingEmptySubsequences: false)
    return parts.dropFirst().reduce(into: String(parts[0])) { filled, part in
      let name = part.prefix { $0 != "}" }
      filled += meaning(name) + part.dropFirst(name.count + 1)
    }
  }

  /// What `Summaries.txt` says of a word; made once, as only the help asks.
  static let summaries = Dictionary(
    uniqueKeysWithValues: blocks(of: EmbeddedFile(.summaries)).dropFirst().joined().map { ($0.key, $0.text) }
  )
}
