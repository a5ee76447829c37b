import Domain
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import Platform

@Suite(.timeLimit(.minutes(5))) struct CallCountsTests {
  private func counts(_ directory: TemporaryDirectory, at seconds: Int64) -> CallCounts {
    CallCounts(
      directory: StoreDirectory(path: directory.file("calls")),
      clock: WallClock { seconds },
      log: StoreErrorLog()
    )
  }

  /// 2026-11-22 00:00 in Korea.
  private let midnight: Int64 = 1_795_273_200

  @Test func `calls are counted by Korean day and API, by all processes together`() async throws {
    try await TemporaryDirectory.with { directory in
      counts(directory, at: midnight - 1).count(.keyword)
      await withTaskGroup(of: Void.self) { group in
        for _ in 0..<8 {
          group.addTask {
            let counts = counts(directory, at: midnight)
            for _ in 0..<50 { counts.count(.keyword) }
            counts.count(.address)
          }
        }
      }
      let report = try counts(directory, at: midnight + 10).report()
      #expect(report.day == "2026-11-22")
      #expect(report.resetsAtSeconds == midnight + 86_400)
      #expect(report.uses.first { $0.api == .keyword } == QuotaUse(api: .keyword, today: 400, month: 401))
      #expect(report.uses.first { $0.api == .address }?.today == 8)
      #expect(report.uses.first { $0.api == .category }?.today == 0)
      #expect(report.left(for: .keyword) == 99_600)
    }
  }

  @Test func `the files of past months are removed`() async throws {
    try await TemporaryDirectory.with { directory in
      counts(directory, at: midnight).count(.keyword)
      counts(directory, at: midnight + 86_400 * 20).count(.keyword)
      let report = try counts(directory, at: midnight + 86_400 * 20).report()
      #expect(report.month == 1)
      let names = try FileManager.default.contentsOfDirectory(atPath: directory.file("calls"))
      #expect(names.filter { $0.hasSuffix("keyword") }.count == 1)
    }
  }

  @Test func `a foreign file is left unchanged and counts nothing`() async throws {
    try await TemporaryDirectory.with { directory in
      counts(directory, at: midnight).count(.keyword)
      try directory.write("hello\n", to: "calls/2026-11-22-keyword")
      counts(directory, at: midnight).count(.keyword)
      #expect(directory.text(of: "calls/2026-11-22-keyword") == "hello\n")
      #expect(throws: StoreError.notAStore(path: directory.file("calls/2026-11-22-keyword"))) {
        try counts(directory, at: midnight).report()
      }
    }
  }
}
