import Foundation
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5)))
struct KakaoAnswerTests {
  private static let near = "--at 37.4979,127.0276 "

  @Test func `a query is answered by the service, nearest first`() async throws {
    let service = try Service()
    let outcome = try await Placefind.run("-c gas -r 2km " + Self.near, environment: service.environment)
    #expect(outcome.status == 0)
    #expect(outcome.errors.isEmpty)
    #expect(try outcome.ids() == Array(service.stub.truth(within: 2_000).prefix(15)))
    #expect(try outcome.meta("source") == "kakao")
    #expect(try outcome.meta("total_count") == service.stub.truth(within: 2_000).count)
    #expect(outcome.output.hasSuffix("]}\n"))
  }

  @Test func `the address and the key may be named on the command line`() async throws {
    let service = try Service()
    var run = try Placefind.invocation("-c gas --endpoint \(service.server.endpoint) --key-file - " + Self.near)
    run.input = service.stub.key + "\n"
    #expect(try await run.run().status == 0)
  }

  @Test(arguments: [("csv", ","), ("tsv", "\t")])
  func `a spreadsheet has a header and a line for each place`(format: String, separator: Character) async throws {
    let service = try Service()
    let outcome = try await Placefind.run("-c gas -n 3 -f \(format) " + Self.near, environment: service.environment)
    let lines = outcome.output.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.count == 5)
    #expect(lines[0].split(separator: separator).prefix(3) == ["id", "place_name", "category"])
    #expect(lines[1].hasPrefix(service.stub.truth(within: 5_000)[0] + String(separator)))
    #expect(lines[4].isEmpty)
  }

  @Test func `a page is shown as the service cuts it`() async throws {
    let service = try Service()
    let line = "-c gas -r 5km --page 2 --size 10 " + Self.near
    let outcome = try await Placefind.run(line, environment: service.environment)
    #expect(try outcome.ids() == Array(service.stub.truth(within: 5_000).dropFirst(10).prefix(10)))
    #expect(try outcome.meta("page") == 2)
    #expect(try outcome.meta("size") == 10)
    #expect(try outcome.meta("is_end") == false)
    #expect(try outcome.meta("pageable_count") == 45)
    #expect(service.server.requests.count == 1)
  }

  @Test func `text is sent unchanged`() async throws {
    let service = try Service(
      KakaoStub(places: [
        StubPlace(id: "7", name: "C+C 김밥 & \"국수\"", latitude: 37.498, longitude: 127.0277)
      ])
    )
    let run = try Placefind.invocation(
      ["-q", "C+C 김밥 &", "--at", "37.4979,127.0276"],
      environment: service.environment
    )
    #expect(try await run.run().ids() == ["7"])
  }

  @Test func `a name with escape sequences cannot steer the terminal`() async throws {
    let service = try Service(
      KakaoStub(places: [
        StubPlace(id: "7", name: "a\u{1B}]0;pwned\u{7}\u{9B}31mb", latitude: 37.498, longitude: 127.0277)
      ])
    )
    for format in ["table", "json", "ndjson", "csv", "tsv"] {
      var run = try Placefind.invocation(
        "-c gas --color never -f \(format) " + Self.near,
        environment: service.environment
      )
      run.output = .terminal(columns: 80)
      let outcome = try await run.run()
      #expect(outcome.status == 0)
      #expect(outcome.output.contains("pwned"))
      let isClean = outcome.output.unicodeScalars.allSatisfy {
        $0 == "\n" || $0 == "\t" || $0.properties.generalCategory != .control
      }
      #expect(isClean, "\(format)")
    }
  }

  @Test func `the key is sent in one header and written nowhere`() async throws {
    let service = try Service(KakaoStub(places: [], key: "0000000000000000000000000000000a"))
    let secret = "5ec2e700000000000000000000000001"
    for format in ["text", "json"] {
      let outcome = try await Placefind.run(
        "-c gas -v --error-format \(format) " + Self.near,
        environment: ["KAKAO_REST_API_KEY": secret, "PLACEFIND_ENDPOINT": service.server.endpoint]
      )
      #expect(outcome.status == 3)
      #expect(!outcome.errors.contains(secret))
      #expect(outcome.output.isEmpty)
    }
    for request in service.server.requests {
      #expect(request.headers["authorization"] == "KakaoAK \(secret)")
      #expect(!request.target.contains(secret))
    }
  }
}
