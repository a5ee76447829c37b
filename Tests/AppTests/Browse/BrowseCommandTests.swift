import Domain
import Foundation
import System
import Testing

@testable import App

@Suite(.timeLimit(.minutes(20))) struct BrowseCommandTests {
  /// Runs the command while a test types.
  private func outcome(
    _ line: String = "browse",
    _ run: Run = Run(),
    _ terminal: StubTerminal = StubTerminal(),
    while type: @escaping @Sendable (StubTerminal) async -> Void
  ) async -> Run.Outcome {
    var run = run
    run.terminal = terminal
    async let outcome = run(line)
    await type(terminal)
    return await outcome
  }

  @Test(arguments: ["--near 강남역", "--at home", ""])
  func `the screen begins at a name, a saved location, or the default location`(place: String) async throws {
    let run = Run()
    let position = try Coordinate(latitude: 37.51, longitude: 127.06)
    run.provider.memory.withState {
      $0.located = .named([Place(id: "1", name: "home", coordinate: position, group: .subway)])
    }
    if place != "--near 강남역" { #expect(await run("here home --at 37.51,127.06").status == 0) }
    if place.isEmpty { #expect(await run("here --default home").status == 0) }
    let outcome = await outcome("browse \(place)", run) { terminal in
      await terminal.wait(for: "of home")
      terminal.type("q")
    }
    #expect(outcome == Run.Outcome(status: 0, output: "", errors: ""))
    #expect(run.provider.requests.query?.area.center == position)
    #expect(run.provider.requests.query?.categories == [.group(.cafe)])
  }

  @Test func `a saved location takes precedence over a place of its name, as an option and on the screen`() async throws
  {
    let run = Run()
    let other = try Coordinate(latitude: 37.6, longitude: 127)
    run.provider.memory.withState {
      $0.located = .named([Place(id: "1", name: "Home Cafe", coordinate: other, group: .cafe)])
    }
    #expect(await run("here home --at 37.51,127.06").status == 0)
    #expect(await run("here work --at 37.52,127.06").status == 0)
    let quit = await outcome("browse --near home", run) { terminal in
      await terminal.wait(for: "of home")
      terminal.type("nwork\r")
      await terminal.wait(for: "of work")
      terminal.type("q")
    }
    #expect(quit.status == 0)
    let query = try #require(run.provider.requests.query)
    #expect(query.area.center?.latitude == 37.52 && query.near == "work" && query.isNearSaved)
    #expect(run.provider.memory.withState { $0.texts }.isEmpty)
  }

  @Test func `quitting waits for a place that is being saved`() async {
    let run = Run()
    let quit = await outcome("browse -c gas", run) { terminal in
      await terminal.wait(for: "샘플주유소")
      terminal.type("sq")
    }
    #expect(quit == Run.Outcome(status: 0, output: "", errors: ""))
    #expect(run.provider.memory.withState { $0.saved.map(\.id) } == ["8190212"])
  }

  @Test func `a typing error is corrected, and a message says so`() async throws {
    let run = Run()
    run.provider.memory.withState { $0.corrections["샘플주유서"] = SearchText("샘플주유소") }
    let quit = await outcome("browse -q 샘플주유서", run) { terminal in
      await terminal.wait(for: "Searched for '샘플주유소'")
      terminal.type("q")
    }
    #expect(quit.status == 0)
    #expect(run.provider.requests.query?.text == SearchText("샘플주유소"))
  }

  @Test(arguments: ["browse -c gas", "browse -c gas --plain-map"])
  func `the map and the written page show their surroundings`(line: String) async throws {
    let run = Run()
    let (isPlain, terminal) = (line.hasSuffix("--plain-map"), StubTerminal())
    let near = try Coordinate(latitude: 37.4985, longitude: 127.0281)
    run.provider.memory.withState {
      $0.surroundings = [Place(id: "s", name: "가까운역", coordinate: near, group: .subway)]
    }
    let quit = await outcome(line, run, terminal) { terminal in
      await terminal.wait(for: isPlain ? "샘플주유소" : "가까운역")
      terminal.type("wp.html\r")
      await terminal.wait(for: "Wrote 2 places to p.html")
      terminal.type("q")
    }
    #expect(quit.status == 0 && terminal.text.contains("가까운역") != isPlain)
    #expect(run.files["p.html"]?.contains("가까운역") == !isPlain)
  }

  @Test(arguments: [("browse -c gas -r 2km -n 7", "Q"), ("browse -c gas -r 2km -n 7 --print-command", "q")])
  func `the command that gives the list is printed on request`(line: String, keys: String) async {
    let quit = await outcome(line + " --source sample --timeout 3s") { terminal in
      await terminal.wait(for: "샘플주유소")
      terminal.type(keys)
    }
    let command = "placefind -c gas --at 37.4979,127.0276 -r 2000 -n 7 --source sample --timeout 3s\n"
    #expect(quit == Run.Outcome(status: 0, output: command, errors: ""))
  }

  @Test func `the list is written to a file in the format of its extension, and over another one only after a key`()
    async
  {
    let run = Run()
    let quit = await outcome("browse -c gas", run) { terminal in
      await terminal.wait(for: "샘플주유소")
      terminal.type("wp.csv\r")
      await terminal.wait(for: "Wrote 2 places to p.csv")
      terminal.type(" wp.csv\r")
      await terminal.wait(for: "exists: y replaces it")
      terminal.type("y")
      await terminal.wait(for: "Wrote 1 place to p.csv")
      terminal.type("wp.xlsx\r")
      await terminal.wait(for: "xlsx")
      terminal.type("q")
    }
    #expect(quit.status == 0)
    #expect(run.files["p.csv"]?.split(separator: "\n").count == 2)
  }

  @Test func `a place that could not be saved is reported after the screen is gone`() async {
    let run = Run()
    let memory = run.provider.memory
    let quit = await outcome("browse -c gas", run) { terminal in
      await terminal.wait(for: "샘플주유소")
      memory.withState { $0.error = .unwritable(path: "/saved", reason: "No space left on device") }
      terminal.type("ssq")
    }
    #expect(quit.status == 0)
    #expect(quit.errors == "placefind: Could not write /saved: No space left on device.\n")
  }

  private static let endings: [(TerminalEvent, Int32)] = [
    (.bytes([3]), 130), (.ended(signal: 15), 143), (.ended(signal: 1), 129), (.ended(signal: 2), 130), (.closed, 129),
  ]

  @Test(arguments: endings)
  func `the terminal is restored however the screen ends`(event: TerminalEvent, status: Int32) async {
    let terminal = StubTerminal()
    let outcome = await outcome("browse", Run(), terminal) { terminal in
      await terminal.wait(for: "cafe")
      terminal.send(event)
    }
    #expect(outcome.status == status && outcome.errors.isEmpty)
    #expect(terminal.calls.last == "end")
  }

  @Test func `a terminal that cannot be written is restored, and the error reported`() async {
    let terminal = StubTerminal(refusal: SystemError(number: EIO))
    let outcome = await outcome("browse", Run(), terminal) { _ in }
    #expect(outcome.status == 1 && outcome.errors.contains(SystemError(number: EIO).reason))
    #expect(terminal.calls.last == "end")
  }

  @Test func `a coordinate goes to the clipboard and a page to the browser`() async {
    let terminal = StubTerminal()
    let run = Run(desktop: StubDesktop())
    _ = await outcome("browse -c gas", run, terminal) { terminal in
      await terminal.wait(for: "샘플주유소")
      terminal.type("yp")
      while run.desktop?.opened.isEmpty == true, !Task.isCancelled { await Task.yield() }
      terminal.type("q")
    }
    // 37.4979,127.0276
    #expect(terminal.text.contains("\u{1B}]52;c;MzcuNDk3OSwxMjcuMDI3Ng==\u{7}"))
    #expect(run.desktop?.opened == ["https://place.map.kakao.com/8190212"])
  }

  @Test func `a page that could not be opened is not reported as open`() async {
    let terminal = StubTerminal()
    _ = await outcome("browse -c gas", Run(desktop: StubDesktop(opens: false)), terminal) { terminal in
      await terminal.wait(for: "샘플주유소")
      terminal.type("p")
      await terminal.wait(for: "xdg-open could not open it")
      terminal.type("q")
    }
    #expect(!terminal.text.contains("opened"))
  }

  @Test(arguments: [true, false])
  func `the list is opened as a page, in one file however often`(opens: Bool) async throws {
    let run = Run(desktop: StubDesktop(opens: opens))
    let quit = await outcome("browse -c gas", run) { terminal in
      await terminal.wait(for: "샘플주유소")
      terminal.type("oo")
      await terminal.wait(for: opens ? "Opened /run/page.html" : "The page is at /run/page.html")
      terminal.type("q")
    }
    #expect(quit.status == 0 && run.desktop?.opened == ["/run/page.html", "/run/page.html"])
    #expect(run.files["/run/page.html"]?.contains("샘플주유소") == true)
  }

  @Test func `five quick keys for the radius are one search`() async {
    let run = Run()
    _ = await outcome("browse -c gas", run) { terminal in
      await terminal.wait(for: "샘플주유소")
      terminal.type("]]]]]")
      await terminal.wait(for: "7.5 km")
      #expect(run.provider.requests.searches == 1)
      // The last search may begin to wait only after its key was drawn.
      while run.provider.requests.searches < 2, !Task.isCancelled {
        run.clock.advance(by: .milliseconds(250))
        await Task.yield()
      }
      terminal.type("q")
    }
    #expect(run.provider.requests.searches == 2)
    #expect(run.provider.requests.query?.sentence().hasPrefix("gas within 7.5 km") == true)
  }

  @Test(arguments: [
    ("--index places.pfx", 10_000), ("--index places.pfx -n 20", 20), ("--source sample", 10_000),
    ("--source sample -n 20", 20),
  ])
  func `over a local source, the list has every place unless a limit is given`(option: String, count: Int) async {
    var run = Run()
    run.files = MemoryFiles(["places.pfx": ""])
    _ = await outcome("browse --at 37.5,127 \(option)", run) { terminal in
      await terminal.wait(for: "샘플주유소")
      terminal.type("q")
    }
    #expect(run.provider.requests.query?.limit.count == count)
  }

  @Test func `the help has the default limits of services and of local sources`() async {
    let help = await Run()("browse --help").output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(help.contains("`all` for every place (default 15 from a service, else 10000)"), "\(help)")
  }

  @Test func `without a terminal, browse is refused before any request`() async {
    let run = Run()
    let outcome = await run("browse")
    #expect(outcome.status == 2 && outcome.errors.contains("needs a terminal"))
    #expect(run.provider.requests.query == nil)
    #expect(await run("browse -c ,").status == 2)
    var dumb = run
    dumb.terminal = StubTerminal()
    dumb.environment = ["TERM": "dumb"]
    let refused = await dumb("browse")
    #expect(refused.status == 2 && refused.errors.contains("a terminal of the type 'dumb'. Set TERM"))
    #expect(await run("browse --format json").status == 2)
  }

  @Test func `over an index without a place, the screen begins with all of it`() async throws {
    var run = Run()
    run.files = MemoryFiles(["places.pfx": ""])
    _ = await outcome("browse --index places.pfx", run) { terminal in
      await terminal.wait(for: "샘플주유소")
      terminal.type("q")
    }
    let area = try #require(run.provider.requests.query?.area)
    #expect(area.center?.decimalText == "37.5,127")
    #expect(try area.contains(Coordinate(latitude: 37.75, longitude: 127.5)))
  }

  @Test func `over a service without a place, the screen begins where the last query was, or asks for a place`()
    async throws
  {
    var run = Run()
    run.environment = ["KAKAO_REST_API_KEY": "key"]
    let refused = await outcome("browse", run) { _ in }
    #expect(refused.status == 2 && refused.errors.contains("`placefind here home --at LAT,LNG --default`"))
    #expect(run.provider.requests.query == nil)
    let query = try PlaceQuery(
      categories: [.group(.gas)],
      area: .circle(center: Coordinate(latitude: 35.1, longitude: 129), radius: .standard)
    )
    run.provider.memory.withState {
      $0.entries = [
        HistoryEntry(
          queriedAtSeconds: 1,
          query: query,
          source: .kakao,
          returned: 1,
          totalCount: 1
        )
      ]
    }
    _ = await outcome("browse", run) { terminal in
      await terminal.wait(for: "샘플주유소")
      terminal.type("q")
    }
    #expect(run.provider.requests.query?.area.center?.decimalText == "35.1,129")
  }

  @Test(arguments: [
    ("browse", "37.4979,127.0276"), ("browse -r 500", "37.4979,127.0276"), ("browse --at 37.5,127", "37.5,127"),
    ("browse -q 은행", nil), ("browse -c gas --bbox 127,37,128,38", nil),
  ])
  func `without an area, the screen begins at the centre of the sample`(line: String, center: String?) async {
    let run = Run()
    _ = await outcome(line, run) { terminal in
      await terminal.wait(for: "샘플주유소")
      terminal.type("q")
    }
    #expect(run.provider.requests.query?.area.center?.decimalText == center)
  }
}
