import Domain
import Testing

@testable import App

struct OrderingTests {
  @Test func `results leave in the order of their rows, whatever the order they come in`() {
    for seed in 0..<50 {
      var random = SeededGenerator(seed: UInt64(seed))
      var window = ReorderBuffer<Int>(lookAhead: 8)
      var (open, begun, left): ([Int], Int, [Int]) = ([], 0, [])
      while left.count < 100 {
        while begun < 100, window.admits(begun) {
          open.append(begun)
          begun += 1
        }
        #expect(open.count <= 8)
        let done = open.remove(at: Int.random(in: 0..<open.count, using: &random))
        window.insert(done, at: done)
        while let next = window.popNext() { left.append(next) }
      }
      #expect(left == Array(0..<100))
    }
  }

  @Test func `a window that is given up gives what it holds, in order`() {
    var window = ReorderBuffer<String>(lookAhead: 4)
    window.insert("c", at: 2)
    window.insert("b", at: 1)
    #expect(window.popNext() == nil)
    #expect(window.drain() == ["b", "c"])
  }

  private func query(_ latitude: Double) throws -> RowQuery {
    let point = try Coordinate(latitude: latitude, longitude: 127)
    let query = try PlaceQuery(categories: [.gas], area: .circle(center: point, radius: .standard))
    return RowQuery(query: query, limit: .standard)
  }

  private let answer = PlaceCollection(
    places: [],
    totalCount: 0,
    isComplete: true,
    provenance: Provenance(source: .sample)
  )

  @Test func `identical queries are asked once while one is in flight, and after`() throws {
    var memory = SingleFlightCache<PlaceCollection>(capacity: 4)
    let first = try query(37)
    #expect(memory.advice(for: first, row: 1) == .ask)
    #expect(memory.advice(for: first, row: 2) == .wait)
    #expect(memory.advice(for: try query(38), row: 3) == .ask)
    #expect(memory.advice(for: first, row: 4) == .wait)
    #expect(memory.settle(first, with: answer) == [2, 4])
    #expect(memory.advice(for: first, row: 5) == .answered(answer))
  }

  @Test func `a failure is shared by those who wait and forgotten after`() throws {
    var memory = SingleFlightCache<PlaceCollection>(capacity: 4)
    let first = try query(37)
    #expect(memory.advice(for: first, row: 1) == .ask)
    #expect(memory.advice(for: first, row: 2) == .wait)
    #expect(memory.settle(first, with: nil) == [2])
    #expect(memory.advice(for: first, row: 3) == .ask)
  }

  @Test func `the memory forgets what is long ago and keeps what is asked again`() throws {
    var memory = SingleFlightCache<PlaceCollection>(capacity: 10)
    let kept = try query(0)
    #expect(memory.advice(for: kept, row: 0) == .ask)
    _ = memory.settle(kept, with: answer)
    for row in 1...50 {
      let other = try query(Double(row))
      #expect(memory.advice(for: other, row: row) == .ask)
      _ = memory.settle(other, with: answer)
      if row < 40 { #expect(memory.advice(for: kept, row: row) == .answered(answer)) }
    }
    #expect(memory.advice(for: try query(1), row: 99) == .ask)
    #expect(memory.advice(for: kept, row: 99) == .ask)
  }

  @Test func `a row without an answer failed for itself when a later query is answered`() {
    var watch = CircuitBreaker(threshold: 3)
    #expect(watch.noteNoResponse(rows: [1], queriesAsked: 4) == .undecided)
    #expect(watch.noteNoResponse(rows: [2, 7], queriesAsked: 5) == .undecided)
    #expect(watch.noteAnswer(to: 4) == .undecided)
    #expect(watch.noteAnswer(to: 5) == .failed([1]))
    #expect(watch.noteAnswer(to: 9) == .failed([2, 7]))
    #expect(watch.noteAnswer(to: 10) == .undecided)
  }

  @Test func `no response at all is an outage, also while older answers still come in`() {
    var watch = CircuitBreaker(threshold: 3)
    _ = watch.noteNoResponse(rows: [1], queriesAsked: 4)
    _ = watch.noteAnswer(to: 2)
    _ = watch.noteNoResponse(rows: [2], queriesAsked: 4)
    _ = watch.noteAnswer(to: 3)
    #expect(watch.noteNoResponse(rows: [3], queriesAsked: 5) == .outage)
  }

  @Test func `at the end the pendingFailures failed if anything was ever heard, else nothing is there`() {
    var alive = CircuitBreaker(threshold: 9)
    _ = alive.noteAnswer(to: 1)
    _ = alive.noteNoResponse(rows: [4], queriesAsked: 2)
    #expect(alive.finish() == .failed([4]))
    var failing = CircuitBreaker(threshold: 9)
    _ = failing.noteNoResponse(rows: [4], queriesAsked: 2, hasContact: true)
    #expect(failing.finish() == .failed([4]))
    var gone = CircuitBreaker(threshold: 9)
    _ = gone.noteNoResponse(rows: [4], queriesAsked: 1)
    #expect(gone.finish() == .outage)
  }

  @Test(arguments: [("0", 1, 1, true), ("2", 2, 9, false), ("2", 3, 9, true), ("5%", 9, 99, false)])
  func `the number of errors allowed is a number or a share`(text: String, errors: Int, rows: Int, isOver: Bool) throws
  {
    #expect(try #require(ErrorLimit(text)).isExceeded(errors: errors, rows: rows) == isOver)
  }

  @Test func `a share counts only after a hundred rows`() throws {
    let budget = try #require(ErrorLimit("5%"))
    #expect(!budget.isExceeded(errors: 50, rows: 99))
    #expect(budget.isExceeded(errors: 6, rows: 100))
    #expect(!budget.isExceeded(errors: 5, rows: 100))
    for text in ["", "x", "-1", "101%", "%", "1.5"] { #expect(ErrorLimit(text) == nil) }
  }
}

/// A source of numbers that gives the same ones every time (splitmix64).
struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var value = state
    value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
    return value ^ (value >> 31)
  }
}
