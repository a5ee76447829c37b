import Domain

extension Option {
  /// The help for an option in the commands that accept it.
  struct Help: Sendable {
    /// Represents "no action" in a list of actions.
    static let noAction = ""

    /// The named commands; for a query option, all commands that query a source are added.
    private let named: [Command]
    /// Whether the short help includes the option.
    let isShort: Bool
    /// Whether all commands that query a source accept the option.
    let isForAsking: Bool
    /// The only actions that accept the option; `nil` if all but `excepted` accept it.
    private let actions: [String]?
    private let excepted: [String]
    /// Options that are required together with this one.
    let needs: [Option]
    /// Options one of which is required together with this one; empty if none is.
    let alternatives: [Option]
    // Made when the help is shown, because some texts name services and defaults.
    private let makeSummary: @Sendable ([Service]) -> String
    private let makeDefault: @Sendable () -> String?

    /// Declares the help for an option in some commands.
    ///
    /// - Parameters:
    ///   - commands: The commands.
    ///   - isShort: Whether their short help includes the option.
    ///   - isForAsking: Whether all commands that query a source accept the option.
    ///   - actions: The only actions that accept the option; `nil` for all.
    ///   - exceptions: The actions that don't accept the option.
    ///   - needs: Options that are required together with this one.
    ///   - alternatives: Options one of which is required together with this one.
    ///   - summary: The summary in one line.
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

    /// Declares the help for an option in some commands, independently of the services.
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

    /// Declares the help for a query option, in all commands that query a source and in `others`.
    static func ofAsking(
      besides others: [Command] = [],
      isShort: Bool = false,
      _ summary: @escaping @autoclosure @Sendable () -> String,
      default standard: @escaping @autoclosure @Sendable () -> String? = nil
    ) -> Help {
      ofAsking(besides: others, isShort: isShort, says: { _ in summary() }, default: standard())
    }

    /// Declares the help for a query option, depending on the services.
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

    /// The commands that this help applies to.
    var commands: [Command] { isForAsking ? Command.asking + named : named }

    /// Whether this help applies to a command.
    ///
    /// Equivalent to ``commands``, without making the list.
    func isFor(_ command: Command) -> Bool { named.contains(command) || (isForAsking && command.entry.asks) }

    /// The actions that don't accept the option.
    var exceptions: [String] {
      guard let actions else { return excepted }
      return commands.flatMap(\.actions).filter { !actions.contains($0) }
    }

    /// The summary in one line.
    func summary(_ services: [Service]) -> String { makeSummary(services) }

    /// The default value in the help; `nil` if there is none.
    var standard: String? { makeDefault() }
  }
}
