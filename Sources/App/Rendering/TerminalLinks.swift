/// Which terminals show links (OSC 8); the others would leave the text as it is, or print what they do not know.
enum TerminalLinks {
  /// Terminals by the name in `TERM_PROGRAM`.
  private static let programs: Set<String> = [
    "iTerm.app", "WezTerm", "vscode", "ghostty", "Hyper", "Tabby", "rio", "WarpTerminal", "zed",
  ]

  /// Whether to write links to a terminal.
  ///
  /// - Parameter world: Where the environment is.
  /// - Returns: Whether it is known to show them; `FORCE_HYPERLINK` decides where it is set.
  static func areShown(in world: World) -> Bool {
    if let forced = world[variable: .forceLinks] { return forced != "0" }
    guard world.standardOutput.isTerminal, world[variable: .terminal] != "dumb" else { return false }
    if let program = world[variable: .terminalProgram], programs.contains(program) { return true }
    // VTE shows them since 0.50; its earlier versions are of 2017.
    if let version = world[variable: .vteVersion].flatMap({ Int($0) }), version >= 5_000 { return true }
    if world[variable: .windowsTerminal] != nil || world[variable: .konsole] != nil { return true }
    return ["xterm-kitty", "alacritty", "foot", "xterm-ghostty", "contour"].contains(world[variable: .terminal] ?? "")
  }
}
