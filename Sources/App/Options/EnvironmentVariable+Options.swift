/// Precedence of settings: the command line, then the environment, then the configuration file.
extension EnvironmentVariable {
  /// The options for the same setting as this variable; the variable overrides them in the configuration file.
  ///
  /// The addresses of services have separate variables.
  var options: [Option] {
    switch self {
    case .source: [.source, .index, .endpoint]
    case .index: [.index]
    case .noColor, .forceColor: [.color]
    case .noHistory: [.record, .noHistory]
    case .ownInstance, .configuration, .dataHome, .configHome, .stateHome, .cacheHome, .display, .waylandDisplay,
      .browser, .home, .proxy, .certificates, .terminal, .columns, .rows, .forceLinks, .terminalProgram, .vteVersion,
      .windowsTerminal, .konsole, .localeOfAll, .localeOfMessages, .localeOfCharacters, .locale:
      []
    }
  }
}
