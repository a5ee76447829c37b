import Domain

extension Option {
  /// The help on an option in some commands, which take it thereby.
  struct Help: Sendable {
    /// What stands for a command line without an action, among the actions of a command.
    static let noAction = ""

    /// The commands that are named; those that ask a source come before them where it is for asking.
    private let named: [Command]
    /// Whether the short help shows it.
    let isShort: Bool
    /// Whether it is for every command that asks a source, and concerns how it is asked.
    let isForAsking: Bool
    /// The actions that alone take it; `nil` for all but those that do not.
    private let actions: [String]?
    private let excepted: [String]
    /// Options that the commands need for it.
    let needs: [Option]
    /// Options of which the commands need one for it; none for no such need.
    let alternatives: [Option]
    // Made when the help is shown: some name services and defaults.
    private let makeSummary: @Sendable ([Service]) -> String
    private let makeDefault: @Sendable () -> String?

    /// Says what an option does in some commands.
    ///
    /// - Parameters:
    ///   - commands: The commands.
    ///   - isShort: Whether their short help shows it.
    ///   - isForAsking: Whether it concerns how a source is asked, in every command that asks one.
    ///   - actions: The actions that alone take it; `nil` for all.
    ///   - exceptions: The actions that do not take it.
    ///   - needs: Options that the commands need for it.
    ///   - alternatives: Options of which the commands need one for it.
    ///   - summary: What it does, in a line.
    ///   - standard: The default value.
    init(
      in commands: [Command],
      isShort: Bool = false,
      isForAsking: Bool = false,
      only actions: [String]? = nil,
      except exceptions: [String] = [],
      with needs: [Option] = [],
      withOneOf alternatives: [Option] = [],
      says summary: @escaping @Sendable ([Service]) -> String,
      default standard: @escaping @autoclosure @Sendable () -> String? = nil
    ) {
      named = commands
      self.isShort = isShort
      self.isForAsking = isForAsking
      self.actions = actions
      excepted = exceptions
      self.needs = needs
      self.alternatives = alternatives
      makeSummary = summary
      makeDefault = standard
    }

    /// Says what an option does in some commands, whatever the services are.
    init(
      in commands: [Command],
      isShort: Bool = false,
      only actions: [String]? = nil,
      except exceptions: [String] = [],
      with needs: [Option] = [],
      withOneOf alternatives: [Option] = [],
      _ summary: @escaping @autoclosure @Sendable () -> String,
      default standard: @escaping @autoclosure @Sendable () -> String? = nil
    ) {
      self.init(
        in: commands,
        isShort: isShort,
        only: actions,
        except: exceptions,
        with: needs,
        withOneOf: alternatives,
        says: { _ in summary() },
        default: standard()
      )
    }

    /// Says what an option of asking does, in every command that asks a source and in some that may.
    static func ofAsking(
      besides others: [Command] = [],
      isShort: Bool = false,
      _ summary: @escaping @autoclosure @Sendable () -> String,
      default standard: @escaping @autoclosure @Sendable () -> String? = nil
    ) -> Help {
      ofAsking(besides: others, isShort: isShort, says: { _ in summary() }, default: standard())
    }

    /// Says what an option of asking does, by the services that can be asked.
    static func ofAsking(
      besides others: [Command] = [],
      isShort: Bool = false,
      says summary: @escaping @Sendable ([Service]) -> String,
      default standard: @escaping @autoclosure @Sendable () -> String? = nil
    ) -> Help {
      Help(
        in: others,
        isShort: isShort,
        isForAsking: true,
        says: summary,
        default: standard()
      )
    }

    /// The commands that this help is for.
    var commands: [Command] { isForAsking ? Command.asking + named : named }

    /// Whether this help is for a command: ``commands``, without a list of them.
    func isFor(_ command: Command) -> Bool { named.contains(command) || (isForAsking && command.entry.asks) }

    /// The actions of the commands that do not take it.
    var exceptions: [String] {
      guard let actions else { return excepted }
      return commands.flatMap(\.actions).filter { !actions.contains($0) }
    }

    /// What it does, in a line.
    func summary(_ services: [Service]) -> String { makeSummary(services) }

    /// The default value, as the help says it; `nil` for none.
    var standard: String? { makeDefault() }
  }
}
