import Domain

extension Option {
  /// The help for an option in the commands that accept it.
  struct Help: Sendable {
    /// The named commands and actions, besides the ones that the other two properties add; `nil` for all.
    private let named: [Command]?
    /// Whether the short help includes the option.
    let isShort: Bool
    /// Whether all commands that query a source accept the option.
    let isForSourceCommands: Bool
    /// The documents whose commands accept the option, in addition to the named commands.
    let documents: [DocumentKind]
    /// Options that are required together with this one.
    let needs: [Option]
    /// At least one of these options is required together with this one, unless the list is empty.
    let alternatives: [Option]
    // Made when the help is shown, because some texts name services and defaults.
    private let makeSummary: @Sendable ([Service]) -> String
    private let makeDefault: @Sendable () -> String?

    /// Declares the help for an option in some commands.
    init(
      in commands: [Command]?,
      isShort: Bool = false,
      isForSourceCommands: Bool = false,
      printing documents: [DocumentKind] = [],
      with needs: [Option] = [],
      withOneOf alternatives: [Option] = [],
      says summary: @escaping @Sendable ([Service]) -> String,
      default standard: @escaping @autoclosure @Sendable () -> String? = nil
    ) {
      named = commands
      self.isShort = isShort
      self.isForSourceCommands = isForSourceCommands
      self.documents = documents
      self.needs = needs
      self.alternatives = alternatives
      makeSummary = summary
      makeDefault = standard
    }

    /// Declares the help for an option in some commands, independently of the services.
    init(
      in commands: [Command]?,
      isShort: Bool = false,
      printing documents: [DocumentKind] = [],
      with needs: [Option] = [],
      withOneOf alternatives: [Option] = [],
      _ summary: @escaping @autoclosure @Sendable () -> String,
      default standard: @escaping @autoclosure @Sendable () -> String? = nil
    ) {
      self.init(
        in: commands,
        isShort: isShort,
        printing: documents,
        with: needs,
        withOneOf: alternatives,
        says: { _ in summary() },
        default: standard()
      )
    }

    /// Declares the help for a query option, in all commands that query a source and in `others`.
    static func ofSourceCommands(
      besides others: [Command] = [],
      isShort: Bool = false,
      _ summary: @escaping @autoclosure @Sendable () -> String,
      default standard: @escaping @autoclosure @Sendable () -> String? = nil
    ) -> Help {
      ofSourceCommands(besides: others, isShort: isShort, says: { _ in summary() }, default: standard())
    }

    /// Declares the help for a query option, depending on the services.
    static func ofSourceCommands(
      besides others: [Command] = [],
      isShort: Bool = false,
      says summary: @escaping @Sendable ([Service]) -> String,
      default standard: @escaping @autoclosure @Sendable () -> String? = nil
    ) -> Help {
      Help(
        in: others,
        isShort: isShort,
        isForSourceCommands: true,
        says: summary,
        default: standard()
      )
    }

    /// The commands and actions that this help applies to.
    var commands: [Command] { Command.everything.filter(isFor) }

    /// Returns whether this help applies to a command or an action.
    func isFor(_ command: Command) -> Bool {
      guard let named else { return true }
      if named.contains(command) { return true }
      guard isForSourceCommands || !documents.isEmpty else { return false }
      let entry = command.entry
      return isForSourceCommands && entry.queriesSource || entry.document.map(documents.contains) ?? false
    }

    /// Returns the summary in one line.
    func summary(_ services: [Service]) -> String { makeSummary(services) }

    /// The default value in the help; `nil` if there is none.
    var standard: String? { makeDefault() }
  }
}
