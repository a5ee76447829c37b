/// When a table has colour.
enum ColorChoice: String, CaseIterable, Sendable {
  case auto
  case always
  case never

  /// Whether to colour what goes to an output.
  ///
  /// The option wins over the environment: `NO_COLOR` over `CLICOLOR_FORCE` over `TERM=dumb`
  /// (no-color.org, bixense.com/clicolors).
  ///
  /// - Parameters:
  ///   - world: Where the environment is.
  ///   - isTerminal: Whether the output is a terminal.
  /// - Returns: Whether escape sequences may be written.
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
