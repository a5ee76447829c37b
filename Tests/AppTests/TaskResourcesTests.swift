import Foundation
import Testing

@testable import App

/// The system resources that tasks need, and the error of a process that doesn't get them.
struct TaskResourcesTests {
  @Test func `memory that can be allocated is freed again`() {
    let before = Self.openDescriptors
    #expect(TaskResources.shortage(threads: 6, descriptors: 16) == nil)
    // Other tests open and close descriptors meanwhile; sixteen leaked ones would be noticed.
    #expect(Self.openDescriptors < before + 16)
  }

  @Test func `a limit of descriptors is reported with a sufficient one`() async {
    await #expect(processExitsWith: .exitCode(7)) {
      var limit = rlimit(rlim_cur: 24, rlim_max: 24)
      #if canImport(Glibc)
        _ = unsafe setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
      #else
        _ = unsafe setrlimit(RLIMIT_NOFILE, &limit)
      #endif
      guard case .descriptors(24, let needed) = TaskResources.shortage(threads: 1, descriptors: 24) else { exit(1) }
      // As many as are open now, plus the requested ones.
      exit(needed > 24 && needed <= 48 ? 7 : 2)
    }
  }

  @Test func `a process in which no task can run ends with a sentence`() async throws {
    let result = await #expect(processExitsWith: .exitCode(1), observing: [\.standardErrorContent]) {
      StallWatch.count(everyInterval: .milliseconds(60), message: Array("no thread\n".utf8))
      // More than there are task threads, so that none is left for a heartbeat.
      for _ in 0..<256 { Task.detached { while true { usleep(1_000_000) } } }
      try await Task.sleep(for: .seconds(60))
      exit(3)
    }
    #expect(try #require(result).standardErrorContent.suffix(10) == Array("no thread\n".utf8)[...])
  }

  @Test func `a process whose tasks run is left alone, however long they wait`() async {
    await #expect(processExitsWith: .exitCode(3)) {
      StallWatch.count(everyInterval: .milliseconds(500), message: Array("no thread\n".utf8))
      try await Task.sleep(for: .milliseconds(2_600))
      exit(3)
    }
  }

  private static var openDescriptors: Int {
    (0..<CInt(1_024)).count { fcntl($0, F_GETFD) >= 0 }
  }
}
