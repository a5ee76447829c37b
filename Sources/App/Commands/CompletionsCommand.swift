import Domain
import EmbeddedFiles

extension Command {
  static let completions: Command = .init(
    "completions",
    CommandEntry(
      "print a completion script for a shell",
      called: "completion autocomplete",
      usage: "placefind completions bash|zsh|fish",
      words: Shell.allWords,
      operands: 1,
      examples: [
        ("source <(placefind completions bash)", "for this bash session"),
        ("mkdir -p ~/.zfunc && placefind completions zsh > ~/.zfunc/_placefind", "in a directory of zsh's fpath"),
        (
          "mkdir -p ~/.config/fish/completions && "
            + "placefind completions fish > ~/.config/fish/completions/placefind.fish", "for fish"
        ),
      ],
      run: CompletionsCommand.starting { try $0.run() }
    )
  )
}

/// Prints the script that completes words in a shell.
///
/// The script calls the program with `__complete` and the words of the line, so it is never out of date.
struct CompletionsCommand: RunnableCommand {
  /// The hidden first word of a completion request.
  static let requestWord = "__complete"

  let context: CommandContext

  func run() throws {
    let script =
      switch try arguments.word(Shell.self) {
      case .bash: EmbeddedFile(.bash)
      case .zsh: EmbeddedFile(.zsh)
      case .fish: EmbeddedFile(.fish)
      }
    try console.write(script.text)
  }
}

/// Completes the last word of a command line.
struct CompletedLine: Sendable {
  /// A completion and its meaning.
  struct Proposal: Sendable, Hashable {
    let word: String
    var meaning = ""
    /// The line that makes the shell complete file names.
    static let files = Proposal(word: ":files")
  }

  private let command: Command
  private var operands: [String] = []
  private var typedOptions: [Option] = []
  /// The option whose value is being typed.
  private var awaiting: Option?
  private var hasEndOfOptions = false
  private let isFirst: Bool
  /// The incomplete word.
  private let typed: String
  private let services: [Service]

  /// Reads the words of a line without the program name; the last word is incomplete.
  init(_ words: [String], services: [Service]) {
    typed = words.last ?? ""
    self.services = services
    var words = words.dropLast()
    isFirst = words.isEmpty
    let named = words.first.flatMap(Command.init)
    command = named ?? .find
    if named != nil { words.removeFirst() }
    for word in words { read(word) }
  }

  private mutating func read(_ word: String) {
    if awaiting != nil {
      awaiting = nil
    } else if hasEndOfOptions || !word.hasPrefix("-") || word == "-" {
      operands.append(word)
    } else if word == "--" {
      hasEndOfOptions = true
    } else if word.hasPrefix("--") {
      guard let option = option(named: word) else { return }
      typedOptions.append(option)
      if option.takesValue, !word.contains("=") { awaiting = option }
    } else {
      for (index, letter) in word.dropFirst().enumerated() {
        guard let option = command.options.first(where: { $0.letter == letter }) else { return }
        typedOptions.append(option)
        guard option.takesValue else { continue }
        if index == word.count - 2 { awaiting = option }
        return
      }
    }
  }

  private func option(named word: String) -> Option? {
    let name = String(word.dropFirst(2).prefix { $0 != "=" })
    return command.options.first { $0.names.contains(name) }
  }

  /// Returns the completions of the last word.
  func proposals(_ context: CommandContext) async -> [Proposal] {
    let source = CompletionWords(context: context)
    if let awaiting { return await values(of: awaiting, typed, source) }
    if !hasEndOfOptions, typed.hasPrefix("-") {
      // A single dash begins an option, or means standard input where files are named.
      if typed == "-" { return options + (command.entry.completion == .files ? [.files] : []) }
      guard let sign = typed.firstIndex(of: "="), let option = option(named: typed), option.takesValue else {
        return options
      }
      let value = typed.index(after: sign)
      return await values(of: option, String(typed[value...]), source).map {
        $0 == .files ? $0 : Proposal(word: typed[..<value] + $0.word, meaning: $0.meaning)
      }
    }
    let entry = command.entry
    var found: [Proposal] = []
    if operands.isEmpty { found = command.firstWords.map { Proposal(word: $0) }.starting(with: typed) }
    if isFirst { found += await source.words(.commands, typed) }
    if command == .help, let topic = operands.first.flatMap(Command.init) {
      return topic.firstWords.map { Proposal(word: $0) }.starting(with: typed)
    }
    let isRemoval = operands.first.map(Command.removalWords.contains) == true
    let completion = command == .index && isRemoval ? Completion.inputs : entry.completion
    let limit = entry.operandLimit + (command == .here && isRemoval ? 1 : 0)
    if operands.count < limit { found += await source.words(completion, typed) }
    return found.isEmpty && typed.isEmpty ? options : found
  }

