import Domain
import Testing

@testable import App

/// What a message advises can be done.
@Suite struct AdviceTests {
  @Test(arguments: [
    ("-c cafe 강남역", "Unexpected argument '강남역'. To search for a name, use -q 강남역"),
    ("-c cafe bank", "Write the value as one word: -c cafe,bank"),
    ("-c cafe --at 37.5,127 -f gpx --fields id", "--fields is not for gpx, whose fields are its own; it is for "),
    ("-c cafe --at 37.5,127 -o z.kml --fields id", "--fields is not for kml"),
    ("here remove x", "There is no position 'x' to remove; none is kept. `placefind here` lists them."),
  ])
  func `a refusal names what works`(line: String, words: String) async {
    let outcome = await Run(environment: ["HOME": "/h"])(line)
    #expect(outcome.status == 2 && outcome.errors.contains(words), "\(outcome.errors)")
  }

  @Test func `a query that was to be recorded and could not be is told of`() async {
    let run = Run(environment: ["HOME": "/h"])
    run.provider.memory.withState {
      $0.errors = [.unwritable(path: "/h/.local/state/placefind/.lock", reason: "Permission denied")]
    }
    #expect(await run("-c cafe --at 37.5,127 --record").errors.contains("Could not write /h/.local/state"))
    #expect(await !run("-c cafe --at 37.5,127").errors.contains("/h/.local/state"))
  }

  @Test func `an index that is not there is built, or another is taken`() {
    let advice =
      " `placefind index list` tells which indexes there are; `placefind index build FILE -o a.pfx` makes one."
    for failure in [
      Failure(IndexFileError.unreadable(path: "a.pfx", reason: "gone")),
      Failure(PlaceSearchError.fileUnreadable(path: "a.pfx", reason: "gone.")),
    ] {
      #expect(failure.message == "Could not read a.pfx: gone.\(advice)")
    }
    #expect(Failure(IndexFileError.unreadable(path: "a.csv", reason: "gone")).message == "Could not read a.csv: gone.")
  }

  @Test func `an index that is named is built where it is named`() async {
    let outcome = await Run(environment: ["HOME": "/h", "PLACEFIND_INDEX": "/my own.pfx"])("doctor -f tsv")
    #expect(outcome.output.contains("\tplacefind index build FILE -o '/my own.pfx'\n"), "\(outcome.output)")
  }

  @Test func `an address that no query takes is an error of the checks`() async {
    let run = Run(environment: ["HOME": "/h", "KAKAO_REST_API_KEY": "secret0123"])
    run.provider.memory.withState {
      $0.addressProblem = .endpointUnusable("ftp://x", .malformed(example: "https://example.org"))
    }
    let outcome = await run("doctor -f tsv")
    #expect(outcome.status == 1 && outcome.output.contains("error\tservice\t"), "\(outcome.output)")
  }
}

/// What outputs hold is what their readers allow.
@Suite struct OutputReaderTests {
  @Test(arguments: ["--json", "-f ndjson", "-f geojson"])
  func `a fact that --fields names is described by the schema`(format: String) async {
    // Every output of a test is compared with the schemas.
    let outcome = await Run()("-c gas --at 37.5,127 --fields id,price \(format)")
    #expect(outcome.status == 0 && outcome.output.contains("\"price\":null"), "\(outcome)")
  }

  @Test func `nothing in XML turns the direction of what stands around it`() {
    var bytes: [UInt8] = []
    bytes.append(xml: "a\u{202E}b\u{2066}c\u{200F}")
    #expect(String(decoding: bytes, as: UTF8.self) == "abc\u{200F}")
  }
}
