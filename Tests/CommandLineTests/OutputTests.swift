import Foundation
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(20))) struct OutputTests {
  private let directory = TemporaryDirectory()

  private static let query = "-c gas --at 37.4979,127.0276 "

  private func invocation(_ line: String, _ service: Service) throws -> Invocation {
    try Placefind.invocation(Self.query + line, environment: service.environment)
  }

  @Test(.enabled(if: fullDeviceExists))
  func `a full disk is reported, with status 1`() async throws {
    let service = try Service()
    for line in ["", "-o /dev/full", "-f csv"] {
      var run = try invocation(line, service)
      if !line.contains("-o") { run.output = .file("/dev/full") }
      let outcome = try await run.run()
      #expect(outcome.status == 1)
      #expect(outcome.errors.contains("No space left"))
    }
    var help = try Placefind.invocation("--help")
    help.output = .file("/dev/full")
    #expect(try await help.run().status == 1)
  }

  @Test func `a limit of file sizes is reported, with status 1, and leaves no file`() async throws {
    let service = try Service()
    let program = try Placefind.invocation("").program
    let line = "ulimit -f 0; exec '\(program)' \(Self.query) -o '\(directory.file("places.json"))'"
    let outcome = try await Invocation("/bin/sh", ["-c", line], environment: service.environment).run()
    #expect(outcome.status == 1, "\(outcome.errors)")
    #expect(outcome.errors.contains("File too large"))
    #expect(directory.names.isEmpty)
  }

  @Test func `a store that reaches a file size limit loses no result`() async throws {
    let program = try Placefind.invocation("").program
    let line = "ulimit -f 0; exec '\(program)' \(Self.query) -s sample --record"
    let outcome = try await Invocation("/bin/sh", ["-c", line], environment: ["HOME": directory.path]).run()
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(try !outcome.ids().isEmpty)
  }

  @Test func `a broken pipe is status 141, without a message`() async throws {
    let service = try Service()
    var run = try invocation("", service)
    run.output = .brokenPipe
    let outcome = try await run.run()
    #expect(outcome.status == 141)
    #expect(outcome.errors.isEmpty)
  }

  @Test func `a closed output is reported, with status 1`() async throws {
    let service = try Service()
    var run = try invocation("", service)
    run.output = .closed
    #expect(try await run.run().status == 1)
  }

  @Test func `errors that cannot be written change nothing`() async throws {
    var run = try Placefind.invocation("-c gass --at 37.5,127")
    for errors in [Invocation.Output.closed, .file("/dev/null")] {
      run.errors = errors
      #expect(try await run.run().status == 2)
    }
  }

  @Test func `a file is written atomically and replaced only by force`() async throws {
    let service = try Service()
    let path = directory.file("places.csv")
    let line = "-n 1 --fields id -f csv -o \(path)"
    let expected = "id\n\(service.stub.truth(within: 5_000)[0])\n"
    #expect(try await invocation(line, service).run().status == 0)
    #expect(directory.text(of: "places.csv") == expected)

    try directory.write("precious", to: "places.csv")
    let requestCount = service.server.requests.count
    let refused = try await invocation(line, service).run()
    #expect(refused.status == 1)
    #expect(refused.errors.contains("--force"))
    #expect(directory.text(of: "places.csv") == "precious")
    #expect(service.server.requests.count == requestCount)

    #expect(try await invocation(line + " --force", service).run().status == 0)
    #expect(directory.text(of: "places.csv") == expected)
    #expect(directory.names == ["places.csv"])
  }

  @Test func `a link stays a link and a file keeps its permissions`() async throws {
    let service = try Service()
    try directory.write("old", to: "target")
    let manager = FileManager.default
    try manager.setAttributes([.posixPermissions: 0o600], ofItemAtPath: directory.file("target"))
    try manager.createSymbolicLink(atPath: directory.file("link"), withDestinationPath: "target")
    let outcome = try await invocation("-n 1 --fields id -f csv --force -o \(directory.file("link"))", service).run()
    #expect(outcome.status == 0)
    #expect(directory.text(of: "target")?.hasPrefix("id\n") == true)
    #expect(try manager.destinationOfSymbolicLink(atPath: directory.file("link")) == "target")
    let attributes = try manager.attributesOfItem(atPath: directory.file("target"))
    #expect(attributes[.posixPermissions] as? Int == 0o600)
    #expect(directory.names == ["link", "target"])
  }

  @Test func `a relative path is taken from where the program runs`() async throws {
    let service = try Service()
    let program = try Placefind.invocation("").program
    let line = "cd '\(directory.path)' && '\(program)' \(Self.query) -n 1 -o out.json && cat out.json"
    let outcome = try await Invocation("/bin/sh", ["-c", line], environment: service.environment).run()
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(try outcome.ids().count == 1)
    #expect(directory.names == ["out.json"])
  }

  @Test(arguments: [(0, 0), (3, 1)] as [(Int, Int32)])
  func `an opened page is readable by the user alone, and a failing opener is reported`(
    opener: Int,
    status: Int32
  ) async throws {
    // In another process: a program file opened for writing here would be busy if another test started it meanwhile.
    let script = """
      cd '\(directory.path)'
      for name in xdg-open wslview open; do printf '#!/bin/sh\\nexit \(opener)\\n' > $name; chmod 755 $name; done
      """
    #expect(try await Invocation("/bin/sh", ["-c", script]).run().status == 0)
    let environment = ["PATH": directory.path + ":/usr/bin:/bin", "XDG_RUNTIME_DIR": directory.path]
    let outcome = try await Placefind.run(Self.query + "--source sample --open", environment: environment)
    #expect(outcome.status == status && outcome.errors.contains("Opened ") == (status == 0), "\(outcome.errors)")
    #expect(status == 0 || outcome.errors.contains("could not open it (exit status 3)"))
    let made = try #require(directory.names.first { $0.hasPrefix("placefind-") })
    for (path, permissions) in [(made, 0o700), (made + "/page.html", 0o600)] {
      let attributes = try FileManager.default.attributesOfItem(atPath: directory.file(path))
      #expect(attributes[.posixPermissions] as? Int == permissions, "\(path)")
    }
    #expect(directory.text(of: made + "/page.html")?.hasPrefix("<!doctype html>") == true)
    // A failed query leaves no file.
    let refused = try await Placefind.run(Self.query + "--index /nonexistent --open", environment: environment)
    #expect(refused.status != 0 && directory.names.filter { $0.hasPrefix("placefind-") } == [made])
  }

  @Test func `standard output is recognised by all of its names`() async throws {
    let service = try Service()
    let expected = try await invocation("-n 1", service).run().output
    for name in ["-", "/dev/stdout", "/dev/fd/1"] {
      #expect(try await invocation("-n 1 -o \(name)", service).run().output == expected, "\(name)")
    }
    var run = try invocation("-n 1 -o /dev/stdout", service)
    run.output = .file(directory.file("out"))
    #expect(try await run.run().status == 0)
    #expect(directory.text(of: "out") == expected)
  }

  @Test(arguments: [40, 60, 100])
  func `a table fits the terminal`(columns: Int) async throws {
    let service = try Service()
    var run = try invocation("--color never -r 5km", service)
    run.output = .terminal(columns: columns)
    let lines = try await run.run().output.split(separator: "\n")
    #expect(lines.count == 16)
    #expect(lines[0].hasPrefix(" #  DISTANCE"))
    // A Hangul syllable is one character and two columns.
    let widths = lines.map { line in
      line.unicodeScalars.reduce(0) { $0 + ((0xAC00...0xD7A3).contains($1.value) ? 2 : 1) }
    }
    #expect(widths.allSatisfy { $0 <= columns })
  }

  @Test func `the program runs with an empty environment`() async throws {
    let service = try Service()
    var run = try invocation("--endpoint \(service.server.endpoint) --key-file -", service)
    run.environment = ["no_proxy": "127.0.0.1"]
    run.input = service.stub.key
    #expect(try await run.run().status == 0)
  }

  @Test func `the short help begins with two examples`() async throws {
    let outcome = try await Placefind.run("-h")
    #expect(outcome.status == 0)
    #expect(outcome.errors.isEmpty)
    let lines = outcome.output.split(separator: "\n")
    #expect(lines.prefix(2).allSatisfy { $0.hasPrefix("  placefind ") })
    #expect(lines.count <= 40)
  }

  @Test func `the version is one line`() async throws {
    let outcome = try await Placefind.run("--version")
    #expect(outcome.output.hasPrefix("placefind "))
    #expect(outcome.output.filter { $0 == "\n" }.count == 1)
    #expect(outcome.status == 0)
  }
}

private let fullDeviceExists = FileManager.default.fileExists(atPath: "/dev/full")
