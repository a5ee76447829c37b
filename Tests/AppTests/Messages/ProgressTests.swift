import Domain
import Testing

@testable import App

struct ProgressTests {
  private static let line = "-c gas --at 37.5,127 -n all"

  private func run(errorColumns: Int?, environment: [String: String] = [:]) -> Run {
    let clock = ManualClock()
    let step = { (cells: Int) in SearchProgress(requests: cells, places: 15 * cells, cellsDone: cells, cellsKnown: 9) }
    let provider = StubProvider(
      reports: [
        (.milliseconds(900), step(1)), (.milliseconds(150), step(2)), (.milliseconds(50), step(3)),
        (.seconds(1), step(4)),
      ],
      clock: clock
    )
    return Run(environment: environment, provider: provider, errorColumns: errorColumns, clock: clock)
  }

  @Test func `a search longer than a second shows progress, and erases it`() async {
    #expect(
      await run(errorColumns: 80)(Self.line).errors
        == "\rsearching: 2 of 9 parts, 30 places, 2 requests\u{1B}[K"
        + "\rsearching: 4 of 9 parts, 60 places, 4 requests\u{1B}[K" + "\r\u{1B}[K"
    )
  }

  @Test func `no progress without a terminal, or when it is unwanted`() async {
    #expect(await run(errorColumns: nil)(Self.line).errors.isEmpty)
    #expect(await run(errorColumns: 80)(Self.line + " --no-progress").errors.isEmpty)
    #expect(await run(errorColumns: 80)(Self.line + " --quiet").errors.isEmpty)
    #expect(await run(errorColumns: 80, environment: ["TERM": "dumb"])(Self.line).errors.isEmpty)
  }

  @Test func `a search without reports still shows the elapsed time`() async {
    let (clock, errors) = (ManualClock(), MemorySink())
    let run = Run(errorColumns: 80, clock: clock)
    let line = StatusLine.ofSearch(in: run.world([], errors: errors), isWanted: true)
    async let _ = line?.keepDrawing()
    while errors.text.isEmpty {
      clock.advance(by: .milliseconds(500))
      await Task.yield()
    }
    line?.finish()
    #expect(errors.text.hasPrefix("\rsearching for "))
    #expect(errors.text.hasSuffix("\r\u{1B}[K"))
  }

  @Test func `the line fits the terminal`() async {
    #expect(await run(errorColumns: 20)(Self.line).errors.hasPrefix("\rsearching: 2 of 9 …\u{1B}[K"))
  }

  private func tally(rows: Int, resumed: Int, bytes: Int) -> BatchTally {
    var tally = BatchTally()
    for row in 0..<rows {
      tally.count(.onePlace, of: [.group(.gas)], limit: 1, row: row)
      if row + 1 == resumed { tally.resume(tally) }
    }
    tally.inputBytes = bytes
    return tally
  }

  @Test(arguments: [
    (20, 10, "92 %, 920 rows, 2 a second, 40 s left"),
    // There is no rate while only rows of an earlier run are done.
    (0, 1, "90 %, 900 rows"),
  ])
  func `pace and remaining time count the rows that this run queries`(rows: Int, seconds: Int, words: String) {
    let start = BatchProgress.Start(elapsed: .seconds(1), tally: tally(rows: 900, resumed: 900, bytes: 9_000))
    let text = BatchProgress.text(
      of: tally(rows: 900 + rows, resumed: 900, bytes: 9_000 + 10 * rows),
      after: .seconds(1 + seconds),
      since: start,
      inputBytes: 10_000
    )
    #expect(text == "[##################--] " + words)
  }
}
