import Domain

/// The output of a result: its file, format and style.
struct OutputArguments: Sendable {
  /// The format and how it is rendered.
  let style: OutputStyle
  /// The path of the file; `nil` for standard output.
  var path: String?
  /// Whether an existing file may be replaced.
  var isReplacing: Bool

  /// Whether a notice must state the total count, because the output doesn't, or only in a file that may be read later.
  var hidesCounts: Bool {
    switch style.format.countDisplay {
    case .always: false
    case .onScreen: path != nil && path != "-"
    case .never: true
    }
  }

  /// The maximum number of columns and lines of a map, which limits memory.
  private static let maximumMapSide = 1_000

  /// Determines the output of a result; the query computes the fields in `added`.
  init(
    _ arguments: Arguments,
    in world: World,
    of document: DocumentKind = .places,
    adding added: [PlaceField] = [],
    defaultFormat: OutputFormat = .json
  ) throws(Failure) {
    let options = arguments.output
    path = options.path
    let isTerminal = world.standardOutput.isTerminal && (path == nil || path == "-")
    let format = try options.format(options.format, for: document) ?? (isTerminal ? .table : defaultFormat)
    try arguments.checkFormats(of: format, document)
    isReplacing = arguments.has(.force)
    let isColored = (options.color ?? .auto).isColored(in: world, isTerminal: isTerminal)
    style = OutputStyle(
      format: format,
      fields: try arguments.fields(adding: added),
      hasHeader: !arguments.has(.noHeader),
      language: options.language ?? world.phraseLanguage,
      table: Table.Style(
        terminalColumns: isTerminal ? world.standardOutput.terminalColumns : nil,
        hasHeader: !arguments.has(.noHeader),
        isColored: isColored,
        hasLinks: isTerminal && isColored && TerminalLinks.areShown(in: world)
      ),
      window: MapWindow(
        width: min(world.standardOutput.terminalColumns ?? world.columns ?? 80, Self.maximumMapSide),
        height: isTerminal ? world.standardOutput.terminalRows.map { min($0, Self.maximumMapSide) } : nil,
        glyphs: MapGlyphs(in: world),
        isColored: isColored
      )
    )
  }
}

extension World {
  /// The language of the program's own words, by the locale.
  var phraseLanguage: Language { language.flatMap(Language.init) ?? .english }
}

extension Arguments {
  /// Throws if an option was typed that has no effect in a format.
  ///
  /// In the configuration file, it may be for another format.
  func checkFormats(of format: OutputFormat, _ document: DocumentKind) throws(Failure) {
    // The screen has no format, only the files that it writes.
    guard command != .browse else { return }
    for parsedOption in parsedOptions {
      guard let formats = parsedOption.option.formats, !formats(format), hasTyped(parsedOption.option) else { continue }
      throw .unusedInFormat(parsedOption.option, in: format, only: OutputFormat.all(of: document).filter(formats))
    }
  }
}

extension Arguments {
  /// Returns the fields to print; `nil` for the default fields.
  ///
  /// - Parameter added: The fields that the query computes in addition to the fields of every place.
  /// - Returns: The fields, without fields of the configuration file that the query doesn't compute.
  /// - Throws: An error if the query doesn't compute a typed field, whose `null` would mean that it is unknown.
  func fields(adding added: [PlaceField]) throws(Failure) -> [PlaceColumn]? {
    let known = PlaceField.allCases.filter { PlaceField.ofPlaces.contains($0) || added.contains($0) }
    let missing = PlaceField.allCases.filter { !known.contains($0) && output.fields?.contains(.field($0)) == true }
    guard let first = missing.first else { return output.fields }
    guard !hasTyped(.fields), !hasTyped(.listFields) else {
      let options = first.enablingOptions.filter { $0.help(in: command) != nil }
      throw options.isEmpty
        ? .unknownWord(.fields, first.rawValue, nearest: nil, known: known.map(\.rawValue))
        : .needsOne(of: options, for: first)
    }
    let others = output.fields?.filter { column in !missing.contains { column == .field($0) } }
    return others?.isEmpty == true ? nil : others
  }
}

extension PlaceField {
  /// The options with which a query computes the field; empty for a field of every place.
  fileprivate var enablingOptions: [Option] {
    if self == .along { return [.along] }
    return Self.ofOpening.contains(self) ? [.openNow, .openAt] : []
  }
}

extension Arguments.Output {
  /// Extensions of formats that can't be written.
  ///
  /// Unknown extensions select no format.
  private static let foreignExtensions: Set<String> = [
    "geojsonl", "geojsons", "xlsx", "xls", "ods", "parquet", "arrow", "xml", "kmz", "shp", "gpkg",
    "sqlite", "db", "gz", "zst", "zip", "bz2", "xz", "yaml", "yml", "pdf",
  ]

  /// Returns the format of a document: the named one, or else the one of the file's extension; `nil` if there is
  /// neither.
  func format(_ named: OutputFormat?, for document: DocumentKind) throws(Failure) -> OutputFormat? {
    if let named { return named }
    guard let path, !path.hasPrefix("/dev/"), let name = path.split(separator: "/").last,
      let dot = name.lastIndex(of: "."), dot > name.startIndex
    else { return nil }
    let fileExtension = name[name.index(after: dot)...].lowercased()
    if let format = OutputFormat.allCases.first(where: { $0.extensions.contains(fileExtension) }) {
      if format.documents.contains(document) { return format }
      guard format.claimsItsExtensions else { return nil }
    } else if !Self.foreignExtensions.contains(fileExtension) {
      return nil
    }
    throw .unknownFormat(path: path, known: OutputFormat.all(of: document).map(\.rawValue))
  }
}
