/// What there is to say about an option: the one source of parsing and help.
struct OptionSpecification: Sendable {
  /// The headings that options are listed under.
  enum Group: String, CaseIterable, Sendable {
    case what = "What"
    case place = "Where"
    case amount = "How many"
    case rows = "Rows"
    case source = "Source"
    case output = "Output"
    case reports = "Messages"
  }

  /// What an option takes.
  enum Value: Sendable {
    /// Nothing: it is given or not.
    case none
    /// A value, shown as this word.
    case any(String)
    /// One of these words.
    case oneOf([String])
    /// Some of these words, parted by commas.
    case list([String])
  }

  /// The one-letter form.
  let short: Character?
  /// Other long names, without the dashes.
  let aliases: [String]
  /// What it takes.
  let value: Value
  /// Where it is listed.
  let group: Group
  private let makeSummary: @Sendable () -> String
  private let makeStandard: @Sendable () -> String?
  /// Whether it may be given several times, each adding to a list.
  let isList: Bool
  /// Whether the short help shows it.
  let isCommon: Bool

  /// Says everything about an option.
  ///
  /// - Parameters:
  ///   - summary: What it does, in a line.
  ///   - group: Where it is listed.
  ///   - short: The one-letter form.
  ///   - aliases: Other long names, without the dashes.
  ///   - value: What it takes.
  ///   - standard: What holds when it is not given.
  ///   - isList: Whether it may be given several times, each adding to a list.
  ///   - isCommon: Whether the short help shows it.
  init(
    _ summary: @autoclosure @escaping @Sendable () -> String,
    in group: Group,
    short: Character? = nil,
    aliases: [String] = [],
    value: Value = .none,
    standard: @autoclosure @escaping @Sendable () -> String? = nil,
    isList: Bool = false,
    isCommon: Bool = false
  ) {
    self.short = short
    self.aliases = aliases
    self.value = value
    self.group = group
    makeSummary = summary
    makeStandard = standard
    self.isList = isList
    self.isCommon = isCommon
  }

  /// What it does, in a line; put together only when somebody reads it.
  var summary: String { makeSummary() }
  /// What holds when it is not given.
  var standard: String? { makeStandard() }

  /// Whether a value belongs to it.
  var takesValue: Bool {
    if case .none = value { false } else { true }
  }
}
