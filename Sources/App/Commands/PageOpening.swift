/// What `--open` does: the answer becomes a page, in a file, and the browser shows it.
struct PageOpening: Sendable {
  /// Where the desktop is.
  let world: World

  /// Decides where the page is written.
  ///
  /// - Parameter arguments: What the options say.
  /// - Returns: How the answer is written; what the options say when nothing is to be opened.
  /// - Throws: When the options name a form or an output that no browser can open.
  func output(_ arguments: Arguments.Output) throws(UsageError) -> OutputArguments {
    guard arguments.opens else { return try OutputArguments(arguments, in: world) }
    var arguments = arguments
    guard arguments.path != "-" else { throw .conflict(.open, .output) }
    if arguments.path == nil, let desktop = world.desktop {
      arguments.path = desktop.temporaryPath(ending: "html")
      // The name is this process's own.
      arguments.isReplacing = true
    }
    let output = try OutputArguments(arguments, in: world, standard: .html)
    guard output.style.format == .html else { throw .conflict(.open, .format) }
    return output
  }

  /// Opens the page.
  ///
  /// - Throws: When there is nothing to open it with.
  func open(_ output: OutputArguments) throws(Failure) {
    let path = output.path ?? ""
    // A name that looks like an option is none for the program that opens it.
    guard world.desktop?.open(path.hasPrefix("-") ? "./" + path : path) == true else {
      throw .pageNotOpened(path: path)
    }
    if !path.isEmpty { Console(world: world).say("opened \(path)") }
  }
}
