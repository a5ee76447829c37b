extension Command {
  static let manual: Command = .init(
    "manual",
    CommandEntry(
      "print the manual page, which `make install` installs",
      called: "docs",
      usage: "placefind manual",
      examples: [
        ("placefind manual | man -l -", "the manual where it is not installed")
      ],
      run: ManualCommand.start
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
