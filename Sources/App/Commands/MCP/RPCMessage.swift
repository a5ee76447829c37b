/// A JSON-RPC 2.0 message from a client.
enum RPCMessage: Sendable {
  /// A request, which gets a response.
  case request(RPCRequest)
  /// A notification, which gets no response.
  case notification(method: String, params: JSONSlice?)
  /// A response to a request; this server sends no requests.
  case answer
  /// An invalid message.
  case invalid(RPCIdentifier?, RPCError)

  init(_ value: JSONSlice) {
    guard value.kind == .object else {
      self = .invalid(nil, .invalidRequest("A message is an object with jsonrpc, method and, for an answer, id."))
      return
    }
    var fields: [String: JSONSlice] = [:]
    for member in value.members { fields[member.key] = member.value }
    let id = fields["id"].flatMap(RPCIdentifier.init)
    guard fields["jsonrpc"]?.text == "2.0" else {
      self = .invalid(id, .invalidRequest("The member jsonrpc must be \"2.0\"."))
      return
    }
    guard let method = fields["method"]?.text else {
      let isAnswer = fields["method"] == nil && (fields["result"] != nil || fields["error"] != nil)
      self = isAnswer ? .answer : .invalid(id, .invalidRequest("The member method must be a text."))
      return
    }
    let params = fields["params"].flatMap { $0.kind == .null ? nil : $0 }
    guard fields["id"] != nil else {
      self = .notification(method: method, params: params)
      return
    }
    guard let id else {
      self = .invalid(nil, .invalidRequest("An id is a text or a whole number."))
      return
    }
    guard params?.kind ?? .object == .object else {
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
  let params: JSONSlice?

  /// The metadata that the client sent with the parameters.
  var meta: JSONSlice? { params?["_meta"] }
}

/// The id of a request: a text or a whole number, returned exactly as received.
struct RPCIdentifier: Sendable, Hashable {
  let bytes: [UInt8]
  /// The normalised value, independent of escapes.
  private let value: String

  init?(_ value: JSONSlice) {
    if let text = value.text {
      self.value = "\"" + text
    } else {
      let digits = value.raw.first == UInt8(ascii: "-") ? value.raw.dropFirst() : value.raw
      guard value.kind == .number, digits.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
      self.value = value.rawText
    }
    bytes = Array(value.raw)
  }

  static func == (one: RPCIdentifier, other: RPCIdentifier) -> Bool { one.value == other.value }

  func hash(into hasher: inout Hasher) { hasher.combine(value) }
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
    case .notJSON: "The line is not JSON, or is nested too deeply."
    case .invalidRequest(let why), .invalidParameters(let why): why
    case .unknownMethod(let name): "There is no method '\(TerminalText.cleaned(String(name.prefix(60))))'."
    case .unsupportedVersion: "Unsupported protocol version"
    }
  }
}
