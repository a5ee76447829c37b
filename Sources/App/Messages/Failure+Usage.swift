import Domain

/// Errors about a command line, found before any request.
extension Failure {
  static var needsTerminal: Failure {
    Failure(
      .usage,
      "`placefind browse` needs a terminal, and standard output is not one. Use `placefind find -f map` for a map."
    )
  }

  /// Reports a terminal type without cursor addressing.
  static func terminalWithoutScreen(_ type: String) -> Failure {
    Failure(
      .usage,
      """
      `placefind browse` cannot draw on a terminal of the type '\(type)', which TERM names. Set TERM to the type that \
      the terminal has, such as xterm-256color, or use `placefind find -f map` for a map.
      """
    )
  }

  static func argumentNotUTF8(_ argument: String) -> Failure {
    Failure(
      .usage,
      """
      The argument '\(argument)' isn't valid UTF-8. Write it in UTF-8; rename a file of such a name first.
      """
    )
  }

  /// Reports an error in a line of the configuration file.
  static func configuration(_ path: String, _ line: Int, _ failure: Failure) -> Failure {
    Failure(.configuration, "\(path), line \(line): \(failure.wording)")
  }

  static var noLongOption: Failure {
    Failure(
      .usage,
      "A line is one option with its long name, as in `\(.limit) 3`; this one does not begin with two dashes."
    )
  }

  static func notInFile(_ option: Option) -> Failure {
    option == .keyFile
      ? Failure(.usage, "A key stays out of this file; set its variable in the environment.")
      : Failure(.usage, "\(option) belongs on a command line, not in this file.")
  }

  static var nothingAsked: Failure {
    Failure(
      .usage,
      "No query was given.\(terminal: " Try `placefind -c gas --at 37.4979,127.0276`, or `placefind help`.")"
    )
  }

  static func valueUnwanted(_ option: Option) -> Failure { Failure(.usage, "\(option) takes no value.") }

  static func repeatedWord(_ option: Option, _ word: String) -> Failure {
    Failure(.usage, "\(option) names \(word) twice.")
  }

  static func conflict(_ option: Option, _ other: Option) -> Failure {
    Failure(.usage, "\(option) and \(other) cannot be used together.")
  }

  /// Reports an option that has no effect in a format.
  static func unusedForm(_ option: Option, _ format: OutputFormat, _ others: [OutputFormat]) -> Failure {
    let names = others.map(\.rawValue)
    let list = names.count < 2 ? names.joined() : "\(names.dropLast().joined(separator: ", ")) and \(names.last ?? "")"
    return Failure(
      .usage,
      """
      \(option) is for \(list), not for \(format.rawValue); choose one of them with \(.format), or by the name of \
      \(.output).
      """
    )
  }

  static func needs(_ option: Option, _ other: Option) -> Failure { Failure(.usage, "\(option) requires \(other).") }

  static func unusedOption(_ option: Option, _ command: Command) -> Failure {
    Failure(.usage, "\(option) cannot be used with `placefind \(command)`.")
  }

  /// Reports a source that has no API calls to count.
  static func noCalls(of source: Source) -> Failure {
    Failure(
      .usage,
      "\(Option.source) \(source.name) sends no requests, so there is no quota. Name a service."
    )
  }

  static func sameColumn(_ option: Option, _ other: Option, _ name: String) -> Failure {
    Failure(.usage, "\(option) and \(other) both name the column '\(name)'; each coordinate needs its own.")
  }

  static func unknownFormat(path: String, known: [String]) -> Failure {
    Failure(
      .usage,
      """
      The name \(path) suggests a format that cannot be written. Choose one with \(.format): \
      \(known.joined(separator: ", ")).
      """
    )
  }

  static func needsPosition(_ command: Command) -> Failure {
    Failure(.usage, "\(command: command) needs a point: \(.at, "LAT,LNG"), \(.at, "NAME") or \(.near, "TEXT").")
  }

  /// Reports that `browse` has no location to begin at.
  static var browseWithoutPlace: Failure {
    Failure(
      .usage,
      "No place was given. Pass \(.at, "LAT,LNG") or \(.near, "TEXT"), or save the default location with "
        + "`placefind here home \(.at, "LAT,LNG")`."
    )
  }

  /// Reports that no area to cover was named.
  static func coverageMissing(_ path: String) -> Failure {
    Failure(.usage, "Name the area that \(path) covers, as in `\(coverageCommand(path))`.")
  }

  static func operandMissing(_ command: Command, _ word: String) -> Failure {
    Failure(.usage, "`placefind \(command.rawValue)` needs \(word). See `placefind help \(command.rawValue)`.")
  }

  static func noSuchEntry(_ number: Int, count: Int) -> Failure {
    let last = count > 0 ? "; the last one is \(count)" : ""
    return Failure(.usage, "The list has no query \(number)\(last). See `placefind history`.")
  }

  static var indexWithoutInput: Failure {
    Failure(.usage, "Name at least one file to build from: placefind index build places.geojson")
  }

  static func inputWithTwoCategories(_ path: String) -> Failure {
    Failure(.usage, "\(path) is named twice, with different categories; name it once.")
  }

  static var severalIndexes: Failure {
    Failure(.usage, "`placefind index info` and `placefind index verify` take one file.")
  }

  static func formatNeedsNearest(_ format: OutputFormat) -> Failure {
    let known = OutputFormat.all(of: .records).map(\.rawValue).joined(separator: ", ")
    return Failure(
      .usage,
      "\(.format) '\(format.rawValue)' is for \(.nearest). Add \(.nearest, "CATEGORY"), or choose one of \(known)."
    )
  }

  static var nearestWithoutNumber: Failure {
    Failure(.usage, "\(.nearest) needs the number of places of a row. Pass -n K, or leave out -n for the nearest one.")
  }

  static var resumeNeedsRecords: Failure {
    Failure(
      .usage,
      "Results of a service are resumed from NDJSON only. Leave out \(.format) and \(.nearest), or name an .ndjson "
        + "file."
    )
  }

  static func standardOutputTaken(_ option: Option) -> Failure {
    Failure(
      .usage,
      """
      \(option) - would mix with the records on standard output; write the records to a file with \(.output), or give \
      \(option) a file.
      """
    )
  }

  static var noDefaultIndex: Failure {
    Failure(
      .usage,
      """
      There is no default index, because neither HOME nor XDG_DATA_HOME is set. Name a file: placefind index build \
      INPUT -o FILE, or placefind index info FILE
      """
    )
  }

  static var indexUnnamed: Failure {
    Failure(.usage, "\(.source) index needs a file; name it with \(.index, "FILE") or PLACEFIND_INDEX.")
  }

  static func valueMissing(_ option: Option, next: String?, _ services: [Service]) -> Failure {
    guard let next else { return Failure(.usage, "\(option) needs a value\(example(of: option, services)).") }
    return Failure(
      .usage,
      """
      \(option) needs a value, but \(next) follows. If \(next) is the value, write \(option)=\(ShellWord.quoted(next)).
      """
    )
  }

  private static func example(of option: Option, _ services: [Service]) -> String {
    switch option.value {
    case .none: ""
    case .text(let word): ", as in \(option.spelling) \(word)"
    case .file: ", as in \(option.spelling) FILE"
    case .word, .format: ", one of \(option.words(services).joined(separator: ", "))"
    case .words: ", any of \(option.words(services).joined(separator: ","))"
    }
  }
}
