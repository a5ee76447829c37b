/// The findings of `doctor` for people: a line for each check, followed by its remedy.
///
/// Long lines are wrapped instead of truncated, because a remedy must be complete to be copied.
struct CheckList: Sendable {
  private let findings: [DoctorCommand.Finding]
  /// The mark before a remedy.
  private let mark: String

  private static let heading = (status: "STATUS", check: "CHECK", found: "FOUND, AND WHAT TO DO")
  private static let gap = 2
  /// The minimum width of the last column on narrow terminals.
  private static let narrowest = 20

  init(_ findings: [DoctorCommand.Finding], hasArrow: Bool) {
    self.findings = findings
    mark = hasArrow ? "→ " : "-> "
  }

  func text(in style: Table.Style) -> String {
    let statusWidth = width(Self.heading.status, findings.map(\.status.rawValue))
    let checkWidth = width(Self.heading.check, findings.map(\.check))
    let indent = statusWidth + checkWidth
    let room = style.terminalColumns.map { max(Self.narrowest, $0 - indent) }
    var text = ""
    if style.hasHeader {
      let header =
        Self.padded(Self.heading.status, to: statusWidth) + Self.padded(Self.heading.check, to: checkWidth)
        + Self.heading.found
      text += style.isColored ? "\u{1B}[1m\(header)\u{1B}[0m\n" : header + "\n"
    }
    let below = "\n" + String(repeating: " ", count: indent)
    for finding in findings {
      text += Self.padded(finding.status.rawValue, to: statusWidth) + Self.padded(finding.check, to: checkWidth)
      var lines = Self.lines(finding.message, room)
      if let remedy = finding.remedy {
        let remedies = Self.lines(remedy, room.map { $0 - mark.count })
        lines += zip(remedies, [mark] + remedies.dropFirst().map { _ in "  " }).map { $1 + $0 }
      }
      text += lines.joined(separator: below) + "\n"
    }
    return text
  }

  private func width(_ heading: String, _ cells: [String]) -> Int {
    cells.reduce(heading.count) { max($0, $1.count) } + Self.gap
  }

  private static func padded(_ text: String, to width: Int) -> String {
    text + String(repeating: " ", count: width - text.count)
  }

  private static func lines(_ text: String, _ room: Int?) -> [String] {
    let text = TerminalText.cleaned(text)
    return room.map { HelpText.wrapped(text, to: $0) } ?? [text]
  }
}