  /// Returns whether the line uses an option, possibly after another option is added.
  private func mayBeUsed(_ option: Option) -> Bool {
    var parsed = ParsedArguments(command: command, services: services)
    parsed.operands = operands
    parsed.parsedOptions = typedOptions.map { ParsedArguments.ParsedOption(option: $0, value: "") }
    parsed.settleAction()
    return option.mayBeUsed(in: parsed)
  }

  /// The options that can be added to the line.
  private var options: [Proposal] {
    let entries = command.options.compactMap { option -> Proposal? in
      guard let help = option.help(in: command), !typedOptions.contains(option) || option.repeats,
        !typedOptions.contains(where: option.excludes), mayBeUsed(option)
      else { return nil }
      let name = option.names.first { ("--" + $0).hasPrefix(typed) } ?? option.name
      return Proposal(word: "--" + name, meaning: help.summary(services))
    }
    return entries.starting(with: typed)
  }

  private func values(of option: Option, _ typed: String, _ source: CompletionWords) async -> [Proposal] {
    var head = ""
    if option.value.isList, let comma = typed.lastIndex(of: ",") { head = String(typed[...comma]) }
    let rest = String(typed.dropFirst(head.count))
    let known: [Proposal]
    switch option.value {
    case .file: known = [.files]
    case .word, .words, .format:
      known =
        option.completion == .nothing
        ? option.words(services, in: command).map { Proposal(word: $0) }.starting(with: rest)
        : await source.words(option.completion, rest)
    case .none: known = []
    case .text(let shape):
      // Lower-case words in the help are literal, as in `N|all`.
      let words = shape.split(separator: "|").filter { $0.allSatisfy(\.isLowercase) }
      known =
        words.map { Proposal(word: String($0)) }.starting(with: rest) + (await source.words(option.completion, rest))
    }
    let taken = head.split(separator: ",").map(String.init)
    return known.filter { !taken.contains($0.word) }
      .map { $0 == .files ? $0 : Proposal(word: head + $0.word, meaning: $0.meaning) }
  }
}

/// The words that commands know or that are saved on this machine.
private struct CompletionWords: CommandPart {
  let context: CommandContext

  /// Returns the words of a kind that begin with the typed text; empty if the data can't be read.
  func words(_ sort: Completion, _ typed: String) async -> [CompletedLine.Proposal] {
    switch sort {
    case .nothing: return []
    case .files: return [.files]
    case .categories: return Self.categories(typed)
    case .commands:
      return Command.allCases.map { .init(word: $0.rawValue, meaning: $0.entry.summary) }.starting(with: typed)
    case .inputs:
      let path = world[variable: .index] ?? world.defaultIndexPath
      var inputs: [IndexInput] = []
      if let path, let summary = try? await provider.indexes.summary(ofIndexAt: path) { inputs = summary.inputs }
      let fetched = world.dataDirectory.map(provider.indexes.fetchedIndexes) ?? []
      let names =
        inputs.map { ($0.shortName, $0.placeCount) } + fetched.map { ($0.listedName, $0.placeCount) }
      return names.map { .init(word: $0, meaning: counted($1, "place")) }.starting(with: typed)
    case .savedLocations:
      let locations = (try? provider.remembered.locations().locations) ?? []
      return locations.map { .init(word: $0.name, meaning: $0.coordinate.decimalText) }
        .starting(with: typed)
    case .savedPlaces:
      let saved = (try? provider.remembered.savedPlaces()) ?? []
      let places = saved.map {
        CompletedLine.Proposal(word: $0.id, meaning: $0.place.found.place.name ?? "")
      }
      let found = places.starting(with: typed)
      return found.isEmpty ? places.filter { $0.meaning.startsAlike(typed) } : found
    }
  }

  /// Returns a word for each category in the script of the typed letters, with a word in the other script.
  private static func categories(_ typed: String) -> [CompletedLine.Proposal] {
    let isLatin = typed.unicodeScalars.allSatisfy(\.isASCII)
    let known = CategoryGroup.allCases.map(PlaceCategory.group) + Kind.all.map(PlaceCategory.kind) + [.any]
    return known.compactMap { category in
      let words = category.words
      let word = words.first { $0.unicodeScalars.allSatisfy(\.isASCII) == isLatin && $0.startsAlike(typed) }
      let other = words.first { $0.unicodeScalars.allSatisfy(\.isASCII) != isLatin }
      return word.map { .init(word: $0, meaning: other ?? "") }
    }
  }
}

extension String {
  /// Returns whether the text begins with another, ignoring case.
  fileprivate func startsAlike(_ text: String) -> Bool { lowercased().hasPrefix(text.lowercased()) }
}

extension [CompletedLine.Proposal] {
  fileprivate func starting(with text: String) -> Self { filter { $0.word.startsAlike(text) } }
}
