import Domain
import Platform
import TestSupport
import Testing

@testable import App

/// The short help fits on a screen, and the manual is readable.
struct HelpLengthTests {
  @Test func `-h and --help print the same, on at most 60 lines, and name the whole help`() async {
    for command in Command.everything {
      let (short, long) = (
        await Run(services: Service.all)("\(command) -h"), await Run(services: Service.all)("\(command) --help")
      )
      #expect(short == long && short.status == 0, "\(command)")
      #expect(short.output.split(separator: "\n", omittingEmptySubsequences: false).count <= 61, "\(command)")
      #expect(short.output.contains("`placefind help \(command)`"), "\(command)")
    }
    #expect(await Run(services: Service.all)("--help").output == Run(services: Service.all)("-h").output)
  }

  @Test func `help of a command has all of its options`() async {
    for command in Command.everything {
      let text = await Run(services: Service.all)("help \(command)").output
      for option in command.options { #expect(text.contains(option.spelling), "\(command) \(option)") }
    }
  }

  @Test func `the manual has at most 700 lines, every option, and a synopsis without breaks`() async {
    let lines = await Run(services: Service.all)("manual").output.split(separator: "\n")
    #expect(lines.count <= 700)
    for option in Option.allCases {
      let name = option.spelling.replacing("-", with: "\\-")
      #expect(lines.contains { $0.hasPrefix(".It ") && $0.contains(name) }, "\(option)")
    }
    let synopsis = lines.drop { $0 != ".Sh SYNOPSIS" }.dropFirst().prefix { !$0.hasPrefix(".Sh") }
    #expect(synopsis.count >= Command.allCases.count && synopsis.allSatisfy { $0.hasPrefix(".D1 ") })
  }

  @Test func `the manual begins with the general meaning of an option, and names the commands of the others`() throws {
    let lines = HelpText(services: Service.all).lines(in: .output)
    let meaning = try #require(lines.first { $0.name.hasPrefix("-f, ") }?.meaning)
    #expect(meaning.hasPrefix("format of the output") && meaning.contains("; batch: ndjson"), "\(meaning)")
  }

  @Test func `the name of the program alone gets the short help on standard error`() async {
    let outcome = await Run(source: nil)([])
    #expect(outcome.status == 2 && outcome.output.isEmpty)
    #expect(await outcome.errors == Run(source: nil)("-h").output)
  }
}
