import Testing

@testable import App

@Suite
struct ArgumentParserTests {
  @Test(arguments: [
    ["--radius", "500"], ["--radius=500"], ["-r", "500"], ["-r500"], ["-r=500"],
  ])
  func `a value is accepted in every spelling`(words: [String]) throws {
    #expect(try ArgumentParser.parse(words)[.radius] == "500")
  }

  @Test(arguments: [
    (["--lng", "-122.4"], Option.longitude, "-122.4"),
    (["--lon=-122.4"], .longitude, "-122.4"),
    (["--longitude", "-.5"], .longitude, "-.5"),
    (["--latitude", "-1"], .latitude, "-1"),
    (["--at", "-33.8,151.2"], .at, "-33.8,151.2"),
    (["-q", "-x"], .query, "-x"),
    (["-q", "--foo"], .query, "--foo"),
    (["--key-file", "-"], .keyFile, "-"),
    (["-q", ""], .query, ""),
    (["--query=a=b"], .query, "a=b"),
    (["--query=--limit"], .query, "--limit"),
  ])
  func `a value may begin with a minus`(words: [String], option: Option, value: String) throws {
    #expect(try ArgumentParser.parse(words)[option] == value)
  }

  @Test func `flags stand together and a value may follow them`() throws {
    let parsed = try ArgumentParser.parse(["-vr500"])
    #expect(parsed.has(.verbose))
    #expect(parsed[.radius] == "500")
  }

  @Test func `find is the command when none is named`() throws {
    #expect(try ArgumentParser.parse(["-c", "gas"]).command == .find)
    #expect(try ArgumentParser.parse(["find", "-c", "gas"]).command == .find)
    #expect(try ArgumentParser.parse(["categories"]).command == .categories)
  }

  @Test func `a list may be given several times`() throws {
    #expect(try ArgumentParser.parse(["-c", "gas", "-c", "cafe,bank"]).list(.category) == ["gas", "cafe", "bank"])
  }

  @Test(arguments: [
    ([], UsageError.nothingAsked),
    (["fnid"], .unknownCommand("fnid", nearest: "find")),
    (["xyzzy"], .unknownCommand("xyzzy", nearest: nil)),
    (["find", "gas"], .unexpectedOperand("gas", .find)),
    (["-c", "gas", "--", "-x"], .unexpectedOperand("-x", .find)),
    (["--raduis", "5"], .unknownOption("--raduis", nearest: "--radius", .find)),
    (["--radios=5"], .unknownOption("--radios", nearest: "--radius", .find)),
    (["--longitud", "5"], .unknownOption("--longitud", nearest: "--longitude", .find)),
    (["--zzzzzz"], .unknownOption("--zzzzzz", nearest: nil, .find)),
    (["-x"], .unknownOption("-x", nearest: nil, .find)),
    (["-vx"], .unknownOption("-x", nearest: nil, .find)),
    (["-radius", "5"], .unknownOption("-radius", nearest: "--radius", .find)),
    (["categories", "-c", "gas"], .unknownOption("-c", nearest: nil, .categories)),
    (["--radius"], .valueMissing(.radius, next: nil)),
    (["--radius", "--limit", "5"], .valueMissing(.radius, next: "--limit")),
    (["--radius", "-n", "5"], .valueMissing(.radius, next: "-n")),
    (["-q", "--"], .valueMissing(.query, next: "--")),
    (["--force=yes"], .valueUnwanted(.force)),
    (["-r", "5", "--radius", "6"], .repeated(.radius)),
    (["--lng", "1", "--lon", "1"], .repeated(.longitude)),
    (["-v", "-v"], .repeated(.verbose)),
  ])
  func `what is not in the table is refused`(words: [String], error: UsageError) {
    #expect(throws: error) {
      let parsed = try ArgumentParser.parse(words)
      _ = try Question.radius(parsed)
    }
  }
}
