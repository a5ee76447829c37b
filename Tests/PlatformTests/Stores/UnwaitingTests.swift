import Domain
import Foundation
import Synchronization
import System
import TestSupport
import Testing

@testable import Platform

/// Waiting for another process doesn't block a thread, because other tasks share it.
@Suite(.timeLimit(.minutes(20))) struct UnwaitingTests {
  private let directory = TemporaryDirectory()

  /// Makes a directory and takes its lock.
  private func hold(_ name: String) async throws -> FileLock {
    let path = directory.file(name)
    try await StoreDirectory(path: path).locked { () throws(StoreError) in () }
    let lock = FileLock(ofFileAt: "\(path)/.lock")
    #expect(try lock.take())
    return lock
  }

  @Test func `the first call of a day is counted while another process holds the lock`() async throws {
    let lock = try await hold("calls")
    let calls = Fixture.calls(directory, at: 1_000)
    try? calls.reserve(.keyword)
    try? calls.reserve(.keyword)
    calls.giveBack(.keyword)
    #expect(try calls.report().uses.first { $0.call == .keyword }?.today == 1)
    lock.release()
    #expect(try FileManager.default.contentsOfDirectory(atPath: directory.file("calls")).count == 3)
  }

  @Test func `every call is counted, whichever process counts first on a day`() async throws {
    for day in 0..<20 {
      await withTaskGroup(of: Void.self) { group in
        for _ in 0..<8 {
          group.addTask { try? Fixture.calls(directory, at: Int64(day) * 86_400 + 1_000).reserve(.keyword) }
        }
      }
      let report = try Fixture.calls(directory, at: Int64(day) * 86_400 + 1_000).report()
      #expect(report.uses.first { $0.call == .keyword }?.today == 8)
    }
  }

  /// A change that a command makes to the user's data.
  enum Change: CaseIterable, Sendable { case save, remove, position, history, cache }

  @Test(arguments: Change.allCases)
  func `a command waits for the lock of the user's data without blocking the thread`(_ change: Change) async throws {
    let name = change == .history ? "state" : change == .cache ? "cache/responses" : "config"
    let lock = try await hold(name)
    if change == .history {
      try directory.write(#"{"placefind":"history","version":1}"# + "\n1\n", to: "state/history")
    }
    let time = ManualTime()
    let keeper = time.timekeeper
    let waits = Mutex(0)
    var folder = StoreDirectory(path: directory.file(name))
    folder.time = Timekeeper(
      now: keeper.now,
      sleep: { moment in
        let count = waits.withLock { waits in
          waits += 1
          return waits
        }
        if count == 3 { lock.release() }
        try await keeper.sleep(moment)
      },
      jitter: keeper.jitter
    )
    let log = StoreErrorLog()
    let saved = SavedPlaceStore(directory: folder, clock: WallClock { 1_000 }, log: log)
    switch change {
    case .save: try await saved.save(Fixture.recalled(try Fixture.found("1")), note: nil)
    case .remove: try await saved.remove(id: "1")
    case .position: try await SavedLocationStore(directory: folder, log: log).update { $0.defaultName = nil }
    case .history:
      let recentResults = RecentResultStore(directory: folder, session: 7, log: log)
      try await HistoryStore(directory: folder, recentResults: recentResults, log: log).clear()
    case .cache:
      try directory.write("x", to: "cache/responses/a.response")
      let limits = ResponseStore.Limits(StoreConfiguration())
      try await ResponseStore(directory: folder, limits: limits, clock: .system, log: log).clear()
    }
    #expect(waits.withLock { $0 } >= 3)
  }

  @Test func `waiting for an index from a pipe blocks no thread`() async throws {
    let pipe = directory.file("places.csv")
    #expect(unsafe mkfifo(pipe, 0o600) == 0)
    var source = SourceConfiguration()
    source.source = .index([pipe])
    // Opened for reading and writing, it doesn't wait for a reader, and no reader ends because there is no writer.
    let file = unsafe open(pipe, O_RDWR | O_CLOEXEC)
    try #require(file >= 0)
    let provider = Platform::UseCaseProvider(configuration: PlatformConfiguration(source: source))
    // More than the threads that tasks share; if each blocked one, no other task would run.
    let openings = (0..<4 * ProcessInfo.processInfo.activeProcessorCount).map { _ in
      Task { try await provider.open() }
    }
    for _ in 0..<100 { await Task.yield() }
    await Task.detached {
      let rows = Array("id,name,category,lat,lng\n1,카페,cafe,37.5,127\n".utf8)
      #expect(unsafe write(file, rows, rows.count) == rows.count)
      // Data left when the last end is closed is lost, and the other end must have been opened.
      var left: Int32 = 1
      while left > 0 {
        await Task.yield()
        _ = unsafe ioctl(file, UInt(FIONREAD), &left)
      }
      close(file)
    }.value
    for opening in openings { try await opening.value }
    let query = try PlaceQuery(categories: [.any], area: .anywhere(center: nil))
    let places = try provider.makeFindPlaceUseCase()
    #expect(try await places.places(matching: query.limited(to: .all), progress: nil).places.count == 1)
  }
}
