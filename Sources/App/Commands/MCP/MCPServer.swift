import Domain
import Tables

/// A server of the Model Context Protocol, which reads and answers messages.
///
/// Messages are read in order and calls run concurrently, so a slow service delays nothing else.
struct MCPServer: Sendable {
  let caller: ToolCaller
  let input: any BatchInput
  private let output: ServerOutput
  private let calls = OpenCalls(maximumRunning: 64)

  /// The time that calls may continue after the end of the input, and the time that cancelled calls may then take to
  /// end.
  private static let endings = (completed: Duration.milliseconds(600), stopped: Duration.milliseconds(250))
  /// The maximum number of open calls, running or waiting; at the maximum, no message is read.
  private static let maximumOpenCalls = 1_024
  private static let chunkSize = 1 << 16

  private static let instructions =
    "Places near a point. Call find_places with a category or text and with lat and lng, or near. If complete is false, "
    + "missing says why. Name the source and its attribution. An error says what to change. "
    + "A call sends at most \(SourceResolver.maximumRequestsPerCall) requests to a service, unless the server was started "
    + "with another limit."

  private var world: World { caller.world }

  init(caller: ToolCaller, input: any BatchInput) {
    self.caller = caller
    self.input = input
    output = ServerOutput(sink: caller.world.standardOutput.sink)
  }

  /// Serves until the input ends.
  func run() async throws {
    var lines = MessageLines()
    var session = Session()
    while true {
      let bytes: [UInt8]
      do { bytes = try await input.read(upTo: Self.chunkSize) } catch { throw Failure(error) }
      for line in bytes.isEmpty ? lines.end() : lines.add(bytes) { await take(line, &session) }
      try output.check()
      guard !bytes.isEmpty else { break }
    }
    await end()
  }

  /// Lets calls in flight end within a second, so that paid responses are cached.
  private func end() async {
    await calls.end(within: Self.endings.completed, world.sleep)
    calls.cancelAll()
    await calls.end(within: Self.endings.stopped, world.sleep)
  }

  /// The state of the client.
  private struct Session {
    /// The protocol revision agreed on by `initialize`.
    var version: ProtocolVersion?
  }

  /// Sends a response; `nil` sends nothing.
  private typealias Reply = @Sendable ([UInt8]?) -> Void

  private func take(_ line: MessageLines.Line, _ session: inout Session) async {
    let reply: Reply = { response in if let response { output.write(response) } }
    guard case .message(let bytes) = line else {
      return reply(
        RPCResponse.error(nil, .invalidRequest("The line is longer than \(MessageLines.longestLine >> 20) MiB."))
      )
    }
    guard let value = JSONValue(reading: bytes) else { return reply(RPCResponse.error(nil, .notJSON)) }
    if !value.elements.isEmpty, session.version?.hasBatches == true {
      let messages = value.elements.map(RPCMessage.init)
      let batch = BatchReply(expecting: messages.count(where: \.hasResponse), send: reply)
      for message in messages { await take(message, &session, reply: batch.add) }
    } else {
      await take(RPCMessage(value), &session, reply: reply)
    }
  }

  private func take(_ message: RPCMessage, _ session: inout Session, reply: @escaping Reply) async {
    switch message {
    case .response: break
    case .invalid(let id, let error): reply(RPCResponse.error(id, error))
    case .notification("notifications/cancelled", let params):
      if let id = params?["requestId"].flatMap(RPCIdentifier.init) { calls.cancel(id) }
    case .notification: break
    case .request(let request):
      do throws(RPCError) {
        try await handle(request, &session, reply: reply)
      } catch { reply(RPCResponse.error(request.id, error)) }
    }
  }

  private func handle(
    _ request: RPCRequest,
    _ session: inout Session,
    reply: @escaping Reply
  ) async throws(RPCError) {
    let id = request.id
    if request.method == "initialize" {
      let version = try Self.agreedVersion(request.params)
      session.version = version
      return reply(RPCResponse.result(id, for: version) { writeGreeting(version, to: &$0) })
    }
    guard let version = try Self.statedVersion(request) ?? session.version else {
      if request.method == "ping" { return reply(RPCResponse.result(id, for: ProtocolVersion.legacy[0]) { _ in }) }
      throw Self.isKnown(request.method)
        ? .invalidParameters("params._meta lacks \(ProtocolVersion.metaKey), and initialize was not called.")
        : .unknownMethod(request.method)
    }
    switch request.method {
    case "ping" where !version.isModern: reply(RPCResponse.result(id, for: version) { _ in })
    case "server/discover" where version.isModern:
      reply(
        RPCResponse.result(id, for: version, isCacheable: true) { json in
          json.array("supportedVersions", of: [version]) { $0.element($1.day) }
          json.object("capabilities") { $0.object("tools") { _ in } }
          json.member("instructions", Self.instructions)
        }
      )
    case "tools/list":
      guard request.params?["cursor"] == nil else { throw .invalidParameters("There is no such cursor. Leave it out.") }
      reply(
        RPCResponse.result(id, for: version, isCacheable: true) { json in
          json.array("tools", of: Tool.allCases) { json, tool in
            json.element { tool.write(to: &$0, version, world.services) }
          }
        }
      )
    case "tools/call": try await call(request, version, reply: reply)
    default: throw .unknownMethod(request.method)
    }
  }

