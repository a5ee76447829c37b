import Domain
import Foundation
import TestSupport
import Testing

@testable import Platform

@Suite(.timeLimit(.minutes(20))) struct CallCountsTests {
  private let directory = TemporaryDirectory()

  /// 2026-11-22 00:00 in Korea.
  private let midnight: Int64 = 1_795_273_200

  @Test func `calls are counted by Korean day and API, by all processes together`() async throws {
    try? Fixture.calls(directory, at: midnight - 1).reserve(.keyword)
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<8 {
        group.addTask {
          let counts = Fixture.calls(directory, at: midnight)
          for _ in 0..<50 { try? counts.reserve(.keyword) }
          try? counts.reserve(.address)
        }
      }
    }
    let report = try Fixture.calls(directory, at: midnight + 10).report()
    #expect(report.day == "2026-11-22")
    #expect(report.resetsAtSeconds == midnight + 86_400)
    #expect(report.uses.first { $0.call == .keyword } == QuotaUse(call: .keyword, today: 400, month: 401))
    #expect(report.uses.first { $0.call == .address }?.today == 8)
    #expect(report.uses.first { $0.call == .category }?.today == 0)
    #expect(report.left(for: .keyword) == 99_600)
  }

  @Test(arguments: [40, 400, 40_000])
  func `a clock that was ahead for a while loses no count`(days: Int64) async throws {
    try? Fixture.calls(directory, at: midnight - 86_400).reserve(.keyword)
    try? Fixture.calls(directory, at: midnight).reserve(.keyword)
    try? Fixture.calls(directory, at: midnight + 86_400 * days).reserve(.keyword)
    let report = try Fixture.calls(directory, at: midnight + 10).report()
    #expect(report.uses.first { $0.call == .keyword } == QuotaUse(call: .keyword, today: 1, month: 2))
  }

  #if canImport(Glibc)
    @Test func `a call that cannot be counted is reported`() async throws {
      try? Fixture.calls(directory, at: midnight).reserve(.keyword)
      let log = StoreErrorLog()
      let full = CallCounts(
        of: .kakao,
        directory: StoreDirectory(path: directory.file("calls")),
        clock: WallClock { [midnight] in midnight },
        log: log
      )
      let fault = FileFault(.write, 0, ENOSPC, below: directory.path)
      for _ in 0..<3 { try? full.reserve(.keyword) }
      fault.end()
      let path = directory.file("calls/2026-11-22-keyword")
      #expect(log.storeErrors() == [.writeFailed(path: path, reason: "No space left on device")])
      #expect(log.storeErrors().map(\.needsAttention) == [true])
    }
  #endif

  @Test func `a foreign file is left unchanged and counts nothing`() async throws {
    try? Fixture.calls(directory, at: midnight).reserve(.keyword)
    try directory.write("hello\n", to: "calls/2026-11-22-keyword")
    try? Fixture.calls(directory, at: midnight).reserve(.keyword)
    #expect(directory.text(of: "calls/2026-11-22-keyword") == "hello\n")
    let log = StoreErrorLog()
    let counts = counts(log: log)
    try? counts.reserve(.category)
    let report = try counts.report()
    #expect(report.uses.first { $0.call == .keyword }?.today == 0)
    #expect(report.uses.first { $0.call == .category }?.today == 1)
    #expect(log.storeErrors() == [.notAStore(path: directory.file("calls/2026-11-22-keyword"))])
  }

  private func counts(log: StoreErrorLog = StoreErrorLog(), isBounded: Bool = true) -> CallCounts {
    CallCounts(
      of: .kakao,
      directory: StoreDirectory(path: directory.file("calls")),
      clock: WallClock { [midnight] in midnight },
      log: log,
      isBounded: isBounded
    )
  }

  /// Writes the number of keyword calls of a day.
  private func write(calls count: Int, day: String = "2026-11-22") throws {
    let header = #"{"placefind":"calls","version":1,"day":"\#(day)","api":"keyword"}"# + "\n"
    try directory.write(header + String(repeating: ".", count: count), to: "calls/\(day)-keyword")
  }

  @Test func `two processes with different APIs never pass the allowance of a month together`() throws {
    try? counts().reserve(.category)
    try write(calls: 2_999_989, day: "2026-11-01")
    let processes = [(counts(), Service.Call.keyword), (counts(), .address)]
    var admitted = 1
    for (counts, call) in Array(repeating: processes, count: 20).joined() where (try? counts.reserve(call)) != nil {
      admitted += 1
    }
    #expect(admitted == 11)
  }

  @Test func `an empty file counts nothing, and calls are counted in it again`() throws {
    try? counts().reserve(.category)
    for name in ["calls/2026-11-22-keyword", "calls/2026-11-21-keyword"] { try directory.write("", to: name) }
    let log = StoreErrorLog()
    let counts = counts(log: log)
    #expect(try counts.report().uses.first { $0.call == .keyword } == QuotaUse(call: .keyword, today: 0, month: 0))
    try counts.reserve(.keyword)
    #expect(try counts.report().uses.first { $0.call == .keyword } == QuotaUse(call: .keyword, today: 1, month: 1))
    #expect(log.storeErrors().isEmpty)
  }

  @Test func `all processes together reserve no call beyond the allowance`() async throws {
    try? counts().reserve(.keyword)
    try write(calls: 99_990)
    let reserved = await withTaskGroup(of: Int.self) { group in
      for _ in 0..<8 {
        group.addTask {
          let counts = counts()
          return (0..<20).count { _ in (try? counts.reserve(.keyword)) != nil }
        }
      }
      return await group.reduce(0, +)
    }
    #expect(reserved == 10)
    let report = try counts().report()
    #expect(report.left(for: .keyword) == 0 && report.uses.first { $0.call == .keyword }?.today == 100_000)
    #expect(throws: PlaceSearchError.allowanceSpent(.kakao, call: "keyword")) { try counts().reserve(.keyword) }
    // Another API has its own allowance.
    try counts().reserve(.category)
    let unbounded = counts(isBounded: false)
    try unbounded.reserve(.keyword)
    #expect(try unbounded.report().uses.first { $0.call == .keyword }?.today == 100_001)
  }

  @Test func `a call that did not reach the service leaves its place to another one`() throws {
    try? counts().reserve(.keyword)
    try write(calls: 99_999)
    try counts().reserve(.keyword)
    counts().giveBack(.keyword)
    try counts().reserve(.keyword)
    #expect(throws: PlaceSearchError.allowanceSpent(.kakao, call: "keyword")) { try counts().reserve(.keyword) }
    #expect(try counts().report().left(for: .keyword) == 0)
  }

  @Test func `a directory that is removed during a run is made again with the counts of the run`() throws {
    let counts = counts()
    for _ in 0..<3 { try counts.reserve(.keyword) }
    try FileManager.default.removeItem(atPath: directory.file("calls"))
    try counts.reserve(.keyword)
    #expect(try self.counts().report().uses.first { $0.call == .keyword }?.today == 4)
  }

  @Test func `a call that did not reach the service does not count towards the month of another API`() throws {
    try counts().reserve(.keyword)
    counts().giveBack(.keyword)
    try write(calls: 2_999_999, day: "2026-11-01")
    try counts().reserve(.address)
    #expect(throws: PlaceSearchError.allowanceSpent(.kakao, call: "address")) { try counts().reserve(.address) }
  }
}
