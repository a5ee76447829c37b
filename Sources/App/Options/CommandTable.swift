import Domain
import EmbeddedFiles

/// The help and the operands of a command; which options it takes, ``Option`` says.
struct CommandEntry: Sendable {
  /// What it does, in a line.
  private(set) var summary = ""
  /// The synopsis.
  private(set) var usage = ""
  /// The largest number of operands, its action included.
  private(set) var operandLimit = 0
  /// What completes an operand in a shell, beside the actions.
  private(set) var completion = Completion.nothing
  /// What people call it in other programs: words for it, or for one of its actions as `WORD=ACTION`.
  private(set) var synonyms: [String] = []
  /// Command lines to copy, each with what it does.
  private(set) var examples: [(line: String, meaning: String)] = []

  fileprivate init(_ block: some Sequence<TextTable.Line>) {
    for line in block {
      switch line.key {
      case "does": summary = line.text
      case "usage": usage += usage.isEmpty ? line.text : "\n       " + line.text
      case "called": synonyms += line.words
      case "operands": operandLimit = Int(line.text) ?? .max
      case "completes": completion = Completion(rawValue: line.text) ?? .nothing
      case "$": examples.append((line.text, ""))
      default: if let example = examples.indices.last { examples[example].meaning = String(line.text.dropFirst()) }
      }
    }
  }
}

extension Command {
  private static let blocks = TextTable.blocks(of: EmbeddedFile(.commands))

  /// What the table says of it, `Commands.txt`; a test asks for every entry.
  var entry: CommandEntry {
    CommandEntry(Self.blocks.first { $0[0].key == rawValue }?.dropFirst() ?? [])
  }

  /// The actions that its first operand names; none for a command without actions.
  var actions: [String] {
    switch self {
    case .index: IndexAction.allCases.map(\.rawValue)
    case .history: HistoryAction.allCases.map(\.rawValue)
    case .saved: SavedAction.allCases.map(\.rawValue)
    case .cache: CacheAction.allCases.map(\.rawValue)
    case .schema: SchemaName.allCases.map(\.rawValue)
    case .completions: Shell.allCases.map(\.rawValue)
    default: []
    }
  }
}
