import Domain
import Foundation
import TestSupport
import Testing

@testable import Platform

@Suite(.timeLimit(.minutes(5))) struct CallCountsTests {
  private let directory = TemporaryDirectory()

  /// 2026-11-22 00:00 in Korea.
  private let midnight: Int64 = 1_795_273_200

  @Test func `calls are counted by Korean day and API, by all processes together`() async throws {
    Fixture.calls(directory, at: midnight - 1).count(.keyword)
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<8 {
        group.addTask {
          let counts = Fixture.calls(directory, at: midnight)
          for _ in 0..<50 { counts.count(.keyword) }
          counts.count(.address)
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
    Fixture.calls(directory, at: midnight - 86_400).count(.keyword)
    Fixture.calls(directory, at: midnight).count(.keyword)
    Fixture.calls(directory, at: midnight + 86_400 * days).count(.keyword)
    let report = try Fixture.calls(directory, at: midnight + 10).report()
    #expect(report.uses.first { $0.call == .keyword } == QuotaUse(call: .keyword, today: 1, month: 2))
  }

  #if canImport(Glibc)
    @Test func `a call that cannot be counted is said`() async throws {
      Fixture.calls(directory, at: midnight).count(.keyword)
      let log = StoreErrorLog()
      let full = CallCounts(
        of: .kakao,
        directory: StoreDirectory(path: directory.file("calls")),
        clock: WallClock { [midnight] in midnight },
        log: log
      )
      let fault = FileFault(.write, 0, ENOSPC, below: directory.path)
      for _ in 0..<3 { full.count(.keyword) }
      fault.end()
      let path = directory.file("calls/2026-11-22-keyword")
      #expect(log.storeErrors() == [.writeFailed(path: path, reason: "No space left on device")])
      #expect(log.storeErrors().map(\.needsAttention) == [true])
    }
  #endif

  @Test func `a foreign file is left unchanged and counts nothing`() async throws {
    Fixture.calls(directory, at: midnight).count(.keyword)
    try directory.write("hello\n", to: "calls/2026-11-22-keyword")
    Fixture.calls(directory, at: midnight).count(.keyword)
    #expect(directory.text(of: "calls/2026-11-22-keyword") == "hello\n")
    #expect(throws: StoreError.notAStore(path: directory.file("calls/2026-11-22-keyword"))) {
      try Fixture.calls(directory, at: midnight).report()
    }
  }
}
