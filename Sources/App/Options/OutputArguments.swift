/// How and where a command line wants its answer, checked.
struct OutputArguments: Sendable {
  /// How it is rendered.
  let style: OutputStyle
  /// The file; `nil` for standard output.
  let path: String?
  /// Whether an existing file may be replaced.
  let isReplacing: Bool

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
    let format = try arguments.form(arguments.format, among: known) ?? (isTerminal ? .table : standard)
    // A map and a page show what they show; a choice of fields would be passed over without a word.
    if arguments.fields != nil, format == .map || format == .html { throw .conflict(.fields, .format) }
    isReplacing = arguments.isReplacing
    let isColored = (arguments.color ?? .auto).isColored(in: world, isTerminal: isTerminal)
    style = OutputStyle(
      format: format,
      fields: arguments.fields,
      hasHeader: arguments.hasHeader,
      table: Table.Style(
        terminalColumns: isTerminal ? world.standardOutput.terminalColumns : nil,
        hasHeader: arguments.hasHeader,
        isColored: isColored,
        hasLinks: isTerminal && isColored && TerminalLinks.areShown(in: world)
      ),
      window: MapWindow(
        width: world.standardOutput.terminalColumns ?? world.columns ?? 80,
        height: isTerminal ? world.standardOutput.terminalRows : nil,
        glyphs: world.glyphs,
        isColored: isColored
      )
    )
  }
}

/// The form that the name of a file promises.
enum PromisedForm: Sendable, Hashable {
  /// One of the forms that this program writes.
  case known(String)
  /// A form that it does not write.
  case foreign
  /// None.
  case none

  /// Endings of forms that would be a lie over anything this program writes.
  private static let foreignEndings: Set<String> = [
    "geojson", "geojsonl", "geojsons", "xlsx", "xls", "ods", "parquet", "arrow", "html", "htm", "xml", "kml", "kmz",
    "gpx",
    "shp", "gpkg", "sqlite", "db", "gz", "zst", "zip", "bz2", "xz", "yaml", "yml", "pdf",
  ]

  /// Looks at the end of a path.
  ///
  /// - Parameters:
  ///   - path: A path.
  ///   - known: The words of the forms that can be written.
  init(ofFileAt path: String, known: [String]) {
    let name = path.split(separator: "/").last ?? ""
    guard !path.hasPrefix("/dev/"), let dot = name.lastIndex(of: "."), dot > name.startIndex else {
      self = .none
      return
    }
    let ending = name[name.index(after: dot)...].lowercased()
    let word = ending == "jsonl" ? "ndjson" : ending == "htm" ? "html" : ending
    self = known.contains(word) ? .known(word) : Self.foreignEndings.contains(ending) ? .foreign : .none
  }
}

extension Arguments.Output {
  /// The form of an output: the one named, else the one that the output's name promises.
  ///
  /// - Parameter named: What `--format` says.
  /// - Returns: `nil` when neither says anything.
  /// - Throws: When the name promises a form that cannot be written.
  func form<Form: RawRepresentable & CaseIterable>(_ named: Form?) throws(UsageError) -> Form?
  where Form.RawValue == String {
    try form(named, among: Array(Form.allCases))
  }

  /// The form of an output among those that a command can write.
  ///
  /// - Parameters:
  ///   - named: What `--format` says.
  ///   - forms: The forms that the command can write.
  /// - Returns: `nil` when neither says anything.
  /// - Throws: When the name promises a form that cannot be written.
  func form<Form: RawRepresentable>(_ named: Form?, among forms: [Form]) throws(UsageError) -> Form?
  where Form.RawValue == String {
    if let named { return named }
    guard let path else { return nil }
    let known = forms.map(\.rawValue)
    switch PromisedForm(ofFileAt: path, known: known) {
    case .known(let word): return Form(rawValue: word)
    case .foreign: throw .unknownForm(path: path, known: known)
    case .none: return nil
    }
  }
}
