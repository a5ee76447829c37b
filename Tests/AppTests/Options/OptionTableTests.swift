import Foundation
import Testing

@testable import App

struct OptionTableTests {
  @Test(arguments: Command.allCases)
  func `no name or letter means two options of a command`(command: Command) {
    var owners: [String: Option] = [:]
    for option in command.options {
      let letter = option.letter.map { ["-\($0)"] } ?? []
      for name in option.names.map({ "--" + $0 }) + letter {
        #expect(owners.updateValue(option, forKey: name) == nil, "\(name)")
      }
    }
    #expect(owners.count >= command.options.count && !owners.isEmpty)
  }

  @Test(arguments: Command.everything)
  func `every exit status is explained, with options of the command only`(command: Command) {
    for status in ExitStatus.possible(in: command) {
      let summary = status.summary { $0.help(in: command) != nil }
      #expect(!summary.isEmpty)
      for option in Option.allCases where option.help(in: command) == nil {
        #expect(!summary.contains(option.spelling), "\(status)")
      }
    }
  }

  /// The compiler doesn't detect an option that is declared but not listed.
  @Test func `every option that is declared is listed`() throws {
    let folder = URL(filePath: #filePath).appending(path: "../../../../Sources/App/Options").standardized
    let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil).filter {
      $0.pathExtension == "swift"
    }
    let declared = try files.reduce(0) { count, file in
      count + (try String(contentsOf: file, encoding: .utf8).ranges(of: ": Option = ").count)
    }
    #expect(declared == Option.allCases.count && Set(Option.allCases).count == declared)
  }

  @Test(arguments: Option.allCases)
  func `an option is documented once for each command that takes it`(option: Option) {
    let commands = option.help.flatMap(\.commands)
    #expect(!commands.isEmpty)
    #expect(Set(commands).count == commands.count)
    for help in option.help {
      let summary = help.summary([.kakao])
      #expect(!summary.isEmpty && !summary.hasSuffix(".") && help.standard?.isEmpty != true)
    }
    switch option.value {
    case .text(let word): #expect(!word.isEmpty && !word.contains("FILE"), "a path is completed as a file")
    case .word, .words, .format: #expect(!option.words([.kakao]).isEmpty)
    case .none, .file: break
    }
  }

