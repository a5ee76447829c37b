import Domain

/// The declaration of an option: names, value, help and commands, as a block of `Options.txt` has it.
struct OptionEntry: Sendable {
  /// The headings of the help, in order.
  enum Group: String, CaseIterable, Sendable {
    case what = "What"
    case place = "Where"
    case amount = "How many"
    case rows = "Rows"
    case source = "Source"
    case output = "Output"
    case messages = "Messages"
  }

  /// The value of an option.
  enum Value: Sendable, Hashable {
    /// None: the option is a flag.
    case none
    /// A value, shown by this placeholder.
    case text(String)
    /// A path.
    case file
    /// One of the words of ``Option/words(_:)``.
    case word
    /// Some of these words, separated by commas; the option may be repeated.
    case words
  }

  /// The help on an option in some commands.
  struct Help: Sendable {
    /// The commands that this help is for.
    let commands: [Command]
    /// Whether the short help shows it.
    let isCommon: Bool
    /// Whether it is for every command that asks a source, and concerns how it is asked.
    let isForAsking: Bool
    /// Options that the commands need for it.
    fileprivate(set) var needs: [Option] = []
    /// The actions of the commands that do not take it; `""` for no action.
    fileprivate(set) var exceptions: [String] = []
    /// What it does, in a line, and the default value; with names in braces.
    fileprivate(set) var summary = ""
    fileprivate(set) var defaultText: String?
  }

  /// The long names, without the dashes; the first is the one that is shown.
  private(set) var names: [String] = []
  /// The one-letter name.
  private(set) var short: Character?
  /// Its names in other programs, separated by blanks; `NAME=VALUE` for a name that corresponds to one of its values.
  ///
  /// They are not accepted; the error message proposes this option.
  private(set) var synonyms = ""
  /// The heading that it is listed under.
  private(set) var group = Group.what
  /// The value that it takes.
  private(set) var value = Value.none
  /// What completes its value in a shell, unless the value is a file or one of few words.
  private(set) var completion = Completion.nothing
  /// Options that it cannot be combined with.
  private(set) var conflicts: [Option] = []
  /// Options that it requires.
  private(set) var needs: [Option] = []
  /// The help for each command that takes the option.
  private(set) var help: [Help] = []

  init(_ block: [TextTable.Line]) {
    for (position, line) in block.enumerated() {
      if position == 0 { readNames(line.words) } else { read(line) }
    }
  }

  private mutating func readNames(_ words: [String]) {
    for word in words {
      switch word {
      case _ where word.hasPrefix("--"): names.append(String(word.dropFirst(2)))
      case _ where word.hasPrefix("-"): short = word.last
      case "FILE": value = .file
      case "word": value = .word
      case "words": value = .words
      default: value = .text(word)
      }
    }
  }

  private mutating func read(_ line: TextTable.Line) {
    switch line.key {
    case "under": group = Group(rawValue: line.text) ?? .what
    case "called": synonyms = line.text
    case "completes": completion = Completion(rawValue: line.text) ?? .nothing
    case "without": conflicts = line.words.compactMap { Option(rawValue: $0) }
    case "with":
      let options = line.words.compactMap { Option(rawValue: $0) }
      if let last = help.indices.last { help[last].needs = options } else { needs = options }
    case "for", "for*":
      let isForAsking = line.words.contains("asking")
      help.append(
        Help(commands: Command.named(line.words), isCommon: line.key == "for*", isForAsking: isForAsking)
      )
    default:
      guard let last = help.indices.last else { return }
      switch line.key {
      case "except": help[last].exceptions = line.words.map { $0 == "-" ? "" : $0 }
      case "only":
        let actions = line.words
        help[last].exceptions = help[last].commands.flatMap(\.actions).filter { !actions.contains($0) }
      case "default": help[last].defaultText = line.text
      default: help[last].summary = line.text
      }
    }
  }

  /// The long name that is shown, without the dashes.
  var name: String { names.first ?? "" }

  var takesValue: Bool { value != .none }

  /// Whether each use adds to a list.
  var repeats: Bool { value == .words }

  /// The help in a command; `nil` when the command does not take the option.
  func help(in command: Command) -> Help? { help.first { $0.commands.contains(command) } }

  /// What to write instead of another program's name; `nil` when this option has no such name there.
  func replacement(for name: String) -> String? {
    for synonym in synonyms.split(separator: " ") {
      let parts = synonym.split(separator: "=")
      if parts[0] == name { return (["--" + self.name] + parts.dropFirst()).joined(separator: " ") }
    }
    return nil
  }
}

extension Command {
  /// The commands of a list of names, of which some stand for several.
  fileprivate static func named(_ names: [String]) -> [Command] {
    names.flatMap { name in
      switch name {
      case "asking": asking
      case "listing": listing
      case "every": allCases
      default: Command(rawValue: name).map { [$0] } ?? []
      }
    }
  }
}
