/// The order of what a user sets: the command line, then the environment, then the file of options.
extension EnvironmentVariable {
  /// The options that say what this variable says, or the opposite: those of the file give way to it.
  ///
  /// The addresses of the services have variables of their own.
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

extension World {
  /// Whether a variable says anything.
  func isSet(_ variable: EnvironmentVariable) -> Bool {
    guard let value = self[variable: variable] else { return false }
    // As its help says, 0 is as none there.
    return variable != .forceColor || value != "0"
  }
}
