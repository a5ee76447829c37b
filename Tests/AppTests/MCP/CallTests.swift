import Domain
import Synchronization
import Testing

@testable import App

/// Calls that overlap, are cancelled, or are in progress when the input ends.
struct CallTests {
  private static let call = #"{"category":"gas","lat":37.5,"lng":127}"#

  /// Runs a server with a source that answers when it is released.
  private func talk(
    _ source: BlockedSource,
    ending end: EndClock? = nil,
    _ steps: (LiveInput, MemorySink) async -> Void
  ) async -> (status: Int32, lines: [Message]) {
    let (input, output, errors) = (LiveInput(), MemorySink(), MemorySink())
    var conversation = Conversation(source: source)
    if let end { conversation.sleep = { await end.sleep(for: $0) } }
    input.type(Conversation.greeting("2025-11-25"))
    async let status = conversation.serve(input, output, errors)
    await steps(input, output)
    input.end()
    return (await status, output.lines.map(Message.init))
  }

  @Test(.timeLimit(.minutes(20)))
  func `a slow service holds back neither a ping nor another call`() async {
    let source = BlockedSource()
    let (status, lines) = await talk(source) { input, output in
      input.type(Conversation.call(1, "find_places", Self.call))
      await source.wait(untilOpen: 1)
      input.type(#"{"jsonrpc":"2.0","id":2,"method":"ping"}"#)
      input.type(Conversation.call(3, "list_categories", #"{"word":"cafe"}"#))
      await output.wait(forLines: 3)
      source.release()
      await output.wait(forLines: 4)
    }
    #expect(status == 0)
    #expect(lines.last?["id"] as? Int == 1 && lines.last?["result", "structuredContent", "returned"] as? Int == 2)
  }

  @Test(.timeLimit(.minutes(20)))
  func `a call that is cancelled ends, and nothing more is sent for it`() async {
    let source = BlockedSource()
    let (status, lines) = await talk(source) { input, output in
      input.type(Conversation.call(1, "find_places", Self.call, meta: #"{"progressToken":"p"}"#))
      input.type(Conversation.call(2, "find_places", Self.call))
      await source.wait(untilOpen: 2)
      input.type(#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1,"reason":"no"}}"#)
      input.type(#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":"2"}}"#)
      await source.wait(untilCancelled: 1)
      source.release()
      await output.wait(for: #""id":2"#)
    }
    #expect(status == 0 && source.cancelledCount == 1)
    #expect(!lines.contains { $0["id"] as? Int == 1 })
    #expect(lines.contains { $0["id"] as? Int == 2 })
  }

  @Test(.timeLimit(.minutes(20)))
  func `progress rises and never follows the result`() async {
    let source = BlockedSource()
    source.release()
    let (_, lines) = await talk(source) { input, output in
      input.type(Conversation.call(1, "find_places", Self.call, meta: #"{"progressToken":"p"}"#))
      input.type(Conversation.call(2, "find_places", Self.call))
      await output.wait(forLines: 6)
    }
    let notifications = lines.filter { $0["method"] as? String == "notifications/progress" }
    #expect(notifications.map { $0["params", "progress"] as? Int } == [1, 2, 3])
    #expect(notifications.allSatisfy { $0["params", "progressToken"] as? String == "p" })
    let result = lines.firstIndex { $0["id"] as? Int == 1 }
    let last = lines.lastIndex { $0["method"] != nil }
    #expect(result.flatMap { result in last.map { $0 < result } } == true)
  }

  @Test(.timeLimit(.minutes(20)))
  func `the end of the input ends a call that waits, within a second`() async {
    let source = BlockedSource()
    let end = EndClock()
    let (status, lines) = await talk(source, ending: end) { input, _ in
      input.type(Conversation.call(1, "find_places", Self.call))
      await source.wait(untilOpen: 1)
    }
    #expect(status == 0 && lines.count == 1)
    #expect(source.cancelledCount == 1)
    #expect(end.limits.count == 2 && end.limits.reduce(.zero, +) < .seconds(1))
  }

  @Test(.timeLimit(.minutes(20)))
  func `a call that the end of the input stops has time to end`() async {
    let source = BlockedSource(yieldsWhenCancelled: 100)
    let (status, _) = await talk(source, ending: EndClock()) { input, _ in
      input.type(Conversation.call(1, "find_places", Self.call))
      await source.wait(untilOpen: 1)
    }
    #expect(status == 0 && source.openCount == 0 && source.cancelledCount == 1)
  }

  @Test(.timeLimit(.minutes(20)))
  func `the call beyond the 64 that run waits until one of them ends, and a ping does not`() async {
    let source = BlockedSource()
    let (_, lines) = await talk(source) { input, output in
      for id in 0..<65 { input.type(Conversation.call(id, "find_places", Self.call)) }
      await source.wait(untilOpen: 64)
      // It is read after the calls.
      input.type(#"{"jsonrpc":"2.0","id":1000,"method":"ping"}"#)
      await output.wait(for: #""id":1000"#)
      for _ in 0..<100 { await Task.yield() }
      #expect(source.openCount == 64)
      source.release()
      await output.wait(forLines: 67)
    }
    #expect(Set(lines.compactMap { $0["id"] as? Int }) == Set(0..<65).union([1_000]))
  }

  @Test(.timeLimit(.minutes(20)))
  func `the id of an open call can't be reused`() async {
    let source = BlockedSource()
    let (_, lines) = await talk(source) { input, output in
      input.type(Conversation.call(1, "find_places", Self.call))
      input.type(Conversation.call(1, "find_places", Self.call))
      await output.wait(forLines: 2)
      source.release()
      await output.wait(forLines: 3)
    }
    #expect(lines.map(\.errorCode) == [nil, -32600, nil])
  }

  @Test func `a thousand calls at once get one response each`() async {
    let lines = (0..<1_000).map { Conversation.call($0, "count_places", Self.call) }
    let responses = await Conversation()([Conversation.greeting("2025-11-25")] + lines).dropFirst()
    #expect(Set(responses.compactMap { $0["id"] as? Int }) == Set(0..<1_000))
    #expect(responses.count == 1_000)
  }
}

/// The clock at the end of the input: calls have used up their time, and calls being stopped have time.
private final class EndClock: Sendable {
  private let waits = Mutex<[Duration]>([])

  /// The maximum time that the server would have waited, each time.
  var limits: [Duration] { waits.withLock { $0 } }

  func sleep(for limit: Duration) async {
    let isFirst = waits.withLock { waits in
      waits.append(limit)
      return waits.count == 1
    }
    if !isFirst { await Conversation.sleepUntilCancelled() }
  }
}
