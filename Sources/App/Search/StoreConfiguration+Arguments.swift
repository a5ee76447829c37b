import Domain

extension StoreConfiguration {
  /// Determines what is saved on this machine, and where.
  init(_ arguments: Arguments, in world: World) {
    self = arguments.source.stores
    configDirectory = world.directory(.configHome, default: "/.config")
    stateDirectory = world.directory(.stateHome, default: "/.local/state")
    cacheDirectory = world.directory(.cacheHome, default: "/.cache")
    if arguments.has(.noCache) { cacheLifetime = .zero }
    readsCache = !arguments.has(.refresh) && arguments.command != .doctor
    // By default, record only queries that are typed at a terminal.
    recordsHistory =
      arguments.has(.record)
      || (world.hasPerson && arguments.command != .mcp && !arguments.has(.noHistory)
        && world[variable: .noHistory] == nil)
  }
}
