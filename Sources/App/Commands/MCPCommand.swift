import Domain

extension Command {
  static let mcp: Command = .init(
    "mcp",
    CommandEntry(
      "run a Model Context Protocol (MCP) server on standard input and output",
      called: "server agent agents serve llm",
      usage: "placefind mcp [options]",
      queriesSource: true,
      examples: [
        ("claude mcp add placefind -- placefind mcp --index seoul.pfx", "search an index from Claude Code"),
        ("codex mcp add placefind -- placefind mcp --source osm", "search OpenStreetMap from Codex"),
      ],
      run: MCPCommand.starting { try await $0.run() }
    )
  )
}

/// Runs an MCP server until its input ends.
struct MCPCommand: RunnableCommand {
  let context: CommandContext

  func run() async throws {
    if arguments.keyPath.map(DiskFiles.isStandardInput) == true {
      throw Failure.inputIsTaken(by: .keyFile, reader: "`placefind mcp` reads requests")
    }
    if arguments.indexPaths.contains(where: DiskFiles.isStandardInput) {
      throw Failure.inputIsTaken(by: .index, reader: "`placefind mcp` reads requests")
    }
    // Report errors in the options before a client sends a request.
    let source = try context.source
    if arguments.has(.verbose) { console.say(source.sentence) }
    if world.inputIsTerminal { say("Waiting for JSON-RPC messages on standard input. Press Ctrl-D to quit.") }
    // A source that can't be opened ends the server with the reason, before a client waits for a response.
    let opened = try context.sources.resolver(naming: nil).open()
    try await opened.provider.open()
    _ = try opened.provider.makeFindPlaceUseCase()
    let caller = ToolCaller(context: context)
    try await MCPServer(caller: caller, input: try world.openInput("-")).run()
  }
}
