/// Breaks text into lines.
enum TextWrap {
  /// The lines of a text, broken at blanks and, where a word is too long, within it.
  static func lines(of text: String, width: Int) -> [String] {
    guard width > 1 else { return [] }
    var lines: [String] = []
    var line = ""
    var lineWidth = 0
    for word in text.split(separator: " ") {
      var rest = Substring(word)
      while true {
        let gap = lineWidth == 0 ? 0 : 1
        let wordWidth = DisplayWidth.of(rest)
        if lineWidth + gap + wordWidth <= width {
          line += (gap == 1 ? " " : "") + rest
          lineWidth += gap + wordWidth
          break
        }
        if lineWidth > 0 {
          lines.append(line)
          (line, lineWidth) = ("", 0)
          continue
        }
        var cut = rest.startIndex
        var cutWidth = 0
        while cut < rest.endIndex, cutWidth + DisplayWidth.of(rest[cut]) <= width {
          cutWidth += DisplayWidth.of(rest[cut])
          cut = rest.index(after: cut)
        }
        lines.append(String(rest[..<cut]))
        rest = rest[cut...]
      }
    }
    if lineWidth > 0 { lines.append(line) }
    return lines
  }
}
