import Domain

/// The configuration file: one option per line, `--limit 3` or `--limit=3`, with `#` for comments.
///
/// The environment overrides the file, and the command line overrides both. Options that a command doesn't accept or
/// use are ignored.
struct ConfigurationFile: Sendable {
  /// A line with an option.
  struct Line: Sendable {
    /// The line number, counted from 1.
    let number: Int
    /// The long name without dashes.
    let name: String
    /// The value; `nil` if there is none.
    let value: String?
  }

  let path: String
  let lines: [Line]

  /// The maximum size, far larger than all options together.
  private static let maximumBytes = 65_536

  /// Reads the file named by the environment, or else the one in the configuration directory; `nil` if there is none.
  ///
  /// An empty name in the environment disables the file. A file named by the environment must exist.
  init?(in world: World) throws(Failure) {
    guard let path = Self.path(in: world) else { return nil }
    let bytes: [UInt8]
    do { bytes = try world.files.contents(of: path, limit: Self.maximumBytes) } catch { throw Failure(error) }
    try self.init(String(decoding: bytes, as: UTF8.self), path: path)
  }

  static func path(in world: World) -> String? {
    if let named = world.environment(EnvironmentVariable.configuration.rawValue) { return named.isEmpty ? nil : named }
    guard let path = world.directory(.configHome, default: "/.config").map({ $0 + "/config" }) else { return nil }
    return world.files.exists(path) ? path : nil
  }

  init(_ text: String, path: String) throws(Failure) {
    self.path = path
    var lines: [Line] = []
    let plain = text.unicodeScalars.first == "\u{FEFF}" ? String(text.unicodeScalars.dropFirst()) : text
    for (index, line) in plain.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).enumerated() {
      let words = line.trimmed
      guard !words.isEmpty, words.first != "#" else { continue }
      let name = words.prefix { $0 != "=" && !$0.isWhitespace }
      let rest = words.dropFirst(name.count)
      let value = Self.unquoted(rest.first == "=" ? rest.dropFirst() : rest.trimmed)
      guard name.hasPrefix("--") else { throw .configuration(path, line: index + 1, .noLongOption) }
      lines.append(
        Line(number: index + 1, name: String(name.dropFirst(2)), value: rest.isEmpty ? nil : String(value))
      )
    }
    self.lines = lines
  }

  /// Returns a value without the quotes around it, which a shell removes.
  private static func unquoted(_ value: Substring) -> Substring {
    guard let quote = value.first, quote == "\"" || quote == "'", value.count > 1, value.last == quote else {
      return value
    }
    let inner = value.dropFirst().dropLast()
    return inner.contains(quote) ? value : inner
  }

  /// Returns the options that apply to a command line, in order.
  func options(for typed: ParsedArguments, in world: World) throws(Failure) -> [ParsedArguments.ParsedOption] {
    var options: [ParsedArguments.ParsedOption] = []
    for line in lines {
      let known = Option.allCases.filter { $0.names.contains(line.name) }
      guard let any = known.first else { throw failure(in: line, .unknownOption(line.name)) }
      let named = known.filter { !$0.isOnlyTyped }
      guard let first = named.first else { throw failure(in: line, .notInFile(any)) }
      if first.takesValue {
        guard line.value?.isEmpty == false else {
          throw failure(in: line, .valueMissing(first, next: nil, world.services))
        }
      } else if let value = line.value {
        throw failure(in: line, .valueUnwanted(first, value))
      }
      let parsedOptions = named.map { ParsedArguments.ParsedOption(option: $0, value: line.value ?? "") }
      // The value must be valid for some command.
      let accepted = parsedOptions.filter { parsedOption in
        Command.allCases.contains {
          parsedOption.option.help(in: $0) != nil && Self.problem(with: parsedOption, $0, world) == nil
        }
      }
      guard !accepted.isEmpty else {
        let command = Command.allCases.first { first.help(in: $0) != nil } ?? .find
        throw failure(in: line, Self.problem(with: parsedOptions[0], command, world) ?? .unknownOption(line.name))
      }
      guard let option = accepted.first(where: { holds($0.option, for: typed, in: world) }) else { continue }
      // The format is for other documents.
      if option.option == .format, let format = OutputFormat(word: option.value),
        !typed.command.formats.contains(format)
      {
        continue
      }
      // If two lines conflict, the later one wins.
      options.removeAll { $0.option.excludes(option.option) }
      options.append(option)
    }
    return options.filter { option in
      option.option.needs.allSatisfy { needed in typed.has(needed) || options.contains { $0.option == needed } }
    }
  }

  /// Returns whether an option applies to a command line: the command uses it, and no typed option replaces it.
  private func holds(_ option: Option, for typed: ParsedArguments, in world: World) -> Bool {
    guard option.help(in: typed.command) != nil, option.use(in: typed) == .used,
      !typed.command.isChanged(by: option)
    else { return false }
    if isTyped(option, in: world) { return false }
    let sources = Option.choosingSource
    let replacesSource = typed.parsedOptions.contains {
      // The endpoint belongs to a service, which may also be typed.
      sources.contains($0.option)
        && !(option == .endpoint && $0.option == .source && $0.value == serviceOfEndpoint(in: world)?.name)
    }
    if sources.contains(option), replacesSource { return false }
    // A file named on the command line, or a page that is opened, determines its own format.
    if option.names.contains("format"), typed.has(.output) || typed.has(.open) || typed.has(.json) { return false }
    return !typed.parsedOptions.contains { $0.option.excludes(option) || $0.option == option }
  }

  /// Returns whether the environment overrides an option.
  private func isTyped(_ option: Option, in world: World) -> Bool {
    if EnvironmentVariable.allCases.contains(where: { $0.options.contains(option) && world.isSet($0) }) { return true }
    guard option == .endpoint else { return false }
    return serviceOfEndpoint(in: world)?.addresses.first.flatMap { world[variable: $0.variable] } != nil
  }

  /// Returns the service of an endpoint in the file: the one that the file names, or else the one with a key.
  private func serviceOfEndpoint(in world: World) -> Service? {
    let named = lines.last { Option.source.names.contains($0.name) }?.value
    return world.services.first { $0.name == named } ?? world.services.keyed
  }

  /// Returns the reason why a command rejects a value.
  private static func problem(with parsedOption: ParsedArguments.ParsedOption, _ command: Command, _ world: World)
    -> Failure?
  {
    do {
      var arguments = try Arguments(ParsedArguments(command: command, services: world.services))
      try parsedOption.option.read(OptionValues(option: parsedOption.option, texts: [parsedOption.value]), &arguments)
      return nil
    } catch { return error as? Failure ?? Failure(error) }
  }

  private func failure(in line: Line, _ failure: Failure) -> Failure {
    .configuration(path, line: line.number, failure)
  }
}

extension ParsedArguments {
  /// Returns the command line, preceded by the options of a file.
  func following(_ file: ConfigurationFile, in world: World) throws(Failure) -> ParsedArguments {
    let configured = try file.options(for: self, in: world)
    var all = self
    all.parsedOptions = configured + parsedOptions
    all.configured = configured.map(\.option)
    return all
  }
}
