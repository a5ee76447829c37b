import Domain

extension Command {
  static let doctor: Command = .init(
    "doctor",
    CommandEntry(
      "check the setup and show how to fix problems",
      called: "check status diagnose config",
      usage: "placefind doctor [--online] [options]",
      prints: .list,
      examples: [
        ("placefind doctor", "check the key, the index, the stored files and the terminal"),
        ("placefind doctor --online", "also send one request to the service"),
      ],
      run: DoctorCommand.starting { try await $0.run() }
    )
  )
}

/// Checks the setup of this machine: a line for each check, with a remedy for each problem.
struct DoctorCommand: RunnableCommand {
  let context: CommandContext

  /// The result of a check.
  struct Finding: Sendable, Hashable {
    enum Status: String, Sendable {
      case ok, warning, error
    }

    let check: String
    let status: Status
    let message: String
    /// The remedy; `nil` if nothing needs to be done.
    let remedy: String?

    init(_ check: String, _ message: String, remedy: String? = nil) {
      self.init(check, .ok, message, remedy: remedy)
    }

    init(_ check: String, _ status: Status, _ message: String, remedy: String? = nil) {
      self.check = check
      self.status = status
      self.message = message
      self.remedy = remedy
    }

    /// A failed check with the error's own advice.
    init(_ check: String, error: any Error, _ status: Status = .error, remedy: String? = nil) {
      self.init(check, status, Failure(error).worded(for: .doctor).message, remedy: remedy)
    }
  }

  func run() async throws {
    let output = try checkedOutput()
    let findings =
      [program, configuration, key] + (await service) + [clock, proxy, certificates, library] + (await index) + stores
      + [terminal, locale]
    try write(list: listing(findings), to: output)
    let errors = findings.count { $0.status == .error }
    if errors > 0 { throw Failure(.checksFailed, "\(counted(errors, "check")) failed.") }
  }

  private func listing(_ findings: [Finding]) -> Listing {
    var listing = Listing(
      "checks",
      of: findings,
      [
        .init("status", "STATUS") { .text($0.status.rawValue) }, .init("check", "CHECK") { .text($0.check) },
        .init("message", "FOUND", isFlexible: true) { .text($0.message) },
        .init("remedy", "REMEDY", isFlexible: true) { .text($0.remedy) },
      ]
    )
    listing.text = CheckList(findings, hasArrow: world.isUTF8).text
    return listing
  }

  private var program: Finding { Finding("version", "placefind \(Version.current) of \(Version.date)") }

  private var configuration: Finding {
    guard !arguments.has(.noConfiguration) else { return Finding("configuration", "not read, as --no-config says") }
    do {
      guard let file = try ConfigurationFile(in: world) else {
        return Finding("configuration", "no configuration file")
      }
      // Every line is checked, whichever command accepts it.
      let line = try ArgumentParser.parse([Command.find.rawValue], services: world.services)
      _ = try file.options(for: line, in: world)
      let options = file.lines.map { line in
        let value = line.value.map { " " + RedactedText.of($0, in: world) } ?? ""
        return "--\(line.name)\(value) (line \(line.number))"
      }
      return Finding(
        "configuration",
        "\(file.path): " + (options.isEmpty ? "no options" : options.joined(separator: ", "))
      )
    } catch {
      return Finding("configuration", error: error, remedy: "correct the file; --no-config leaves it out of a command")
    }
  }

  // MARK: - The terminal

  private var terminal: Finding {
    guard let columns = world.standardOutput.terminalColumns ?? world.standardError.terminalColumns else {
      return Finding("terminal", "none")
    }
    let isColored = ColorChoice.auto.isColored(in: world, isTerminal: true)
    return Finding(
      "terminal",
      "\(columns) columns, \(isColored ? "colour" : "no colour"), \(world.isUTF8 ? "Unicode" : "ASCII only")"
    )
  }

  private var locale: Finding {
    let name = world[variable: .localeOfAll] ?? world[variable: .localeOfCharacters] ?? world[variable: .locale] ?? "C"
    guard !world.isUTF8 else { return Finding("locale", name) }
    return Finding(
      "locale",
      .warning,
      "\(name) isn't UTF-8, so maps are drawn in ASCII",
      remedy: "export LC_ALL=C.UTF-8"
    )
  }
}
