import Domain

/// The settings for `--verbose`: the options from the configuration file, and the environment variables that are set.
struct SettingsSentence: Sendable {
  /// The command line, including the options of the configuration file.
  let parsed: ParsedArguments
  /// The configuration file; `nil` if there is none.
  let file: ConfigurationFile?

  func text(in world: World) -> String {
    let variables = Self.variables(in: world)
    let ofFile = ofFile(in: world)
    guard !variables.isEmpty else { return ofFile }
    return "\(ofFile) The environment sets \(variables.joined(separator: ", "))."
  }

  private func ofFile(in world: World) -> String {
    guard let file else {
      return parsed.has(.noConfiguration)
        ? "No configuration file is read, because of --no-config." : "No configuration file."
    }
    let options = parsed.parsedOptions.prefix(parsed.configured.count).map { parsedOption in
      parsedOption.option.spelling
        + (parsedOption.value.isEmpty ? "" : " " + RedactedText.of(parsedOption.value, in: world))
    }
    return options.isEmpty
      ? "No line of \(file.path) applies to this command."
      : "\(file.path) sets \(options.joined(separator: ", "))."
  }

  /// Returns the names of the variables that are set.
  ///
  /// Values aren't shown, because they may be secret.
  private static func variables(in world: World) -> [String] {
    let services = world.services.compactMap(\.key?.variable) + world.services.flatMap(\.addresses).map(\.variable)
    let own = EnvironmentVariable.allCases.map(\.rawValue).filter { $0.hasPrefix("PLACEFIND_") }
    return (services + own.filter { !services.contains($0) }).filter { world.environment($0)?.isEmpty == false }
  }
}
