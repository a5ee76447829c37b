import Domain

/// Checks what a query needs on this machine: a line for each check, with the remedy for what is wrong.
struct DoctorCommand: CommandPart {
  let context: CommandContext

  /// The result of a check.
  struct Finding: Sendable, Hashable {
    enum Status: String, Sendable {
      case ok, warning, error
    }

    let check: String
    let status: Status
    let message: String
    /// What to do; `nil` when nothing has to be done.
    let remedy: String?

    init(_ check: String, _ message: String, remedy: String? = nil) {
      self.init(check, .ok, message, remedy: remedy)
    }

    init(_ check: String, _ status: Status, _ message: String, remedy: String? = nil) {
      (self.check, self.status, self.message, self.remedy) = (check, status, message, remedy)
    }

    /// What failed, with its own sentence of what to do.
    init(_ check: String, error: any Error, _ status: Status = .error, remedy: String? = nil) {
      self.init(check, status, Failure(error).message, remedy: remedy)
    }
  }

  func run() async throws {
    let output = try checkedOutput()
    let findings =
      [program, configuration, key] + (await service) + [clock, proxy, certificates, library] + (await index) + stores
      + [terminal, locale]
    if output.style.format == .table, arguments.output.keys == nil {
      try console.write(CheckList(findings, hasArrow: world.isUTF8).bytes(as: output.style.table), to: output)
    } else {
      try write(Self.listing(findings), to: output)
    }
    let errors = findings.count { $0.status == .error }
    if errors > 0 { throw Failure("checks_failed", .fileFailed, "\(counted(errors, "check")) failed.") }
  }

  private static func listing(_ findings: [Finding]) -> Listing {
    Listing(
      name: "checks",
      columns: [
        .init("status", "STATUS"), .init("check", "CHECK"), .init("message", "FOUND", isFlexible: true),
        .init("remedy", "REMEDY", isFlexible: true),
      ],
      records: findings.map {
        [.text($0.status.rawValue), .text($0.check), .text($0.message), .text($0.remedy)]
      }
    )
  }

  private var program: Finding { Finding("version", "placefind \(Version.current) of \(Version.date)") }

  private var configuration: Finding {
    guard !arguments.has(.noConfiguration) else { return Finding("configuration", "not read, as --no-config says") }
    do {
      guard let file = try ConfigurationFile(in: world) else { return Finding("configuration", "no file of options") }
      // Every line is checked, whichever command takes it.
      let line = try ArgumentParser.parse([Command.find.rawValue], services: world.services)
      _ = try file.options(for: line, in: world)
      let options = file.lines.map { "--" + $0.name + ($0.value.map { " " + $0 } ?? "") + " (line \($0.number))" }
      return Finding(
        "configuration",
        "\(file.path): " + (options.isEmpty ? "no options" : options.joined(separator: ", "))
      )
    } catch {
      return Finding("configuration", error: error, remedy: "correct the file; --no-config leaves it out of a command")
    }
  }

  // MARK: - The service

  private var key: Finding {
    let variable = world.services.keyVariable
    do {
      let options = try context.source.options
      guard options.key == nil else {
        return Finding("key", "set by \(arguments.keyPath.map { $0 == "-" ? "standard input" : $0 } ?? variable)")
      }
      if let service = options.choice.service {
        guard let key = service.key else { return Finding("key", "none, and \(service.title) takes none") }
        return Finding(
          "key",
          .error,
          "none, and \(service.title) is chosen, which needs one",
          remedy:
            "set \(key.variable) to the \(key.term) of \(key.owner), name its file with --key-file, or choose another --source"
        )
      }
      return Finding(
        "key",
        .warning,
        "none, so \(world.services.keyed?.title ?? "the service") is not asked",
        remedy: "set \(variable), or use an index or --source osm"
      )
    } catch { return Finding("key", error: error) }
  }

  /// One request to the service that would answer; its answer says whether it is reached and takes the key.
  private var service: [Finding] {
    get async {
      guard case .service(let service)? = try? context.source.route else {
        guard arguments.has(.online) else { return [Finding("service", "none would be asked")] }
        return [
          Finding(
            "service",
            .warning,
            "none would be asked, so no request was sent",
            remedy: "name one with --source, or set \(world.services.keyVariable)"
          )
        ]
      }
      let address = (try? context.source.options.endpoint) ?? service.address
      guard arguments.has(.online) else {
        return [Finding("service", "\(address), not asked; --online sends a request")]
      }
      do {
        guard let text = SearchText("서울시청") else { return [] }
        _ = try await provider.makeLocateUseCase().candidates(for: text, limit: 1)
        return [Finding("service", "\(address) answers\(service.key == nil ? "" : ", and accepts the key")")]
      } catch { return [Finding("service", error: error)] }
    }
  }

  /// No network is asked for the time, so only a clock that stands far in the past is found.
  private var clock: Finding {
    let seconds = world.wallClock()
    let time = world.times.stamp(seconds)
    guard seconds < Version.dateInSeconds else { return Finding("clock", time) }
    return Finding(
      "clock",
      .error,
      "\(time) is before this version of placefind",
      remedy: "set the clock: certificates and quotas depend on it"
    )
  }

