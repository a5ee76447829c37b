import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5))) struct KakaoAnswerTests {
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
