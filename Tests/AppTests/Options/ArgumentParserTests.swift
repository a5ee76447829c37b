import Domain
import Testing

@testable import App

struct ArgumentParserTests {
  @Test(arguments: [
    ["--radius", "500"], ["--radius=500"], ["-r", "500"], ["-r500"], ["-r=500"],
  ])
  func `a value is accepted in every notation`(words: [String]) throws {
    #expect(try ArgumentParser.parse(words).values(of: .radius).last == "500")
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
    #expect(try ArgumentParser.parse(words).values(of: option).last == value)
  }

  @Test func `short flags can be combined, and a value may follow them`() throws {
    let parsed = try ArgumentParser.parse(["-vr500"])
    #expect(parsed.has(.verbose))
    #expect(parsed.values(of: .radius) == ["500"])
  }

  @Test func `find is the default command`() throws {
    #expect(try ArgumentParser.parse(["-c", "gas"]).command == .find)
    #expect(try ArgumentParser.parse(["find", "-c", "gas"]).command == .find)
    #expect(try ArgumentParser.parse(["categories"]).command == .categories)
  }

  @Test func `a list may be given several times`() throws {
    #expect(
      try Arguments(ArgumentParser.parse(["-c", "gas", "-c", "cafe,bank"])).query.categories == [
        .group(.gas), .group(.cafe), .group(.bank),
      ]
    )
  }

  @Test func `the last use of an option wins`() throws {
    #expect(try ArgumentParser.parse(["-r", "5", "--radius", "6"]).values(of: .radius).last == "6")
    #expect(try ArgumentParser.parse(["--lng", "1", "--lon", "2"]).values(of: .longitude).last == "2")
    #expect(try ArgumentParser.parse(["-v", "-v"]).has(.verbose))
    let index = try Arguments(ArgumentParser.parse(["index", "build", "-c", "gas", "-c", "cafe"])).index
    #expect(index.rules.forcedCategory == .group(.cafe))
  }

  @Test(arguments: [
    ([], Failure.commandMissing),
    (["fnid"], .unknownCommand("fnid", nearest: "find")),
    (["xyzzy"], .unknownCommand("xyzzy", nearest: nil)),
    (["find", "gas"], .unexpectedArguments(["gas"], after: nil, .find)),
    (["-c", "gas", "--", "-x"], .unexpectedArguments(["-x"], after: nil, .find)),
    (["-q", "a", "b", "c", "-v"], .unexpectedArguments(["b", "c"], after: .init(option: .query, value: "a"), .find)),
    (["--at", "37.5,", "-122"], .unexpectedArguments(["-122"], after: .init(option: .at, value: "37.5,"), .find)),
    (["-v", "b"], .unexpectedArguments(["b"], after: nil, .find)),
    (["--raduis", "5"], .unknownOption("--raduis", nearest: "--radius", in: .find, services: [.kakao])),
    (["--radios=5"], .unknownOption("--radios", nearest: "--radius", in: .find, services: [.kakao])),
    (["--longitud", "5"], .unknownOption("--longitud", nearest: "--longitude", in: .find, services: [.kakao])),
    (["--zzzzzz"], .unknownOption("--zzzzzz", nearest: nil, in: .find, services: [.kakao])),
    (["-x"], .unknownOption("-x", nearest: nil, in: .find, services: [.kakao])),
    (["-1x"], .unexpectedArguments(["-1x"], after: nil, .find)),
    (["-vx"], .unknownOption("-x", nearest: nil, in: .find, services: [.kakao])),
    (["-radius", "5"], .unknownOption("-radius", nearest: "--radius", in: .find, services: [.kakao])),
    (["categories", "-c", "gas"], .unknownOption("-c", nearest: nil, in: .categories, services: [.kakao])),
    (["--radius"], .valueMissing(.radius, next: nil, [.kakao])),
    (["--radius", "--limit", "5"], .valueMissing(.radius, next: "--limit", [.kakao])),
    (["--radius", "-n", "5"], .valueMissing(.radius, next: "-n", [.kakao])),
    (["-q", "--"], .valueMissing(.query, next: "--", [.kakao])),
    (["--force=yes"], .valueUnwanted(.force, "yes")),
    (["--csv"], .unknownOption("--csv", nearest: "--format csv", in: .find, services: [.kakao])),
    (["--jsonl"], .unknownOption("--jsonl", nearest: "--format ndjson", in: .find, services: [.kakao])),
    (["--sample"], .unknownOption("--sample", nearest: "--source sample", in: .find, services: [.kakao])),
    (["--nope"], .unknownOption("--nope", nearest: nil, in: .find, services: [.kakao])),
    (["--no-color"], .unknownOption("--no-color", nearest: "--color never", in: .find, services: [.kakao])),
    (["--all"], .unknownOption("--all", nearest: "--limit all", in: .find, services: [.kakao])),
    (["--lnga", "5"], .unknownOption("--lnga", nearest: "--lng", in: .find, services: [.kakao])),
    (["--out", "x"], .unknownOption("--out", nearest: "--output", in: .find, services: [.kakao])),
  ])
  func `unknown options are refused`(words: [String], error: Failure) {
    #expect(throws: error) {
      _ = try ArgumentParser.parse(words)
    }
  }
}
