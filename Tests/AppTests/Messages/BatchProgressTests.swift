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

  @Test(arguments: [
    (20, 10, "92 %, 920 rows, 2 a second, 40 s left"),
    // While only rows of an earlier run are done, there is no pace.
    (0, 1, "90 %, 900 rows"),
  ])
  func `pace and remaining time are those of the rows that this run asks`(rows: Int, seconds: Int, words: String) {
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
