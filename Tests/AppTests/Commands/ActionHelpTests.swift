import Domain
import Foundation
import Testing

@testable import App

/// The help of a command's action, and the suggestions for unknown commands.
struct ActionHelpTests {
  @Test(arguments: ["help index fetch", "help fetch"])
  func `the help of an action has its options, examples and synopsis alone`(line: String) async {
    let text = await Run()(line).output
    for words in ["usage: placefind index fetch (--near TEXT", "placefind index fetch --update [NAME]", "--yes"] {
      #expect(text.contains(words), "\(words)")
    }
    for words in ["index build", "index verify", "--crs", "--license", "--force"] {
      #expect(!text.contains(words), "\(words)")
    }
  }

  @Test(arguments: [
    ("index info -h", "usage: placefind index info [FILE] [options]\n"),
    ("help saved add", "placefind saved add ID|N... [--note"),
    ("help history clear", "usage: placefind history clear [options]\n"),
    ("help cache clear", "usage: placefind cache clear [options]\n"),
    ("help schema result", "usage: placefind schema [result|place|"),
    ("help index rm", "usage: placefind index remove SOURCE"),
    ("help completions fish", "usage: placefind completions bash|zsh|fish\n"),
  ])
  func `the synopsis of an action is its own`(line: String, words: String) async {
    let outcome = await Run()(line)
    #expect(outcome.status == 0 && outcome.output.contains(words), "\(outcome.output.prefix(300))")
  }

  @Test func `only commands that query a service document its exit statuses`() async {
    func statuses(_ line: String) async -> [Int32] {
      let text = await Run()(line).output
      let lines = text.split(separator: "\n").drop { $0 != "Exit status" }.dropFirst()
      return lines.compactMap { Int32($0.prefix { $0 != "\n" }.split(separator: " ").first ?? "") }
    }
    #expect(await statuses("help index build").filter { $0 > 2 && $0 < 10 } == [7])
    #expect(await statuses("help index fetch").filter { $0 > 2 && $0 < 10 } == [4, 5, 6, 7, 9])
    #expect(await statuses("help index").filter { $0 > 2 && $0 < 10 } == [4, 5, 6, 7, 9])
  }

  @Test func `every action has help, and no option in it that is refused`() async throws {
    for action in Command.everything where action.owner != nil {
      let text = await Run()("\(action) --help").output
      #expect(text.contains("usage: placefind \(action)"), "\(action)")
      for option in Option.allCases where text.contains("  \(option.spelling) ") {
        #expect(Option.named(option.name)?.help(in: action) != nil || option.help(in: action) != nil, "\(option)")
      }
    }
  }

  @Test(arguments: [
    ("update", "index fetch --update"), ("search", "find"), ("serach", "find"), ("fetch", "index fetch"),
    ("build", "index build"), ("bookmarks", "saved"), ("rm", "index remove"), ("brows", "browse"), ("fnid", "find"),
    ("geocode", "near"), ("man", "manual"), ("config", "doctor"), ("xyzzy", nil), ("gas", nil), ("스타벅스", nil),
  ])
  func `an unknown command suggests the nearest one`(word: String, command: String?) async {
    #expect(Command.nearest(to: word) == command)
    let outcome = await Run()([word])
    #expect(outcome.status == 2)
    if let command { #expect(outcome.errors.contains("Did you mean \(command)?"), "\(outcome.errors)") }
  }

  /// The compiler doesn't detect a command that is declared but not listed.
  @Test func `every command that is declared is listed`() throws {
    let folder = URL(filePath: #filePath).appending(path: "../../../../Sources/App").standardized
    let files = try #require(FileManager.default.enumerator(atPath: folder.path)).compactMap { $0 as? String }
      .filter { $0.hasSuffix(".swift") }
    let declared = try files.reduce(0) { count, file in
      let source = try String(contentsOf: folder.appending(path: file), encoding: .utf8)
      return count + source.ranges(of: ": Command = .init(").count
    }
    #expect(declared == Command.everything.count && Set(Command.everything).count == declared)
  }

  @Test func `an alias is a command with its actions`() throws {
    var seen: Set<String> = []
    for command in Command.allCases {
      for synonym in command.entry.synonyms {
        let parts = synonym.split(separator: "=").map(String.init)
        #expect(Command(rawValue: parts[0]) == nil && seen.insert(parts[0]).inserted, "\(synonym)")
        guard let words = parts.dropFirst().first?.split(separator: "_").map(String.init) else { continue }
        #expect(command.firstWords.contains(words[0]), "\(synonym)")
        for option in words.dropFirst() { #expect(Option.named(String(option.dropFirst(2))) != nil, "\(synonym)") }
      }
    }
    #expect(!seen.isEmpty)
  }
}
