import Tables

/// A JSON-RPC 2.0 message from a client.
enum RPCMessage: Sendable {
  /// A request, which gets a response.
  case request(RPCRequest)
  /// A notification, which gets no response.
  case notification(method: String, params: JSONValue?)
  /// A response to a request; this server sends no requests.
  case response
  /// An invalid message.
  case invalid(RPCIdentifier?, RPCError)

  init(_ value: JSONValue) {
    guard case .object(let members) = value else {
      self = .invalid(nil, .invalidRequest("A message is an object with jsonrpc, method and, for a response, id."))
      return
    }
    func has(_ key: String) -> Bool { members.contains { $0.key == key } }
    let id = value["id"].flatMap(RPCIdentifier.init)
    guard value["jsonrpc"] == .text("2.0") else {
      self = .invalid(id, .invalidRequest("The member jsonrpc must be \"2.0\"."))
      return
    }
    guard let method = value["method"]?.string else {
      let isResponse = !has("method") && (has("result") || has("error"))
      self = isResponse ? .response : .invalid(id, .invalidRequest("The member method must be a text."))
      return
    }
    let params = value["params"]
    guard has("id") else {
      self = .notification(method: method, params: params)
      return
    }
    guard let id else {
      self = .invalid(nil, .invalidRequest("An id is a text or a whole number."))
      return
    }
    guard params?.isObject != false else {
      self = .invalid(id, .invalidParameters("The member params must be an object."))
      return
    }
    self = .request(RPCRequest(id: id, method: method, params: params))
  }
}

/// A request, which gets one response.
struct RPCRequest: Sendable {
  let id: RPCIdentifier
  let method: String
  let params: JSONValue?

  /// The metadata that the client sent with the parameters.
  var meta: JSONValue? { params?["_meta"] }
}

/// The id of a request: a text or a whole number.
struct RPCIdentifier: Sendable, Hashable {
  let value: JSONValue

  init?(_ value: JSONValue) {
    switch value {
    case .text: self.value = value
    case .number(let text):
      guard text.utf8.allSatisfy({ (0x30...0x39).contains($0) || $0 == UInt8(ascii: "-") }) else { return nil }
      self.value = value
    case .null, .bool, .list, .object: return nil
    }
  }
}

/// The error of a message that has no result.
enum RPCError: Error, Sendable, Hashable {
  case notJSON
  case invalidRequest(String)
  case unknownMethod(String)
  case invalidParameters(String)
  case unsupportedVersion(String)

  var code: Int {
    switch self {
    case .notJSON: -32_700
    case .invalidRequest: -32_600
    case .unknownMethod: -32_601
    case .invalidParameters: -32_602
    case .unsupportedVersion: -32_022
    }
  }

  var message: String {
    switch self {
    case .notJSON: "The line isn't JSON, or is nested too deeply."
    case .invalidRequest(let why), .invalidParameters(let why): why
    case .unknownMethod(let name): "There is no method '\(TerminalText.cleaned(String(name.prefix(60))))'."
    case .unsupportedVersion: "Unsupported protocol version"
    }
  }
}
