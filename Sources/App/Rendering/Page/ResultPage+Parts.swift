import Domain
import EmbeddedFiles

/// The segments of `page.html`.
extension ResultPage {
  /// A segment of the page: text, or the name of a value.
  enum Part {
    case text(Substring)
    case value(Substring)
  }

  /// The segments of the page, alternating between texts and names of values.
  static let template = EmbeddedFile(.pageTemplate).text
    .split(separator: "%%", omittingEmptySubsequences: false)

  static func parts(before name: Substring) -> [Part] { parts(template.prefix { $0 != name }) }

  static func parts(after name: Substring) -> [Part] { parts(template.drop { $0 != name }.dropFirst()) }

  private static func parts(_ texts: ArraySlice<Substring>) -> [Part] {
    zip(texts.indices, texts).map { $0 % 2 == 0 ? .text($1) : .value($1) }
  }
}
