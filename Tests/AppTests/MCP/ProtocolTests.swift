import TestSupport
import Testing

@testable import App

/// Recorded and specified client messages, and the responses to them.
struct ProtocolTests {
  private let talk = Conversation()

  @Test func `Claude Code discovers the server, and falls back to a handshake if necessary`() async {
    let opening = [
      #"{"method":"server/discover","params":{"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","#
        + #""io.modelcontextprotocol/clientInfo":{"name":"claude-code","version":"2.1.317"},"#
        + #""io.modelcontextprotocol/clientCapabilities":{"roots":{}}}},"jsonrpc":"2.0","id":0}"#,
      #"{"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{"roots":{}},"#
        + #""clientInfo":{"name":"claude-code","version":"2.1.317"}},"jsonrpc":"2.0","id":1}"#,
      #"{"method":"notifications/initialized","jsonrpc":"2.0"}"#,
      #"{"method":"tools/list","jsonrpc":"2.0","id":2}"#,
    ]
    let responses = await talk(opening)
    #expect(responses.map { $0["id"] as? Int } == [0, 1, 2])
    #expect(responses[0]["result", "supportedVersions"] as? [String] == ["2026-07-28"])
    #expect(responses[0]["result", "resultType"] as? String == "complete")
    #expect(responses[0]["result", "ttlMs"] as? Int == 3_600_000)
    #expect(responses[0]["result", "cacheScope"] as? String == "public")
    #expect(responses[0]["result", "_meta", "io.modelcontextprotocol/serverInfo", "name"] as? String == "placefind")
    #expect(responses[1]["result", "protocolVersion"] as? String == "2025-11-25")
    #expect(responses[1]["result", "resultType"] == nil && responses[2]["result", "ttlMs"] == nil)
    #expect((responses[2]["result", "tools"] as? [Any])?.count == Tool.allCases.count)
  }

  @Test(arguments: [1, 2, 3, 1 << 16])
  func `a byte order mark before the first message is skipped, and no other`(chunkSize: Int) async {
    let ping = #"{"jsonrpc":"2.0","id":1,"method":"ping"}"#
    let text = Array("\u{FEFF}\(ping)\n\u{FEFF}\(ping)\n".utf8)
    let (output, errors) = (MemorySink(), MemorySink())
    #expect(await talk.serve(TextInput(text, chunkSize: chunkSize), output, errors) == 0)
    #expect(output.lines.map { Message($0).errorCode } == [nil, -32700])
  }

  @Test func `Codex begins with a handshake of its version`() async {
    let opening = [
      #"{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":"#
        + #"{"elicitation":{}},"clientInfo":{"name":"codex-mcp-client","title":"Codex","version":"0.165.0"}}}"#,
      #"{"jsonrpc":"2.0","method":"notifications/initialized"}"#,
      #"{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{}}"#,
      #"{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"find_places","arguments":"#
        + #"{"category":"gas","lat":37.4979,"lng":127.0276},"_meta":{"progressToken":7}}}"#,
    ]
    let responses = await talk(opening)
    #expect(responses[0]["result", "protocolVersion"] as? String == "2025-06-18")
    #expect(responses[0]["result", "serverInfo", "title"] as? String == "placefind")
    #expect(responses[0]["result", "serverInfo", "description"] == nil)
    let call = responses.first { $0["id"] as? Int == 2 }
    #expect(call?["result", "structuredContent", "returned"] as? Int == 2)
    #expect(call?.isError == false)
  }

