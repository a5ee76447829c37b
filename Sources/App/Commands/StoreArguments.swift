import Domain

extension StoreConfiguration {
  /// Decides what is kept, and where.
  ///
  /// - Parameters:
  ///   - arguments: What the options say.
  ///   - world: Where the directories are named.
  init(_ arguments: Arguments.Source, in world: World) {
    self.init()
    configDirectory = world.directory(.configHome, else: "/.config")
    stateDirectory = world.directory(.stateHome, else: "/.local/state")
    cacheDirectory = world.directory(.cacheHome, else: "/.cache")
    cacheLifetime = arguments.usesCache ? arguments.cacheLifetime ?? cacheLifetime : .zero
    readsCache = !arguments.refreshesCache
  }
}

extension World {
  /// A directory of this program under one of the XDG directories; `nil` when there is no home.
  func directory(_ variable: EnvironmentVariable, else standard: String) -> String? {
    let base = self[variable: variable].flatMap { path in path.hasPrefix("/") ? path : nil }
    // A relative path is to be ignored (XDG Base Directory Specification 0.8).
    let home = self[variable: .home].flatMap { path in path.hasPrefix("/") ? path + standard : nil }
    return (base ?? home).map { $0 + "/placefind" }
  }

  /// Whether a person sits at this process: at its input, or before its messages.
  var hasPerson: Bool { inputIsTerminal || standardError.isTerminal }

  /// Whether there is a desktop that shows pages.
  var hasDesktop: Bool {
    #if os(Linux)
      [EnvironmentVariable.display, .waylandDisplay, .browser].contains { self[variable: $0] != nil }
    #else
      true
    #endif
  }

  /// Whether the user has said that nothing is to be recorded.
  var refusesHistory: Bool { self[variable: .noHistory] != nil }
}

extension Arguments {
  /// Whether queries are kept for the history: those of a person are, unless they shall not be.
  func wantsHistory(in world: World) -> Bool {
    recordsHistory || (world.hasPerson && !keepsNoHistory && !world.refusesHistory)
  }
}
