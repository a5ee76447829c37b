/// The characters that a map is drawn with.
struct MapGlyphs: Sendable, Hashable {
  /// Whether dots are drawn as braille patterns, eight in a cell.
  let hasBraille: Bool
  let center: String
  let north: String
  let scaleStart: Character
  let scaleLine: Character
  let scaleEnd: Character
  /// What stands before the number of places in a cluster.
  let cluster: String
  let ellipsis: String
  let separator: String
  let horizontal: String
  let vertical: String
  let selection: String
  let checked: String
  let unchecked: String

  /// For locales that have them.
  static let unicode = MapGlyphs(
    hasBraille: true,
    center: "✛",
    north: "N↑",
    scaleStart: "├",
    scaleLine: "─",
    scaleEnd: "┤",
    cluster: "×",
    ellipsis: "…",
    separator: " · ",
    horizontal: "─",
    vertical: "│",
    selection: "▸",
    checked: "[✓]",
    unchecked: "[ ]"
  )

  /// For every other locale.
  static let ascii = MapGlyphs(
    hasBraille: false,
    center: "+",
    north: "N^",
    scaleStart: "|",
    scaleLine: "-",
    scaleEnd: "|",
    cluster: "x",
    ellipsis: "~",
    separator: ", ",
    horizontal: "-",
    vertical: "|",
    selection: ">",
    checked: "[x]",
    unchecked: "[ ]"
  )
}

extension World {
  /// Whether the locale's characters are UTF-8.
  var isUTF8: Bool {
    let locale = self[variable: .localeOfAll] ?? self[variable: .localeOfCharacters] ?? self[variable: .locale] ?? ""
    let letters = locale.lowercased().filter { $0 != "-" }
    return letters.hasSuffix("utf8") || letters.contains("utf8@")
  }

  /// The characters that the locale has.
  var glyphs: MapGlyphs { isUTF8 ? .unicode : .ascii }
}
