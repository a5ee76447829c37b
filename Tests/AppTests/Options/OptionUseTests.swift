import Domain
import TestSupport
import Testing

@testable import App

/// Every option that a command accepts has an effect there or is rejected.
///
/// Each option is tried in everything that a command does.
///
/// 38 command lines with each of about 100 options, in up to five worlds, take some seconds.
@Suite(.timeLimit(.minutes(20))) struct OptionUseTests {
  /// The actions of each command, as command lines that need no further option.
  private static let scenes: [Command: [String]] = [
    .find: ["find -c gas", "find -c gas --at 37.5,127", "find -q x --bbox 127,37,127.1,37.1 --at 37.05,127.05"],
    .browse: ["browse -c gas"],
    .batch: ["batch rows.csv -c gas", "batch rows.csv -q x"],
    .index: [
      "index build a.csv -o new.pfx", "index add a.csv -o new.pfx", "index remove a.csv -o new.pfx", "index info p.pfx",
      "index list", "index verify p.pfx", "index fetch -o new.pfx", "index fetch --at 52,5 -o new.pfx",
      "index fetch --bbox 5,52,5.1,52.1 -o new.pfx",
    ],
    .near: ["near 강남역"],
    .where: ["where", "where 37.5,127"],
    .here: [
      "here", "here home", "here work --at 37.6,127.1", "here work --near 강남역", "here home --remove",
      "here home --default",
    ],
    .show: ["show x9", "show x9 --open"],
    .history: ["history", "history clear", "history --rerun 1"],
    .saved: ["saved", "saved list", "saved add x9", "saved remove 11"],
    .cache: ["cache info", "cache clear"],
    .categories: ["categories", "categories --index i.pfx"],
    .quota: ["quota"],
    .mcp: ["mcp"],
    .skill: ["skill"],
    .doctor: ["doctor"],
    .schema: ["schema result"],
    .completions: ["completions bash"],
    .manual: ["manual"],
    .help: ["help"],
  ]

  /// The options that apply to every command, whatever it prints.
  private static let ofEveryCommand: Set<Option> = [
    .errorFormat, .noConfiguration, .color, .verbose, .quiet, .help,
  ]

  private static let lines = Command.allCases.flatMap { scenes[$0] ?? [] }

  @Test func `every command has a test scenario`() {
    for command in Command.allCases { #expect(Self.scenes[command]?.isEmpty == false, "\(command)") }
  }

  @Test(arguments: Command.allCases)
  func `an accepted option changes the behaviour of the command or is refused, and has an effect in some use`(
    command: Command
  ) async throws {
    var unseen = Set(command.options).subtracting(Self.ofEveryCommand)
    for line in Self.scenes[command] ?? [] {
      let words = line.split(separator: " ").map(String.init)
      let trial = OptionTrial()
      var baselines = Baselines(trial: trial)
      let isSame = try await trial.run(words).equals(trial.run(words))
      #expect(isSame, "the world is not the same twice: \(line)")
      for option in command.options {
        let isTyped = words.contains(where: option.isNamed(by:))
        guard !isTyped || unseen.contains(option) else { continue }
        switch try await use(of: option, in: words, of: command, trial, &baselines) {
        case .refused: #expect(isTyped || !Self.ofEveryCommand.contains(option), "\(line) \(option) is refused")
        case .changing: unseen.remove(option)
        case .nothing:
          let isExpected = isTyped || Self.ofEveryCommand.contains(option) && option != .verbose
          #expect(isExpected, "\(line) \(option) is taken and does nothing")
        }
      }
    }
    #expect(unseen.isEmpty, "\(unseen)")
  }

  /// All command lines except `doctor`, which reports the contents of the file.
  @Test(arguments: lines.filter { $0 != "doctor" })
  func `an option that would be refused is ignored in the configuration file`(line: String) async throws {
    let words = line.split(separator: " ").map(String.init)
    let command = try #require(Command(rawValue: words[0]))
    let trial = OptionTrial()
    let before = try await trial.run(words, configuration: "# nothing")
    var settings: [String] = []
    for option in Option.allCases {
      let (given, _) = trial.given(option, to: command)
      // Options that the command uses aren't ignored. If the command doesn't know an option, another one with the same
      // name may be.
      let isTaken = command.options.contains { $0.name == option.name }
      // With another format the rows can't be read, although the option is taken.
      if isTaken, command == .batch, [.delimiter, .header].contains(option) { continue }
      if isTaken, try await trial.run(words + given).status != 2 { continue }
      settings.append("--\(option.name)" + (option.takesValue ? " \(given[1])" : ""))
    }
    // Lines that are ignored together are ignored alone. The others are tried alone, in a hundredth of the runs.
    var alone: [String] = []
    while !settings.isEmpty {
      let after = try await trial.run(words, configuration: settings.joined(separator: "\n"))
      let refused = after.status == 2 ? after.errors.firstMatch(of: /config, line (\d+)/).flatMap { Int($0.1) } : nil
      if let refused {
        alone.append(settings.remove(at: refused - 1))
      } else {
        if !after.equals(before) { alone += settings }
        settings = []
      }
    }
    for file in alone {
      let after = try await trial.run(words, configuration: file)
      // Some options are allowed only on the command line, or have an invalid value for all commands.
      guard after.status != 2 || !after.errors.contains("config, line 1") else { continue }
      #expect(after.equals(before), "\(line) with \(file)")
    }
  }

  /// The output in a format may differ between a terminal and a pipe.
  @Test(arguments: OutputFormat.all(of: .places))
  func `an option that a format doesn't use is refused, and ignored in the configuration file`(
    format: OutputFormat
  ) async throws {
    let trial = OptionTrial()
    let words = ["find", "-c", "gas", "--at", "37.5,127", "-f", format.rawValue]
    for (option, value) in [(Option.noHeader, []), (.plainMap, []), (.fields, ["id"]), (.force, [])] {
      let typed = try await trial.run(words + [option.spelling] + value)
      let plain = try await trial.run(words)
      #expect((typed.status == 2) == (typed.output == plain.output || typed.output.isEmpty), "\(option) \(format)")
      guard option != .force else { continue }
      let file = ([option.spelling] + value).joined(separator: " ")
      #expect(try await trial.run(words, configuration: file).status == 0, "\(option) \(format)")
    }
  }

  // MARK: - Trying an option

  private enum Use { case changing, refused, nothing }

  /// The effects of command lines without the option, by their words and the world.
  private struct Baselines {
    let trial: OptionTrial
    private var known: [[String]: [OptionTrial.Circumstance: OptionTrial.Effect]] = [:]

    init(trial: OptionTrial) { self.trial = trial }

    mutating func effect(_ words: [String], _ circumstance: OptionTrial.Circumstance) async throws -> OptionTrial.Effect
    {
      if let effect = known[words]?[circumstance] { return effect }
      let effect = try await trial.run(words, circumstance)
      known[words, default: [:]][circumstance] = effect
      return effect
    }
  }

  private func use(
    of option: Option,
    in line: [String],
    of command: Command,
    _ trial: OptionTrial,
    _ baselines: inout Baselines
  ) async throws -> Use {
    let (given, companions) = trial.given(option, to: command)
    var words = line + companions
    if try await baselines.effect(words, .script).status == 2, option != .prune { words = line }
    let typed = try await trial.run(words + given)
    let plain = try await baselines.effect(words, .script)
    if typed.status == 2 {
      #expect(plain.status != 2, "\(words) is no scene")
      return .refused
    }
    if typed != plain { return .changing }
    for circumstance in OptionTrial.Circumstance.allCases.dropFirst()
    where (circumstance == .slowTerminal) == (option == .noProgress) {
      guard command != .browse || circumstance == .terminal else { continue }
      let typed = try await trial.run(words + given, circumstance)
      if try await typed != baselines.effect(words, circumstance) { return .changing }
    }
    return .nothing
  }
}

extension OptionTrial.Effect {
  /// Returns whether two effects are equal, apart from the configuration file and what depends on timing: the
  /// intermediate screens between two keys, and the number of concurrent rows.
  fileprivate func equals(_ other: Self) -> Bool {
    var same = self
    same.files["config"] = other.files["config"]
    (same.screen, same.inFlight) = (other.screen, other.inFlight)
    return same == other
  }
}