  @Test(arguments: Option.allCases)
  func `conflicts and requirements of options are checked`(option: Option) {
    for other in option.conflicts + option.needs {
      let shared = Command.allCases.filter { $0.options.contains(option) && $0.options.contains(other) }
      #expect(other != option && !shared.isEmpty, "\(other)")
    }
    for command in Command.allCases where command.options.contains(option) {
      for needed in option.needs { #expect(command.options.contains(needed), "\(command)") }
    }
  }

  @Test(arguments: Command.allCases)
  func `the help of a command lists exactly its options`(command: Command) {
    let lines = HelpText(services: [.kakao]).full(of: command).split(separator: "\n")
    let listed = lines.filter { $0.hasPrefix("  -") }.map { $0.dropFirst(2) }
    #expect(listed.count == command.options.count)
    for heading in ["usage:", "Examples", "Exit status"] { #expect(lines.contains { $0.hasPrefix(heading) }) }
    // Command lines to copy aren't wrapped.
    for line in lines where !line.contains(" placefind ") { #expect(line.count < 80, "\(line)") }
    for option in command.options {
      let head = (option.letter.map { "-\($0), " } ?? "") + option.spelling
      let line = listed.first { $0 == head || $0.hasPrefix(head + " ") || $0.hasPrefix(head + ",") }
      #expect(line != nil, "\(option)")
    }
  }

  @Test(arguments: Command.allCases)
  func `every command takes help and a format of messages`(command: Command) {
    #expect(command.options.contains(.help) && command.options.contains(.errorFormat))
    #expect(!command.entry.summary.isEmpty && !command.examples.isEmpty)
    #expect(!command.usage.isEmpty && command.usage.allSatisfy { $0.hasPrefix("placefind ") })
    for word in command.firstWords { #expect(command.usage.contains { $0.contains(word) }) }
  }

  @Test(arguments: Command.allCases)
  func `every option of a command is read`(command: Command) throws {
    for option in command.options where option != .help {
      let value =
        switch option.value {
        case .none: ""
        case .text(let word): Self.values[word] ?? "1"
        case .file: "=file"
        case .word, .words, .format: "=" + (option.words([.kakao], in: command).last ?? "")
        }
      let parsed = try #require(
        command.withActions.map { ParsedArguments(command: $0, services: [.kakao]) }.first(where: option.mayBeUsed)
      )
      var needs = option.needs
      if case .needs(let others) = option.use(in: parsed) { needs += others.prefix(1) }
      let needed = needs.map { $0.takesValue ? "\($0.spelling)=5" : $0.spelling }
      let words = parsed.command.rawValue.split(separator: " ").map(String.init)
      let given = option.spelling + (value.isEmpty || value.hasPrefix("=") ? value : "=" + value)
      let before = try Arguments(ArgumentParser.parse(words))
      let after = try Arguments(ArgumentParser.parse(words + [given] + needed))
      // A flag has no value to store; commands check whether it was given.
      #expect(after.has(option) && !before.has(option))
      guard option.takesValue, option != .errorFormat else { continue }
      #expect(Self.values(of: before) != Self.values(of: after), "\(option) changes nothing")
    }
  }

  /// Returns the values set by the options, without the list of given options.
  private static func values(of arguments: Arguments) -> [String] {
    Mirror(reflecting: arguments).children.filter { $0.label != "given" }.map { "\($0.value)" }
  }

  /// A value of each form that isn't a number.
  private static let values = [
    "WORD": "gas", "LAT,LNG": "37,127", "W,S,E,N": "1,2,3,4", "CODE": "ko", "AREA": "KR",
    "FIELD=COLUMN": "id=id2", "CHAR": ";", "TIME": "2026-12-24T18:00", "ZONE": "+09:00",
  ]

  @Test func `a synonym is not an option of the same command`() {
    for command in Command.allCases {
      let names = Set(command.options.flatMap(\.names))
      for option in command.options {
        let synonyms = option.synonyms.split(separator: " ").map { String($0.prefix { $0 != "=" }) }
        #expect(names.isDisjoint(with: synonyms), "\(command) \(option)")
      }
    }
  }

  @Test(arguments: [
    ("gass", "gas"), ("gsa", "gas"), ("cofee", "coffee"), ("pharmcy", "pharmacy"), ("CAFFE", "cafe"), ("주유", "주유소"),
    ("convenience_stor", "convenience-store"), ("resturant", "restaurant"), ("까페", "카페"), ("약극", "약국"),
    ("병언", "병원"), ("이마트", nil), ("스타벅스", nil), ("올리브영", nil), ("GS25", nil), ("atm", nil), ("bus", nil),
    ("CU", nil), ("", nil), ("xyzzy", nil), ("q", nil), (String(repeating: "gas", count: 50), nil),
  ])
  func `a typing error finds its word, and another name finds none`(typed: String, word: String?) {
    let words = [
      "gas", "cafe", "coffee", "pharmacy", "convenience-store", "bar", "pub", "restaurant", "주유소", "마트", "카페", "약국",
      "병원", "CE7",
    ]
    #expect(NearestWord.of(typed, among: words) == word)
  }

  @Test func `a part of a word finds the word`() {
    #expect(NearestWord.of("name", among: ["id", "place_name", "address_name"]) == "place_name")
    #expect(NearestWord.of("station", among: ["gas-station"]) == "gas-station")
    #expect(NearestWord.of("nam", among: ["place_name"]) == nil)
    #expect(NearestWord.of("--out", among: ["--color", "--output"]) == "--output")
  }
}
