/// How and where an answer is written.
struct OutputArguments: Sendable {
  /// The format, and how it is rendered.
  let style: OutputStyle
  /// The file; `nil` for standard output.
  var path: String?
  /// Whether an existing file may be replaced.
  var isReplacing: Bool

  /// Whether a reader of the output cannot tell how many places match: it does not say so, or it lies in a file that a
  /// person sees later, if at all.
  var hidesCounts: Bool {
    switch style.format {
    case .json, .geojson: false
    case .map, .html: path != nil && path != "-"
    case .table, .csv, .tsv, .ndjson: true
    }
  }

  /// The maximum number of columns and of lines of a map, which takes memory for each of its cells.
  private static let maximumMapSide = 1_000

  /// Decides how and where the answer is written.
  init(
    _ given: Arguments,
    in world: World,
    formats: [OutputFormat] = OutputFormat.allCases,
    defaultFormat: OutputFormat = .json
  ) throws(Failure) {
    let arguments = given.output
    path = arguments.path
    let isTerminal = world.standardOutput.isTerminal && (path == nil || path == "-")
    let format = try arguments.format(arguments.format, among: formats) ?? (isTerminal ? .table : defaultFormat)
    // A map and a page cannot be limited to some fields, so the option would be ignored.
    if arguments.fields != nil, format == .map || format == .html { throw .conflict(.fields, .format) }
    isReplacing = given.has(.force)
    let isColored = (arguments.color ?? .auto).isColored(in: world, isTerminal: isTerminal)
    style = OutputStyle(
      format: format,
      fields: arguments.fields,
      hasHeader: !given.has(.noHeader),
      table: Table.Style(
        terminalColumns: isTerminal ? world.standardOutput.terminalColumns : nil,
        hasHeader: !given.has(.noHeader),
        isColored: isColored,
        hasLinks: isTerminal && isColored && TerminalLinks.areShown(in: world)
      ),
      window: MapWindow(
        width: min(world.standardOutput.terminalColumns ?? world.columns ?? 80, Self.maximumMapSide),
        height: isTerminal ? world.standardOutput.terminalRows.map { min($0, Self.maximumMapSide) } : nil,
        glyphs: world.glyphs,
        isColored: isColored
      )
    )
  }
}

/// The format that the extension of a file name suggests.
enum FileExtensionFormat: Sendable, Hashable {
  /// One of the formats that the command can write.
  case known(String)
  /// A format that it cannot write.
  case foreign
  /// None.
  case none

  /// Extensions of formats that a command may not be able to write; any other extension suggests nothing.
  private static let foreignExtensions: Set<String> = [
    "geojson", "geojsonl", "geojsons", "xlsx", "xls", "ods", "parquet", "arrow", "html", "htm", "xml", "kml", "kmz",
    "gpx",
    "shp", "gpkg", "sqlite", "db", "gz", "zst", "zip", "bz2", "xz", "yaml", "yml", "pdf",
  ]

  /// Reads the extension of a path.
  init(ofFileAt path: String, known: [String]) {
    let name = path.split(separator: "/").last ?? ""
    guard !path.hasPrefix("/dev/"), let dot = name.lastIndex(of: "."), dot > name.startIndex else {
      self = .none
      return
    }
    let ending = name[name.index(after: dot)...].lowercased()
    let word = ending == "jsonl" ? "ndjson" : ending == "htm" ? "html" : ending
    self = known.contains(word) ? .known(word) : Self.foreignExtensions.contains(ending) ? .foreign : .none
  }
}

extension Arguments.Output {
  /// The format of an output: the one named, else the one of the file's extension.
  ///
  /// Returns the format; `nil` when neither names one.
  func format<Format: RawRepresentable>(_ named: Format?, among formats: [Format]) throws(Failure) -> Format?
  where Format.RawValue == String {
    if let named { return named }
    guard let path else { return nil }
    let known = formats.map(\.rawValue)
    switch FileExtensionFormat(ofFileAt: path, known: known) {
    case .known(let word): return Format(rawValue: word)
    case .foreign: throw .unknownFormat(path: path, known: known)
    case .none: return nil
    }
  }
}
