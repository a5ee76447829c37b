extension Command {
  static let manual: Command = .init(
    "manual",
    CommandEntry(
      "print the manual page",
      called: "docs",
      usage: "placefind manual",
      examples: [
        ("placefind manual | man -l -", "read the manual")
      ],
      run: ManualCommand.starting { try $0.run() }
    )
  )
}

/// Prints the manual page.
struct ManualCommand: RunnableCommand {
  let context: CommandContext

  func run() throws {
    var manual = ManualPage(services: world.services)
    try console.write(manual.page())
  }
}
