import Domain

struct OutputStyle: Sendable {
  let format: OutputFormat
  let fields: [PlaceColumn]?
  let hasHeader: Bool
  let language: Language
  let table: Table.Style
  let window: MapWindow
}

struct MapWindow: Sendable, Hashable {
  var width: Int
  /// The number of lines; `nil` if the output isn't a terminal.
  var height: Int?
  var glyphs: MapGlyphs
  var isColored: Bool
}

enum ColorChoice: String, CaseIterable, Sendable {
  case auto
  case always
  case never

  /// Returns whether to write colours to an output.
  ///
  /// The option overrides the environment: `NO_COLOR` over `CLICOLOR_FORCE` over `TERM=dumb` (no-color.org,
  /// bixense.com/clicolors).
  func isColored(in world: World, isTerminal: Bool) -> Bool {
    switch self {
    case .always: return true
    case .never: return false
    case .auto:
      if world[variable: .noColor] != nil { return false }
      if let forced = world[variable: .forceColor], forced != "0" { return true }
      return isTerminal && world[variable: .terminal] != "dumb"
    }
  }
}

/// Detects terminals that support hyperlinks (OSC 8); other terminals may print the escape sequence.
enum TerminalLinks {
  private static let programs: Set<String> = [
    "iTerm.app", "WezTerm", "vscode", "ghostty", "Hyper", "Tabby", "rio", "WarpTerminal", "zed",
  ]

  static func areShown(in world: World) -> Bool {
    if let forced = world[variable: .forceLinks] { return forced != "0" }
    guard world.standardOutput.isTerminal, world[variable: .terminal] != "dumb" else { return false }
    if let program = world[variable: .terminalProgram], programs.contains(program) { return true }
    // VTE supports them since 0.50 (2017).
    if let version = world[variable: .vteVersion].flatMap({ Int($0) }), version >= 5_000 { return true }
    if world[variable: .windowsTerminal] != nil || world[variable: .konsole] != nil { return true }
    return ["xterm-kitty", "alacritty", "foot", "xterm-ghostty", "contour"].contains(world[variable: .terminal] ?? "")
  }
}
