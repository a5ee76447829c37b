import Foundation
import TestSupport
import Testing

/// An index that changes while a program uses it, and indexes and places that come through pipes.
@Suite(.timeLimit(.minutes(20))) struct LiveIndexTests {
  private let directory = TemporaryDirectory()

  private static let places = (0..<3000).map {
    #"{"id":"p\#($0)","name":"카페 \#($0)","category":"cafe","lat":\#(37.4 + Double($0) / 20_000),"lng":127.03}"# + "\n"
  }.joined()
  private static let rows = "id,lat,lng\n" + (0..<40).map { "r\($0),\(37.4 + Double($0) / 300),127.03\n" }.joined()

  private static func build(_ name: String, in directory: TemporaryDirectory) async throws -> String {
    try directory.write(places, to: "places.ndjson")
    let path = directory.file(name)
    let built = try await Placefind.run("index build \(directory.file("places.ndjson")) -o \(path) --quiet")
    #expect(built.status == 0)
    return path
  }

  /// Only for a release binary, because in other builds libraries take up the address space.
  @Test(
    .enabled(if: ProcessInfo.processInfo.environment["PLACEFIND_TEST_BINARIES"] != nil, "needs a released binary"),
    arguments: Array(stride(from: 80_000, through: 280_000, by: 25_000))
  )
  func `a build in too little memory ends with a sentence, and others succeed`(kilobytes: Int) async throws {
    let rows = (0..<250_000).map { "\($0),카페 \($0),cafe,\(33 + Double($0) / 50_000),127\n" }.joined()
    try directory.write("id,name,category,lat,lng\n" + rows, to: "places.csv")
    let program = try Placefind.invocation("").program
    let files = "'\(directory.file("places.csv"))' -o '\(directory.file("places.pfx"))'"
    let line = "ulimit -v \(kilobytes); exec '\(program)' index build \(files) --quiet"
    let outcome = try await Invocation("/bin/sh", ["-c", line]).run()
    let isBuilt = FileManager.default.fileExists(atPath: directory.file("places.pfx"))
    #expect(outcome.status == (isBuilt ? 0 : 1), "\(outcome)")
    #expect(isBuilt || outcome.errors.contains("placefind: Error: There is not enough memory: "), "\(outcome)")
  }

  @Test(arguments: [false, true])
  func `a batch whose index is cut short or copied over ends with a sentence and 7`(isCopy: Bool) async throws {
    let index = try await Self.build("live.pfx", in: directory)
    let other = try Data(contentsOf: URL(fileURLWithPath: index))
    for name in ["rows", "answers"] { try #require(Self.makePipe(directory.file(name))) }
    var run = try Placefind.invocation(
      ["batch", directory.file("rows"), "-c", "cafe", "-n", "3", "--index", index, "-o", directory.file("answers")]
    )
    run.whileRunning = { _ in
      // Opened for reading and writing, so that neither side waits for the other to open.
      let rows = unsafe open(directory.file("rows"), O_RDWR | O_CLOEXEC)
      let responses = unsafe open(directory.file("answers"), O_RDWR | O_CLOEXEC)
      Self.write(Self.rows, to: rows)
      var byte: UInt8 = 0
      _ = unsafe read(responses, &byte, 1)
      if let file = FileHandle(forWritingAtPath: index) {
        try? file.truncate(atOffset: 0)
        if isCopy { try? file.write(contentsOf: other.prefix(8) + Data(count: 4096) + other) }
        try? file.close()
      }
      Self.write(String(Self.rows.drop { $0 != "\n" }), to: rows)
      close(rows)
      // The zero is written below, after the program has ended.
      while unsafe read(responses, &byte, 1) == 1, byte != 0 {}
      close(responses)
    }
    let end = unsafe open(directory.file("answers"), O_RDWR | O_CLOEXEC)
    defer { close(end) }
    let outcome = try await run.run()
    Self.write("\0", to: end)
    #expect(outcome.status == 7)
    #expect(outcome.errors.contains("live.pfx"))
    #expect(outcome.errors.contains("changed while it was being read"))
  }

  private static func makePipe(_ path: String) -> Bool { unsafe mkfifo(path, 0o600) == 0 }

  private static func write(_ text: String, to descriptor: Int32) {
    try? FileHandle(fileDescriptor: descriptor, closeOnDealloc: false).write(contentsOf: Data(text.utf8))
  }

  @Test(arguments: ["index build - -o", "index build /dev/stdin -o"])
  func `an index is built of standard input`(line: String) async throws {
    let path = directory.file("a.pfx")
    let outcome = try await Placefind.run("\(line) \(path) -f json", input: Self.places)
    #expect(outcome.status == 0)
    #expect(outcome.output.contains("standard input"))
    #expect(try await Placefind.run("index verify \(path)").status == 0)
  }

  @Test func `each standard input is an input of its own`() async throws {
    let path = directory.file("a.pfx")
    for (number, action) in ["build - -o", "add - -o", "add - -o"].enumerated() {
      let row = "name,lat,lng\nA\(number),5,\(5 + number)\n"
      #expect(try await Placefind.run("index \(action) \(path)", input: row).status == 0)
    }
    let info = try await Placefind.run("index info \(path) --json").output
    for name in ["standard input", "standard input 2", "standard input 3"] {
      #expect(info.contains(#""name":"\#(name)","places":1,"#), "\(info)")
    }
  }

  @Test func `queries and index info read an index from a pipe`() async throws {
    _ = try await Self.build("a.pfx", in: directory)
    let script = """
      "$0" -c cafe --at 37.5,127.03 -r 20000 -n 1 -f ndjson --index - < places.ndjson
      cat places.ndjson | "$0" -c cafe --at 37.5,127.03 -r 20000 -n 1 -f ndjson --index -
      cat a.pfx | "$0" -c cafe --at 37.5,127.03 -r 20000 -n 1 -f ndjson --index /dev/stdin
      "$0" -c cafe --at 37.5,127.03 -r 20000 -n 1 -f ndjson --index - < a.pfx
      mkfifo f; cat a.pfx > f & "$0" -c cafe --at 37.5,127.03 -r 20000 -n 1 -f ndjson --index f
      "$0" index info -f json - < a.pfx | grep -c '"place_count":3000'
      cat a.pfx | "$0" index verify - > /dev/null && echo valid
      """
    var run = try Placefind.invocation([])
    run.arguments = ["-c", "cd '\(directory.path)'\n" + script, run.program].map { Array($0.utf8) }
    run.program = "/bin/sh"
    let outcome = try await run.run()
    #expect(outcome.status == 0)
    let lines = outcome.output.split(separator: "\n")
    try #require(lines.count == 7, "\(outcome)")
    #expect(Set(lines[0..<5].map { $0.contains(#""id":"p2000""#) || $0.contains(#""id": "p2000""#) }) == [true])
    #expect(lines[5...] == ["1", "valid"])
  }

  @Test(arguments: [
    "batch - -c cafe --index -", "batch -c cafe --index /dev/stdin", "batch /dev/fd/0 -c cafe --index -",
    "batch /dev/stdin -c cafe --key-file /proc/self/fd/0", "batch - -c cafe --key-file -",
  ])
  func `rows and another input can't both be standard input, whatever its path`(line: String) async throws {
    let outcome = try await Placefind.run(line)
    #expect(outcome.status == 2)
    #expect(outcome.errors.contains("from standard input, so"), "\(outcome.errors)")
  }
}