  private var proxy: Finding {
    guard let proxy = world[variable: .proxy] else { return Finding("proxy", "none") }
    // A user and a password stand before the last @.
    let address = proxy.split(separator: "@").last.map(String.init) ?? ""
    return Finding("proxy", "\(EnvironmentVariable.proxy.rawValue) names \(address)")
  }

  private var certificates: Finding {
    for name in [EnvironmentVariable.certificates.rawValue, "SSL_CERT_FILE"] {
      guard let path = world[variable: name] else { continue }
      guard world.files.identity(of: path)?.isRegular == true else {
        return Finding(
          "certificates",
          .error,
          "\(name) names \(path), which is no file",
          remedy: "name a file, or unset it"
        )
      }
      return Finding("certificates", "\(path), named by \(name)")
    }
    guard provider.account.networkProblem() != .certificatesMissing else {
      return Finding("certificates", .warning, "none for online search", remedy: "install ca-certificates")
    }
    return Finding("certificates", "those of the system")
  }

  private var library: Finding {
    guard let problem = provider.account.networkProblem(), problem != .certificatesMissing else {
      return Finding("libcurl", "can be loaded")
    }
    return Finding("libcurl", error: PlaceSearchError.networkNotSetUp(host: "", problem), .warning)
  }

  // MARK: - Files

  private var index: [Finding] {
    get async {
      var named = arguments.source.indexPaths.map(world.indexPath(named:))
      if named.isEmpty, let path = world[variable: .index] { named = [path] }
      guard named.isEmpty else {
        var findings: [Finding] = []
        for path in named { findings.append(await index(at: path, isNamed: true)) }
        return findings
      }
      guard let path = world.defaultIndexPath else { return [] }
      return [await index(at: path, isNamed: false)]
    }
  }

  /// Checks every byte of an index, which need not be there unless it is named.
  private func index(at path: String, isNamed: Bool) async -> Finding {
    guard world.files.exists(path) else {
      return Finding(
        "index",
        isNamed ? .error : .ok,
        isNamed ? "there is no \(path)" : "no default index",
        remedy: "placefind index build FILE"
      )
    }
    do {
      let summary = try await provider.indexes.verify(indexAt: path)
      let age = TimeFormatter.rough(seconds: Double(max(0, world.wallClock() - summary.builtAtSeconds)))
      let area =
        summary.coverage.isEmpty ? "" : ", covers " + summary.coverage.map(\.coverageText).joined(separator: "; ")
      return Finding(
        "index",
        "\(path): \(counted(summary.placeCount, "place"))\(area), built \(age) ago, every byte verified"
      )
    } catch { return Finding("index", error: error) }
  }

  private var stores: [Finding] {
    let kept = provider.remembered
    let checks:
      [(name: String, variable: EnvironmentVariable, base: String, file: String, count: () throws -> String)] = [
        (
          "positions", .configHome, "/.config", "positions",
          { counted(try kept.positions.positions().positions.count, "position") }
        ),
        ("saved", .configHome, "/.config", "saved", { counted(try kept.saved.savedPlaces().count, "place") }),
        ("history", .stateHome, "/.local/state", "history", { counted(try kept.history.entries().count, "query") }),
        ("answers", .stateHome, "/.local/state", "answers", { counted(try kept.recall.lastAnswer().count, "place") }),
      ]
    var findings = checks.map { check -> Finding in
      guard let path = world.directory(check.variable, default: check.base).map({ "\($0)/\(check.file)" }) else {
        return Finding(check.name, error: StoreError.noDirectory, .warning)
      }
      guard let file = world.files.identity(of: path), file.isRegular else {
        return Finding(check.name, "nothing kept")
      }
      do {
        let facts =
          "\(path): \(try check.count()), \(file.sizeInBytes.groupedText) bytes, mode \(String(file.permissions, radix: 8))"
        guard file.permissions & 0o077 != 0 else { return Finding(check.name, facts) }
        return Finding(check.name, .warning, facts, remedy: "chmod 600 \(ShellWord.quoted(path))")
      } catch { return Finding(check.name, error: error) }
    }
    do {
      let cache = try provider.account.cache.summary()
      let path = cache.path ?? "no directory"
      findings.append(
        Finding("cache", "\(path): \(counted(cache.answers, "answer")), \(cache.bytes.groupedText) bytes")
      )
    } catch { findings.append(Finding("cache", error: error)) }
    // What was found while the stores were read, such as damaged lines.
    let others = kept.errors.storeErrors().map { Finding("stores", error: $0, .warning) }
    return findings + others.filter { other in !findings.contains { $0.message == other.message } }
  }

  // MARK: - The terminal

  private var terminal: Finding {
    guard let columns = world.standardOutput.terminalColumns ?? world.standardError.terminalColumns else {
      return Finding("terminal", "none")
    }
    let isColored = ColorChoice.auto.isColored(in: world, isTerminal: true)
    return Finding(
      "terminal",
      "\(columns) columns, \(isColored ? "colour" : "no colour"), \(world.isUTF8 ? "Unicode" : "ASCII alone")"
    )
  }

  private var locale: Finding {
    let name = world[variable: .localeOfAll] ?? world[variable: .localeOfCharacters] ?? world[variable: .locale] ?? "C"
    guard !world.isUTF8 else { return Finding("locale", name) }
    return Finding(
      "locale",
      .warning,
      "\(name) is not UTF-8, so maps are drawn in ASCII",
      remedy: "export LC_ALL=C.UTF-8"
    )
  }
}
