import Domain
import Foundation
import System
import TestSupport

@testable import App

/// A conversation with a server in a test's world.
struct Conversation {
  var run = Run()
  var options: [String] = []
  /// The source that replaces the run's source.
  var source: (any UseCaseProvider)?
  /// Waits for the grace period at the end of a conversation.
  ///
  /// By default it never ends, so that a slow machine doesn't lose results.
  var sleep: @Sendable (Duration) async -> Void = { _ in await Self.sleepUntilCancelled() }

  static func sleepUntilCancelled() async {
    while !Task.isCancelled { try? await Task.sleep(for: .seconds(3_600)) }
  }

  /// Sends lines and returns everything that the server sends until it ends.
  func callAsFunction(_ lines: [String]) async -> [Message] {
    let (output, errors) = (MemorySink(), MemorySink())
    let text = lines.map { $0 + "\n" }.joined()
    let status = await serve(TextInput(Array(text.utf8), chunkSize: 1 << 16), output, errors)
    let messages = output.lines.map(Message.init)
    return status == 0 ? messages : messages + [Message("status \(status): \(errors.text)")]
  }

  /// Returns the response to one call after a handshake.
  func call(_ tool: String, _ arguments: String, version: String = "2025-11-25") async -> Message? {
    await self([Self.greeting(version), Self.call(1, tool, arguments)]).first { $0["id"] as? Int == 1 }
  }

  /// Serves until the input ends; returns the exit status.
  func serve(_ input: any BatchInput, _ output: MemorySink, _ errors: MemorySink) async -> Int32 {
    var world = run.world(["mcp"] + options, output: output, errors: errors)
    world.openInput = { _ in input }
    world.sleep = sleep
    let application = Application(world: world, services: run.services) { [provider = run.provider, source] options in
      provider.note(options)
      return source ?? provider
    }
    return await application.run()
  }

  static func greeting(_ version: String) -> String {
    #"{"jsonrpc":"2.0","id":"hello","method":"initialize","params":{"protocolVersion":"\#(version)","#
      + #""capabilities":{},"clientInfo":{"name":"test","version":"1"}}}"#
  }

  static func call(_ id: Int, _ tool: String, _ arguments: String, meta: String = "{}") -> String {
    #"{"jsonrpc":"2.0","id":\#(id),"method":"tools/call","#
      + #""params":{"name":"\#(tool)","arguments":\#(arguments),"_meta":\#(meta)}}"#
  }

  /// The client metadata of a request in the protocol revision without a handshake.
  static let modern =
    #"{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}"#
}

/// A line sent by a server.
struct Message: CustomStringConvertible {
  let line: String

  init(_ line: String) { self.line = line }

  /// A value at a path of member names and element indices.
  subscript(path: String...) -> Any? {
    var value = try? JSONSerialization.jsonObject(with: Data(line.utf8), options: .fragmentsAllowed)
    for name in path {
      if let list = value as? [Any], let position = Int(name) {
        value = list.indices.contains(position) ? list[position] : nil
      } else {
        value = (value as? [String: Any])?[name]
      }
    }
    return value
  }

  /// Returns a value as JSON.
  func json(_ path: String...) -> String {
    var value = try? JSONSerialization.jsonObject(with: Data(line.utf8))
    for name in path { value = (value as? [String: Any])?[name] }
    return value.map(Self.json) ?? "none"
  }

  /// Returns a value as JSON.
  static func json(of value: Any) -> String {
    let data = try? JSONSerialization.data(withJSONObject: value, options: .fragmentsAllowed)
    return String(decoding: data ?? Data(), as: UTF8.self)
  }

  var text: String { self["result", "content", "0", "text"] as? String ?? "" }
  var isError: Bool? { self["result", "isError"] as? Bool }
  var errorCode: Int? { self["error", "code"] as? Int }
  var description: String { line }
}

/// An input into which a test types.
final class LiveInput: BatchInput {
  private let state = ObservedValue((chunks: [[UInt8]](), readCount: 0, isAtEnd: false))

  var identity: FileIdentity? { nil }
  var sizeInBytes: Int? { nil }
  func keepForRereading(nextTo path: String) {}
  func rewind() {}

  func type(_ line: String) { state.update { $0.chunks.append(Array((line + "\n").utf8)) } }
  func end() { state.update { $0.isAtEnd = true } }

  /// The number of lines that have been read.
  var readCount: Int { state.value.readCount }

  /// Waits until a number of lines have been read.
  func wait(untilRead count: Int) async { await state.wait { $0.readCount >= count } }

  func read(upTo count: Int) async throws(FileFailure) -> [UInt8] {
    await state.wait { !$0.chunks.isEmpty || $0.isAtEnd }
    return state.update { state in
      guard !state.chunks.isEmpty else { return [] }
      state.readCount += 1
      return state.chunks.removeFirst()
    }
  }
}

/// A service that answers a query only when released by the test, or when the query is cancelled.
final class BlockedSource: StubUseCases {
  let memory = StubMemory()
  let indexFiles = StubIndexFiles()
  private let state = ObservedValue((isReleased: false, open: 0, cancelled: 0))
  /// The number of times that a cancelled query yields before it ends.
  private let yieldsWhenCancelled: Int

  init(yieldsWhenCancelled: Int = 0) { self.yieldsWhenCancelled = yieldsWhenCancelled }

  var openCount: Int { state.value.open }
  var cancelledCount: Int { state.value.cancelled }

  func release() { state.update { $0.isReleased = true } }

  /// Waits until a number of queries are open.
  func wait(untilOpen count: Int) async { await state.wait { $0.open == count } }

  /// Waits until a number of queries are cancelled.
  func wait(untilCancelled count: Int) async { await state.wait { $0.cancelled == count } }

  func provenance() -> Provenance { Provenance(source: .kakao) }
  func cost(of query: PlaceQuery) -> SearchCost { SearchCost(requests: 1...1) }

  func places(
    matching query: PlaceQuery,
    progress: (@Sendable (SearchProgress) -> Void)?
  ) async throws(PlaceSearchError) -> PlaceCollection {
    state.update { $0.open += 1 }
    defer { state.update { $0.open -= 1 } }
    for requests in [1, 1, 2] { progress?(SearchProgress(requests: requests, places: 15, cellsDone: 0, cellsKnown: 1)) }
    await state.wait(until: \.isReleased)
    guard state.value.isReleased else {
      for _ in 0..<yieldsWhenCancelled { await Task.yield() }
      state.update { $0.cancelled += 1 }
      throw .cancelled
    }
    progress?(SearchProgress(requests: 3, places: 20, cellsDone: 1, cellsKnown: 1))
    return .samples
  }
}
