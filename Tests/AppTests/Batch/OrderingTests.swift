import Domain
import Testing

@testable import App

struct OrderingTests {
  @Test func `results leave in the order of their rows, whatever the order they come in`() {
    for seed in 0..<50 {
      var random = SeededGenerator(seed: UInt64(seed))
      var buffer = ReorderBuffer<Int>(lookAhead: 8)
      var (open, begun, left): ([Int], Int, [Int]) = ([], 0, [])
      while left.count < 100 {
        while begun < 100, buffer.admits(begun) {
          open.append(begun)
          begun += 1
        }
        #expect(open.count <= 8)
        let done = open.remove(at: Int.random(in: 0..<open.count, using: &random))
        buffer.insert(done, at: done)
        while let next = buffer.popNext() { left.append(next) }
      }
      #expect(left == Array(0..<100))
    }
  }

  @Test func `a drained buffer gives what it holds, in order`() {
    var buffer = ReorderBuffer<String>(lookAhead: 4)
    buffer.insert("c", at: 2)
    buffer.insert("b", at: 1)
    #expect(buffer.popNext() == nil)
    #expect(buffer.drain() == ["b", "c"])
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
    var cache = SingleFlightCache<PlaceCollection>(capacity: 4)
    let first = try query(37)
    #expect(cache.lookUp(first, row: 1) == .miss)
    #expect(cache.lookUp(first, row: 2) == .inFlight)
    #expect(cache.lookUp(try query(38), row: 3) == .miss)
    #expect(cache.lookUp(first, row: 4) == .inFlight)
    #expect(cache.complete(first, with: answer) == [2, 4])
    #expect(cache.lookUp(first, row: 5) == .hit(answer))
  }

  @Test func `a failure is shared by the rows that wait, and not kept`() throws {
    var cache = SingleFlightCache<PlaceCollection>(capacity: 4)
    let first = try query(37)
    #expect(cache.lookUp(first, row: 1) == .miss)
    #expect(cache.lookUp(first, row: 2) == .inFlight)
    #expect(cache.complete(first, with: nil) == [2])
    #expect(cache.lookUp(first, row: 3) == .miss)
  }

  @Test func `the cache evicts old answers and keeps those that are asked again`() throws {
    var cache = SingleFlightCache<PlaceCollection>(capacity: 10)
    let kept = try query(0)
    #expect(cache.lookUp(kept, row: 0) == .miss)
    _ = cache.complete(kept, with: answer)
    for row in 1...50 {
      let other = try query(Double(row))
      #expect(cache.lookUp(other, row: row) == .miss)
      _ = cache.complete(other, with: answer)
      if row < 40 { #expect(cache.lookUp(kept, row: row) == .hit(answer)) }
    }
    #expect(cache.lookUp(try query(1), row: 99) == .miss)
    #expect(cache.lookUp(kept, row: 99) == .miss)
  }

  @Test func `a row without a response has failed when a later query is answered`() {
    var breaker = CircuitBreaker(threshold: 3)
    #expect(breaker.noteNoResponse(rows: [1], queriesAsked: 4) == .undecided)
    #expect(breaker.noteNoResponse(rows: [2, 7], queriesAsked: 5) == .undecided)
    #expect(breaker.noteResponse(to: 4) == .undecided)
    #expect(breaker.noteResponse(to: 5) == .failed([1]))
    #expect(breaker.noteResponse(to: 9) == .failed([2, 7]))
    #expect(breaker.noteResponse(to: 10) == .undecided)
  }

  @Test func `queries without a response are an outage, even while older answers still come in`() {
    var breaker = CircuitBreaker(threshold: 3)
    _ = breaker.noteNoResponse(rows: [1], queriesAsked: 4)
    _ = breaker.noteResponse(to: 2)
    _ = breaker.noteNoResponse(rows: [2], queriesAsked: 4)
    _ = breaker.noteResponse(to: 3)
    #expect(breaker.noteNoResponse(rows: [3], queriesAsked: 5) == .outage)
  }

  @Test func `at the end pending failures have failed if the service ever responded, else it is an outage`() {
    var up = CircuitBreaker(threshold: 9)
    _ = up.noteResponse(to: 1)
    _ = up.noteNoResponse(rows: [4], queriesAsked: 2)
    #expect(up.finish() == .failed([4]))
    var failing = CircuitBreaker(threshold: 9)
    _ = failing.noteNoResponse(rows: [4], queriesAsked: 2, hasContact: true)
    #expect(failing.finish() == .failed([4]))
    var down = CircuitBreaker(threshold: 9)
    _ = down.noteNoResponse(rows: [4], queriesAsked: 1)
    #expect(down.finish() == .outage)
  }

  @Test(arguments: [("0", 1, 1, true), ("2", 2, 9, false), ("2", 3, 9, true), ("5%", 9, 99, false)])
  func `the number of errors allowed is a number or a share`(text: String, errors: Int, rows: Int, isOver: Bool) throws
  {
    #expect(try #require(ErrorLimit(text)).isExceeded(errors: errors, rows: rows) == isOver)
  }

  @Test func `a share counts only after a hundred rows`() throws {
    let limit = try #require(ErrorLimit("5%"))
    #expect(!limit.isExceeded(errors: 50, rows: 99))
    #expect(limit.isExceeded(errors: 6, rows: 100))
    #expect(!limit.isExceeded(errors: 5, rows: 100))
    for text in ["", "x", "-1", "101%", "%", "1.5", "0x5%", "nan%"] { #expect(ErrorLimit(text) == nil) }
  }
}

struct BatchEndTests {
  @Test func `a run that errors stopped says how many rows have their records by then`() throws {
    var tally = BatchTally()
    tally.count(RowOutcome(.failed))
    let end = BatchEnd(exceeding: .count(0), tally)
    for _ in 0..<15 { tally.count(RowOutcome(places: 1, isComplete: true, earlyEnd: nil)) }
    let failure = try #require(end.flatMap { Failure($0, tally: tally, canResume: true) })
    let message = failure.message
    #expect(message.contains("1 of 1 row failed") && message.contains("16 rows have their records"), "\(message)")
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