  private func writeGreeting(_ version: ProtocolVersion, to json: inout JSONWriter) {
    json.member("protocolVersion", version.day)
    json.object("capabilities") { $0.object("tools") { _ in } }
    json.object("serverInfo") { RPCResponse.writeServer(version, to: &$0) }
    json.member("instructions", Self.instructions)
  }

  /// Returns whether a method exists in any revision.
  private static func isKnown(_ method: String) -> Bool {
    ["server/discover", "tools/list", "tools/call"].contains(method)
  }

  /// Returns the revision for a handshake: the requested one, or else the latest one with a handshake.
  private static func agreedVersion(_ params: JSONValue?) throws(RPCError) -> ProtocolVersion {
    guard let day = params?["protocolVersion"]?.string else {
      throw .invalidParameters("initialize needs protocolVersion.")
    }
    return ProtocolVersion.legacy.first { $0.day == day } ?? ProtocolVersion.legacy[0]
  }

  /// Returns the revision stated in a request; `nil` if there is none, as after a handshake.
  private static func statedVersion(_ request: RPCRequest) throws(RPCError) -> ProtocolVersion? {
    guard let stated = request.meta?[ProtocolVersion.metaKey] else { return nil }
    guard let day = stated.string else { throw .invalidParameters("\(ProtocolVersion.metaKey) must be a text.") }
    guard day == ProtocolVersion.modern.day else { throw .unsupportedVersion(day) }
    guard request.meta?[ProtocolVersion.capabilitiesKey]?.isObject == true else {
      throw .invalidParameters("params._meta lacks \(ProtocolVersion.capabilitiesKey).")
    }
    return .modern
  }

  // MARK: - Calls

  private func call(
    _ request: RPCRequest,
    _ version: ProtocolVersion,
    reply: @escaping Reply
  ) async throws(RPCError) {
    let id = request.id
    guard let name = request.params?["name"]?.string, let tool = Tool(rawValue: name) else {
      throw .invalidParameters("There is no such tool. Call tools/list for the tools.")
    }
    let arguments = request.params?["arguments"]
    guard arguments?.isObject != false else { throw .invalidParameters("arguments must be an object.") }
    await calls.wait(untilAtMost: Self.maximumOpenCalls - 1)
    let progress = progress(of: request)
    let hasBegun = calls.begin(id) {
      let result = await caller.result(of: tool, arguments, progress: progress)
      var hasResponse = false
      calls.whileOpen(id, isLast: true) {
        hasResponse = true
        reply(RPCResponse.result(id, for: version) { result.write(to: &$0, version) })
      }
      if !hasResponse { reply(nil) }
    }
    guard hasBegun else { throw .invalidRequest("A request with this id is open.") }
  }

  /// Sends progress to a client that requested it; `nil` if it didn't.
  private func progress(of request: RPCRequest) -> (@Sendable (SearchProgress) -> Void)? {
    guard let token = request.meta?["progressToken"] else { return nil }
    switch token {
    case .text, .number: break
    case .null, .bool, .list, .object: return nil
    }
    let last = RisingNumber()
    return { search in
      let message = "\(counted(search.places, "place")), \(counted(search.requests, "request"))"
      calls.whileOpen(request.id) {
        if last.rises(to: search.requests) {
          output.write(RPCResponse.progress(search.requests, of: token, message: message))
        }
      }
    }
  }
}

extension RPCMessage {
  /// Whether the message gets a response.
  fileprivate var hasResponse: Bool {
    switch self {
    case .request, .invalid: true
    case .notification, .response: false
    }
  }
}

extension OpenCalls {
  /// Waits until no call runs, up to a time limit.
  fileprivate func end(within limit: Duration, _ sleep: @escaping @Sendable (Duration) async -> Void) async {
    guard count > 0 else { return }
    await withTaskGroup { group in
      group.addTask { await self.wait(untilAtMost: 0) }
      group.addTask { await sleep(limit) }
      await group.next()
      group.cancelAll()
    }
  }
}
