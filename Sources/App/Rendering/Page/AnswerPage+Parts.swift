import Domain
import EmbeddedFiles

/// The parts of `page.html`.
extension AnswerPage {
  /// A part of a page: text, or the name of a value.
  enum Part {
    case text(Substring)
    case value(Substring)
  }

  /// The texts of the page and the names of the values between them, by turns.
  static let template = EmbeddedFile(.pageTemplate).text
    .split(separator: "%%", omittingEmptySubsequences: false)

  static func parts(before name: Substring) -> [Part] { parts(template.prefix { $0 != name }) }

  static func parts(after name: Substring) -> [Part] { parts(template.drop { $0 != name }.dropFirst()) }

  private static func parts(_ texts: ArraySlice<Substring>) -> [Part] {
    zip(texts.indices, texts).map { $0 % 2 == 0 ? .text($1) : .value($1) }
  }
}
