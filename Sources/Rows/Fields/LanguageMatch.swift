import Tables

/// The match between the language of a text and the wanted language.
enum LanguageMatch {
  case whole
  /// A region or script of the language: `pt-BR` or `zh-Hant` for `pt` or `zh`.
  case part
  /// Another language, or a transcription of the language.
  case none

  /// The scripts of transcriptions: `ko-Latn`, `ja-Hira`.
  private static let scriptsOfSounds = ["latn", "hira", "kana"]

  /// Compares a language tag with a language; any of the separators may divide the tag.
  init(_ tag: some StringProtocol, wanted: String, separators: String = "-") {
    let tag = tag.lowercased()
    let wanted = wanted.lowercased()
    self = tag == wanted ? .whole : .none
    guard tag.hasPrefix(wanted) else { return }
    let rest = tag.dropFirst(wanted.count)
    guard let first = rest.first, separators.contains(first) else { return }
    let subtag = rest.dropFirst().prefix { !separators.contains($0) }
    if !Self.scriptsOfSounds.contains(String(subtag)) { self = .part }
  }
}
