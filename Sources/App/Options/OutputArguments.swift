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

  /// Reads how the answer is wanted.
  ///
  /// - Parameters:
  ///   - arguments: The command line.
  ///   - world: Where the outputs and the environment are.
  ///   - standard: The form when none is named and the output is no terminal.
  /// - Throws: When a word is unknown.
  init(_ arguments: ParsedArguments, in world: World, standard: OutputFormat = .json) throws(Failure) {
    let color: ColorChoice
    do {
      path = try arguments.path(.output)
      let isTerminal = world.standardOutput.isTerminal && (path == nil || path == "-")
      format = try arguments.form(OutputFormat.self) ?? (isTerminal ? .table : standard)
      fields = try Self.fields(arguments)
      color = try arguments.word(.color, of: ColorChoice.self) ?? .auto
      terminalColumns = isTerminal ? world.standardOutput.terminalColumns : nil
      isColored = color.isColored(in: world, isTerminal: isTerminal)
    } catch {
      throw .usage(error)
    }
    hasHeader = !arguments.has(.noHeader)
    isReplacing = arguments.has(.force)
  }

  /// Where the answer goes, to be checked together with what is read.
  var target: OutputGuard.Output {
    guard let path, path != "-" else { return .standard }
    return OutputGuard.Output(.output, path, existing: isReplacing ? .use : .keep, .whole)
  }

  /// Reads the fields.
  static func fields(_ arguments: ParsedArguments) throws(UsageError) -> [PlaceField]? {
    guard let words = try arguments.list(.fields) else { return nil }
    var fields: [PlaceField] = []
    for word in words {
      guard let field = PlaceField(rawValue: word.lowercased()) else {
        let known = PlaceField.allCases.map(\.rawValue)
        throw .unknownWord(.fields, word, nearest: NearestWord.of(word, among: known), known: known)
      }
      // The same key twice in an object would be no honest JSON.
      guard !fields.contains(field) else { throw .repeatedWord(.fields, word) }
      fields.append(field)
    }
    return fields
  }
}
