/// How and where a command line wants its answer, checked.
struct OutputArguments: Sendable {
  /// The form.
  let format: OutputFormat
  /// The fields wanted; `nil` for what the form shows by itself.
  let fields: [PlaceField]?
  /// Whether a line of names comes first.
  let hasHeader: Bool
  /// The file; `nil` for standard output.
  let path: String?
  /// Whether an existing file may be replaced.
  let isReplacing: Bool
  /// Whether a table has colour.
  let isColored: Bool
  /// Columns that a table may take; `nil` for as many as it needs.
  let terminalColumns: Int?
  /// Whether names are links in a table.
  let hasLinks: Bool
  /// The room and the means that a map in characters has.
  let window: MapWindow

  /// Decides how the answer is wanted.
  ///
  /// - Parameters:
  ///   - arguments: What the options say.
  ///   - world: Where the outputs and the environment are.
  ///   - standard: The form when none is named and the output is no terminal.
  ///   - known: The forms that the command can write.
  /// - Throws: When the name of the file suggests a format that cannot be written.
  init(
    _ arguments: Arguments.Output,
    in world: World,
    standard: OutputFormat = .json,
    known: [OutputFormat] = OutputFormat.allCases
  ) throws(UsageError) {
    path = arguments.path
    let isTerminal = world.standardOutput.isTerminal && (path == nil || path == "-")
    format = try arguments.form(arguments.format, among: known) ?? (isTerminal ? .table : standard)
    // A map and a page show what they show; a choice of fields would be passed over without a word.
    if arguments.fields != nil, format == .map || format == .html { throw .conflict(.fields, .format) }
    fields = arguments.fields
    terminalColumns = isTerminal ? world.standardOutput.terminalColumns : nil
    isColored = (arguments.color ?? .auto).isColored(in: world, isTerminal: isTerminal)
    hasLinks = isTerminal && isColored && TerminalLinks.areShown(in: world)
    hasHeader = arguments.hasHeader
    isReplacing = arguments.isReplacing
    window = MapWindow(
      width: world.standardOutput.terminalColumns ?? world.columns ?? 80,
      height: isTerminal ? world.standardOutput.terminalRows : nil,
      glyphs: world.glyphs,
      isColored: isColored
    )
  }

  /// How a table is written.
  var tableDress: Table.Style {
    Table.Style(terminalColumns: terminalColumns, hasHeader: hasHeader, isColored: isColored, hasLinks: hasLinks)
  }

  /// Where the answer goes, to be checked together with what is read.
  var target: OutputGuard.Output {
    guard let path, path != "-" else { return .standard }
    return OutputGuard.Output(.output, path, existing: isReplacing ? .use : .keep, .whole)
  }
}
