import Foundation
import TestSupport
import Testing

/// Limits under which tasks get no thread or descriptor: an error names the limit, and nothing hangs or crashes.
@Suite(.timeLimit(.minutes(5))) struct ScarceResourcesTests {
  private let directory = TemporaryDirectory()

  private func batch(under limit: String, as user: String = "") async throws -> Invocation.Outcome {
    try directory.write("lat,lng\n37.4979,127.0276\n", to: "rows.csv")
    let program = try Placefind.invocation("").program
    let line = "\(limit); exec \(user)'\(program)' batch '\(directory.file("rows.csv"))' -c gas -n 1 -s sample --quiet"
    var invocation = Invocation("/bin/sh", ["-c", line], environment: ["HOME": directory.path])
    invocation.limit = .seconds(30)
    return try await invocation.run()
  }

  @Test(arguments: [5, 6, 7, 8, 9, 10, 12, 16, 20, 24, 64])
  func `too few open files are reported, or suffice`(count: Int) async throws {
    let outcome = try await batch(under: "ulimit -n \(count)")
    #expect(!outcome.isTimedOut)
    #expect(outcome.status == 0 || outcome.status == 1 && outcome.errors.contains("ulimit -n "), "\(outcome)")
    #expect(count < 64 || outcome.status == 0, "\(outcome)")
  }

  /// The process limit doesn't apply to root, and only root can switch to another user.
  @Test(
    .enabled(
      if: geteuid() == 0
        && ["prlimit", "setpriv"].allSatisfy { FileManager.default.isExecutableFile(atPath: "/usr/bin/\($0)") },
      "needs root, prlimit and setpriv"
    ),
    arguments: [0, 1, 2, 3]
  )
  func `a lack of threads is reported`(count: Int) async throws {
    // A separate user for each case, because the limit counts all processes of a user.
    let user = "prlimit --nproc=\(count) setpriv --reuid=\(54_321 + count) --clear-groups "
    let outcome = try await batch(under: ":", as: user)
    #expect(!outcome.isTimedOut)
    #expect(outcome.status == 1 && outcome.errors.contains("ulimit -u"), "\(outcome)")
  }

  @Test(
    .enabled(if: ProcessInfo.processInfo.environment["PLACEFIND_TEST_BINARIES"] != nil, "needs a released binary"),
    arguments: [40_000, 45_000, 50_000, 60_000, 70_000, 90_000, 200_000]
  )
  func `too little memory for thread stacks is reported, or suffices`(kilobytes: Int) async throws {
    let outcome = try await batch(under: "ulimit -d \(kilobytes)")
    #expect(!outcome.isTimedOut)
    #expect(outcome.status == 0 || outcome.status == 1 && outcome.errors.contains("ulimit -"), "\(outcome)")
  }
}
