import Foundation
import TestSupport
import Testing

/// The data that the program saves on this machine, in a separate home directory.
@Suite(.timeLimit(.minutes(20))) struct RememberedTests {
  private let directory = TemporaryDirectory()

  /// Otherwise an attempt would be given up after a second, and the next attempt would be counted.
  private static let eachRequestOnce = ["--retries", "0", "--timeout", "60s"]

  /// The day of the quota, which may end during a test.
  private var koreanDay: Int { (Int(Date().timeIntervalSince1970) + 9 * 3_600) / 86_400 }

  private func environment(_ service: Service, _ directory: TemporaryDirectory) -> [String: String] {
    service.environment.merging(["HOME": directory.path]) { $1 }
  }

  /// All files below a directory, including hidden ones.
  private func files(_ directory: TemporaryDirectory) -> [String] {
    let names = FileManager.default.enumerator(atPath: directory.path)?.compactMap { $0 as? String } ?? []
    return names.map(directory.file).filter {
      var isDirectory: ObjCBool = false
      return unsafe FileManager.default.fileExists(atPath: $0, isDirectory: &isDirectory) && !isDirectory.boolValue
    }
  }

  private func withoutRequests(_ text: String) -> String {
    text.replacing(/"requests":\d+/, with: #""requests":0"#)
  }

  @Test func `a query with a name is sent once, and the second time costs nothing`() async throws {
    let service = try Service()
    let environment = environment(service, directory)
    let name = try #require(service.stub.places.first?.name)
    let arguments = ["--near", name, "-c", "gas", "-r", "5km", "-n", "20", "--record"] + Self.eachRequestOnce
    let day = koreanDay
    let first = try await Placefind.invocation(arguments, environment: environment).run()
    #expect(first.status == 0, "\(first.errors)")
    #expect(try first.meta("requests", as: Int.self) == 4)
    #expect(service.server.requests.count == 4)
    let second = try await Placefind.invocation(arguments, environment: environment).run()
    #expect(service.server.requests.count == 4)
    #expect(try second.meta("requests", as: Int.self) == 0)
    #expect(withoutRequests(second.output) == withoutRequests(first.output))
    #expect(second.errors == first.errors)
    let refreshed = try await Placefind.invocation(arguments + ["--refresh"], environment: environment).run()
    #expect(try refreshed.meta("requests", as: Int.self) == 4)

    // Saved data can be shown without the key, which is in no file.
    let shown = try await Placefind.run("show 2 --json", environment: environment)
    #expect(shown.output.contains(try first.ids()[1]))
    #expect(try await Placefind.run("history --json", environment: environment).output.contains(#""number":1,"#))
    let quota = try await Placefind.run("quota --json", environment: environment)
    if koreanDay == day { #expect(quota.output.contains(#"{"api":"category","used":4,"left":99996,"#)) }
    for path in files(directory) {
      let bytes = try Data(contentsOf: URL(fileURLWithPath: path))
      #expect(bytes.firstRange(of: Data(service.stub.key.utf8)) == nil, "\(path)")
      let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
      #expect(mode == 0o600, "\(path)")
    }
  }

  @Test func `fifty concurrent processes lose no record and mix no lines`() async throws {
    let service = try Service()
    let environment = environment(service, directory)
    let day = koreanDay
    let first = try await Placefind.run("-c gas --at 37.4979,127.0276 -r 5km --record", environment: environment)
    // A small number would mean a place of the last result.
    let ids = try first.ids().filter { (Int($0) ?? 0) > 15 }
    try await withThrowingTaskGroup(of: (String, Invocation.Outcome).self) { group in
      for number in 0..<50 {
        let line: String =
          switch number % 3 {
          case 0: "-c gas --at 37.4979,127.02\(10 + number) --record --no-cache -n 1"
          case 1: "saved add \(ids[number % ids.count]) --note n\(number)"
          default: "here p\(number) --at 37.5,127"
          }
        group.addTask { (line, try await Placefind.run(line, environment: environment)) }
      }
      for try await (line, outcome) in group { #expect(outcome.status == 0, "\(line): \(outcome.errors)") }
    }
    let history = try await Placefind.run("history -n all -f ndjson", environment: environment)
    #expect(history.output.split(separator: "\n").count == 1 + 17)
    let positions = try await Placefind.run("here -f ndjson", environment: environment)
    #expect(positions.output.split(separator: "\n").count == 16)
    let saved = try await Placefind.run("saved -f ndjson", environment: environment)
    let savedIDs = Set(stride(from: 1, to: 50, by: 3).map { $0 % ids.count })
    #expect(saved.output.split(separator: "\n").count == savedIDs.count)
    let quota = try await Placefind.run("quota --json", environment: environment)
    if koreanDay == day {
      #expect(quota.output.contains(#"{"api":"category","used":\#(service.server.requests.count),"#))
    }
  }

  @Test(arguments: [SIGKILL, SIGINT])
  func `a sent request is counted although the process ended before the response`(signal: Int32) async throws {
    let server = try LoopbackServer { _ in LoopbackReply(delivery: .noResponse) }
    let environment = [
      "KAKAO_REST_API_KEY": "0123456789abcdef", "PLACEFIND_ENDPOINT": server.endpoint, "HOME": directory.path,
    ]
    let day = koreanDay
    var run = try Placefind.invocation("batch -c gas --rate 0 -j 3 --timeout 60s", environment: environment)
    run.input = "lat,lng\n" + (0..<9).map { "37.5,127.0\($0)\n" }.joined()
    run.whileRunning = { process in
      waitUntil { server.requests.count == 3 }
      kill(process, signal)
    }
    _ = try await run.run()
    let quota = try await Placefind.run("quota --json", environment: environment)
    if koreanDay == day { #expect(quota.output.contains(#"{"api":"category","used":3,"#), "\(quota.output)") }
  }
}
