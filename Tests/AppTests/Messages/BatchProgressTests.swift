import Testing

@testable import App

struct BatchProgressTests {
  private func tally(rows: Int, resumed: Int, bytes: Int) -> BatchTally {
    var tally = BatchTally()
    for row in 0..<rows {
      tally.count(RowOutcome(places: 1, isComplete: true, earlyEnd: nil))
      if row < resumed { tally.resume(RowOutcome(places: 1, isComplete: true, earlyEnd: nil)) }
    }
    tally.inputBytes = bytes
    return tally
  }

  @Test func `pace and remaining time are those of the rows that this run asks`() {
    let start = BatchProgress.Start(elapsed: .seconds(1), tally: tally(rows: 900, resumed: 900, bytes: 9_000))
    let text = BatchProgress.text(
      of: tally(rows: 920, resumed: 900, bytes: 9_200),
      after: .seconds(11),
      since: start,
      inputBytes: 10_000
    )
    #expect(text == "[##################--] 92 %, 920 rows, 2 a second, 40 s left")
  }

  @Test func `no pace is shown while only rows of an earlier run are done`() {
    let start = BatchProgress.Start(elapsed: .seconds(1), tally: tally(rows: 900, resumed: 900, bytes: 9_000))
    let text = BatchProgress.text(
      of: tally(rows: 900, resumed: 900, bytes: 9_000),
      after: .seconds(2),
      since: start,
      inputBytes: 10_000
    )
    #expect(text == "[##################--] 90 %, 900 rows")
  }
}
