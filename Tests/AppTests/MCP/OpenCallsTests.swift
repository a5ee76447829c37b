import Tables
import TestSupport
import Testing

@testable import App

/// Waiting for calls in flight.
struct OpenCallsTests {
  /// Work that ends when it is released.
  private final class BlockedCall: Sendable {
    private let isReleased = ObservedValue(false)

    func release() { isReleased.update { $0 = true } }

    func run() async { await isReleased.wait { $0 } }
  }

  private func id(_ number: Int) throws -> RPCIdentifier {
    try #require(RPCIdentifier(.text("\(number)")))
  }

  @Test(.timeLimit(.minutes(20)))
  func `a wait ends with the last call, also after a wait that was cancelled`() async throws {
    let (calls, held) = (OpenCalls(maximumRunning: 2), BlockedCall())
    for number in 0..<3 { #expect(calls.begin(try id(number)) { await held.run() }) }
    for _ in 0..<3 {
      let cancelled = Task { await calls.wait(untilAtMost: 0) }
      cancelled.cancel()
      await cancelled.value
      #expect(calls.count == 3)
    }
    let waiting = Task {
      await calls.wait(untilAtMost: 0)
      return calls.count
    }
    for _ in 0..<100 { await Task.yield() }
    #expect(calls.count == 3)
    held.release()
    #expect(await waiting.value == 0)
    await calls.wait(untilAtMost: 0)
  }

  @Test(.timeLimit(.minutes(20)))
  func `a wait for room ends with the first call that ends`() async throws {
    let (calls, first, others) = (OpenCalls(maximumRunning: 8), BlockedCall(), BlockedCall())
    #expect(calls.begin(try id(0)) { await first.run() })
    for number in 1..<4 { #expect(calls.begin(try id(number)) { await others.run() }) }
    await calls.wait(untilAtMost: 4)
    let waiting = Task {
      await calls.wait(untilAtMost: 3)
      return calls.count
    }
    for _ in 0..<100 { await Task.yield() }
    first.release()
    #expect(await waiting.value == 3)
    others.release()
    await calls.wait(untilAtMost: 0)
  }

  @Test(.timeLimit(.minutes(20)))
  func `while 1,024 calls are open, no message is read`() async {
    let (source, input, output) = (BlockedSource(), LiveInput(), MemorySink())
    input.type(Conversation.greeting("2025-11-25"))
    async let status = Conversation(source: source).serve(input, output, MemorySink())
    for number in 0..<1_025 {
      input.type(Conversation.call(number, "find_places", #"{"category":"gas","lat":37.5,"lng":127}"#))
    }
    input.type(#"{"jsonrpc":"2.0","id":2000,"method":"ping"}"#)
    // The greeting, the open calls, and the call that waits; the ping isn't read.
    await input.wait(untilRead: 1_026)
    for _ in 0..<100 { await Task.yield() }
    #expect(input.readCount == 1_026)
    #expect(!output.lines.contains { $0.contains(#""id":2000"#) })
    source.release()
    await output.wait(forLines: 1_027)
    input.end()
    #expect(await status == 0)
    #expect(output.lines.contains { $0.contains(#""id":2000"#) })
  }
}