  @Test(arguments: ["2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"])
  func `every revision with a handshake is supported, with its features`(version: String) async {
    let call = Conversation.call(2, "count_places", #"{"category":"gas","lat":37.5,"lng":127}"#)
    let list = #"{"jsonrpc":"2.0","id":1,"method":"tools/list"}"#
    let ping = #"{"jsonrpc":"2.0","id":3,"method":"ping"}"#
    let responses = await talk([Conversation.greeting(version), list, ping, call])
    func result(_ id: Int) -> Message? { responses.first { $0["id"] as? Int == id } }
    #expect(responses[0]["result", "protocolVersion"] as? String == version)
    let hasStructure = version >= "2025-06-18"
    #expect((result(1)?["result", "tools", "0", "outputSchema"] != nil) == hasStructure)
    #expect((result(1)?["result", "tools", "0", "title"] != nil) == hasStructure)
    #expect((result(1)?["result", "tools", "0", "annotations"] != nil) == (version >= "2025-03-26"))
    #expect((result(2)?["result", "structuredContent"] != nil) == hasStructure)
    #expect(result(2)?.text.hasPrefix(#"{"total_count":2,"complete":true"#) == true, "\(responses)")
    #expect(result(3)?.json("result") == "{}")
  }

  @Test func `an unknown version gets a response with a known one`() async {
    let unknown = Conversation.modern.replacing("2026-07-28", with: "2031-01-01")
    let responses = await talk([
      Conversation.greeting("1999-01-01"),
      #"{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"_meta":\#(unknown)}}"#,
      #"{"jsonrpc":"2.0","id":2,"method":"server/discover","params":{"_meta":\#(unknown)}}"#,
    ])
    #expect(responses[0]["result", "protocolVersion"] as? String == "2025-11-25")
    for result in responses.dropFirst() {
      #expect(result.errorCode == -32022)
      #expect(result["error", "data", "supported"] as? [String] == ["2026-07-28"])
      #expect(result["error", "data", "requested"] as? String == "2031-01-01")
    }
  }

  @Test func `a request without a handshake has its version and capabilities each time`() async {
    let key = #""io.modelcontextprotocol/protocolVersion""#
    let cases: [(meta: String, method: String, code: Int?)] = [
      (Conversation.modern, "tools/list", nil), ("{}", "tools/list", -32602), ("{}", "tools/call", -32602),
      ("{}", "server/discover", -32602), (#"{\#(key):"2026-07-28"}"#, "tools/list", -32602),
      (#"{\#(key):7}"#, "tools/list", -32602), (Conversation.modern, "ping", -32601),
      (Conversation.modern, "logging/setLevel", -32601), (Conversation.modern, "subscriptions/listen", -32601),
      ("{}", "ping", nil), ("{}", "resources/list", -32601),
    ]
    let lines = cases.enumerated().map { position, one in
      #"{"jsonrpc":"2.0","id":\#(position),"method":"\#(one.method)","params":{"_meta":\#(one.meta)}}"#
    }
    let responses = await talk(lines)
    #expect(responses.map(\.errorCode) == cases.map(\.code))
  }

  @Test func `a call without a handshake gets a complete response with the server's name`() async {
    let call = Conversation.call(
      1,
      "count_places",
      #"{"category":"gas","lat":37.5,"lng":127}"#,
      meta: Conversation.modern
    )
    let responses = await talk([call])
    #expect(responses[0]["result", "resultType"] as? String == "complete")
    #expect(responses[0]["result", "ttlMs"] == nil)
    #expect(
      responses[0]["result", "_meta", "io.modelcontextprotocol/serverInfo", "version"] as? String == Version.current
    )
    #expect(responses[0]["result", "structuredContent", "total_count"] as? Int == 2)
  }

  @Test(arguments: [
    ("nonsense", -32700, "null"), ("[1,2", -32700, "null"), (String(repeating: "[", count: 200), -32700, "null"),
    (String(repeating: "[", count: 100) + String(repeating: "]", count: 100), -32600, "null"), ("[]", -32600, "null"),
    (#"[{"jsonrpc":"2.0","id":1,"method":"ping"}]"#, -32600, "null"), ("7", -32600, "null"), ("null", -32600, "null"),
    (#"{"id":1,"method":"ping"}"#, -32600, "1"), (#"{"jsonrpc":"1.0","id":"a","method":"ping"}"#, -32600, #""a""#),
    (#"{"jsonrpc":"2.0","id":null,"method":"ping"}"#, -32600, "null"),
    (#"{"jsonrpc":"2.0","id":1.5,"method":"ping"}"#, -32600, "null"),
    (#"{"jsonrpc":"2.0","id":[1],"method":"ping"}"#, -32600, "null"),
    (#"{"jsonrpc":"2.0","id":true,"method":"ping"}"#, -32600, "null"),
    (#"{"jsonrpc":"2.0","id":1,"method":7}"#, -32600, "1"), (#"{"jsonrpc":"2.0","id":1}"#, -32600, "1"),
    (#"{"jsonrpc":"2.0","id":1,"method":"ping","params":[1]}"#, -32602, "1"),
    (#"{"jsonrpc":"2.0","id":123456789012345678901234567890,"method":"no"}"#, -32601, "123456789012345678901234567890"),
    (#"{"jsonrpc":"2.0","id":"\u0061\"","method":"no"}"#, -32601, #""a\"""#),
    (#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"no"}}"#, -32602, "1"),
    (#"{"jsonrpc":"2.0","id":1,"method":"tools/call"}"#, -32602, "1"),
    (#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"find_places","arguments":"x"}}"#, -32602, "1"),
    (#"{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"cursor":"x"}}"#, -32602, "1"),
    (#"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{}}"#, -32602, "1"),
  ])
  func `an invalid request gets an error, and the next one gets a response`(line: String, code: Int, id: String) async {
    let ping = #"{"jsonrpc":"2.0","id":"next","method":"ping"}"#
    let responses = await talk([Conversation.greeting("2025-11-25"), line, ping])
    #expect(responses.count == 3 && responses[1].errorCode == code, "\(responses)")
    #expect(responses[1].line.contains(#""id":\#(id),"#), "\(responses[1])")
    #expect(responses.last?["id"] as? String == "next")
  }

  @Test func `notifications and responses get no response`() async {
    let lines = [
      #"{"jsonrpc":"2.0","method":"tools/call","params":{"name":"find_places","arguments":{}}}"#,
      #"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":99}}"#,
      #"{"jsonrpc":"2.0","method":"notifications/cancelled"}"#, #"{"jsonrpc":"2.0","method":"nothing"}"#,
      #"{"jsonrpc":"2.0","id":5,"result":{}}"#, #"{"jsonrpc":"2.0","id":5,"error":{"code":1,"message":""}}"#, "", " \r",
    ]
    #expect(await talk(lines).isEmpty)
  }

  @Test func `a batch of messages on one line gets its responses on one line, in the revision with batches`() async {
    let batch =
      #"[{"jsonrpc":"2.0","id":1,"method":"ping"},{"jsonrpc":"2.0","method":"notifications/initialized"},7,"#
      + Conversation.call(2, "count_places", #"{"category":"gas","lat":37.5,"lng":127}"#) + "]"
    let responses = await talk([Conversation.greeting("2025-03-26"), batch, #"[{"jsonrpc":"2.0","method":"x"}]"#])
    #expect(responses.count == 2)
    let parts = responses[1][] as? [[String: Any]] ?? []
    #expect(parts.count == 3)
    #expect(Set(parts.compactMap { $0["id"] as? Int }) == [1, 2])
  }

  @Test func `a line of more than 8 MiB is refused, and the next one gets a response`() async {
    let long = #"{"jsonrpc":"2.0","id":1,"method":""# + String(repeating: "x", count: 10 << 20) + #""}"#
    let responses = await talk([long, #"{"jsonrpc":"2.0","id":2,"method":"ping"}"#])
    #expect(responses.map(\.errorCode) == [-32600, nil])
    #expect(responses[0].line.contains(#""id":null"#) && responses[1]["id"] as? Int == 2)
  }

  @Test func `ten thousand hostile lines get a response or are ignored, and the next request gets one`() async {
    var random = SeededRandom(39)
    let seeds = [
      Conversation.greeting("2025-03-26"), #"{"jsonrpc":"2.0","id":1,"method":"tools/list"}"#,
      Conversation.call(3, "find_places", #"{"category":"gas","lat":"37.5","lng":127,"limit":1e1}"#),
      Conversation.call(4, "resolve_place", #"{"name":"\u0000\ud83d\ude00"}"#),
      Conversation.call(5, "list_categories", "{}"),
      #"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":3}}"#,
      #"{"jsonrpc":"2.0","id":7,"method":"server/discover","params":{"_meta":\#(Conversation.modern)}}"#,
    ].map { Array($0.utf8) }
    var text: [UInt8] = []
    for _ in 0..<10_000 {
      text += Self.mutated(seeds[Int.random(in: 0..<seeds.count, using: &random)], &random)
      text.append(0x0A)
    }
    text += Array(#"{"jsonrpc":"2.0","id":"last","method":"ping"}"#.utf8)
    let (output, errors) = (MemorySink(), MemorySink())
    #expect(await talk.serve(TextInput(text, chunkSize: 4_096), output, errors) == 0)
    let messages = output.lines.map(Message.init)
    for message in messages {
      let parts = message[] as? [[String: Any]] ?? [message[] as? [String: Any] ?? [:]]
      #expect(parts.allSatisfy { $0["jsonrpc"] as? String == "2.0" }, "\(message)")
    }
    #expect(messages.contains { $0["id"] as? String == "last" && $0["result"] != nil })
  }

  /// Returns a message with some bytes changed, removed, duplicated or inserted.
  private static func mutated(_ seed: [UInt8], _ random: inout SeededRandom) -> [UInt8] {
    var line = seed
    for _ in 0..<Int.random(in: 0...3, using: &random) where !line.isEmpty {
      let at = Int.random(in: 0..<line.count, using: &random)
      switch Int.random(in: 0..<6, using: &random) {
      case 0: line[at] = UInt8.random(in: 0...255, using: &random)
      case 1: line.remove(at: at)
      case 2: line.removeSubrange(at...)
      case 3: line.insert(contentsOf: Array("[{\"id\":null,".utf8), at: at)
      case 4: line.insert(contentsOf: [UInt8](repeating: UInt8(ascii: "["), count: 300), at: at)
      default: line.insert(contentsOf: line[at...].prefix(40), at: at)
      }
    }
    return line.filter { $0 != 0x0A }
  }
}
