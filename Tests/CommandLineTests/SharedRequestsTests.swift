import Foundation
import Synchronization
import TestSupport
import Testing

/// Several processes of a machine that send requests to the same service.
@Suite(.timeLimit(.minutes(5))) struct SharedRequestsTests {
  private let home = TemporaryDirectory()

  @Test func `a process that is stopped during its request holds no other up`() async throws {
    let stub = OSMStub.generated(40, seed: 7, around: (52.0894, 5.1101))
    let server = try LoopbackServer { request in
      request.number == 1 ? LoopbackReply(manner: .noResponse) : stub.reply(to: request)
    }
    let environment = [
      "PLACEFIND_OVERPASS": server.endpoint + "/api/interpreter", "PLACEFIND_NOMINATIM": server.endpoint,
      "PLACEFIND_OWN_INSTANCE": "0", "HOME": home.path,
    ]
    let line = "-c cafe --at 52.0894,5.1101 -r 1km --source osm --no-cache"
    let other = try Placefind.invocation(line, environment: environment)
    var stopped = other
    let outcome = Mutex<Invocation.Outcome?>(nil)
    stopped.whileRunning = { number in
      waitUntil { server.requests.count == 1 }
      kill(number, SIGSTOP)
      let ended = try? other.runOnThisThread()
      outcome.withLock { $0 = ended }
      kill(number, SIGKILL)
    }
    #expect(try await stopped.run().status == 128 + SIGKILL)
    let ended = try #require(outcome.withLock { $0 })
    #expect(ended.status == 0, "\(ended.errors)")
    #expect(server.requests.count == 2)
  }
}
