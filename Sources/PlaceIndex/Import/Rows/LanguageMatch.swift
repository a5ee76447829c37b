/// Whether the language of a text is one that is wanted.
enum LanguageMatch {
  case whole
  /// That of one of its regions or scripts: `pt-BR` or `zh-Hant` where `pt` or `zh` is wanted.
  case part
  /// Another, or the sound of the language in letters that it is not written in.
  case none

  /// The scripts in which texts tell how a name sounds: `ko-Latn`, `ja-Hira`.
  private static let scriptsOfSounds = ["latn", "hira", "kana"]

  /// Compares the tag of a text, whose parts are separated by some characters.
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
