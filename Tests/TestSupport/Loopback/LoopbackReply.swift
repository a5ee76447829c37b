/// What a ``LoopbackServer`` does about one request.
package struct LoopbackReply: Sendable, Hashable {
  /// How the answer goes onto the wire.
  package enum Manner: Sendable, Hashable {
    /// Whole and at once; the connection stays open.
    case whole
    /// Whole, and the connection is closed after it.
    case closing
    /// Only this many bytes of the body, then an orderly close: a cut answer.
    case cut(bodyBytes: Int)
    /// Only this many bytes of the body, then a TCP reset; `nil` resets before the head.
    case reset(bodyBytes: Int?)
    /// A few bytes at a time with a pause between them.
    case drip(bytes: Int, pause: Duration)
    /// The body alone, without any head: not HTTP at all.
    case garbage
    /// The body alone, byte for byte with whatever head it has; the connection stays open.
    case verbatim
    /// The body alone, with whatever head it has, and then its last bytes again and again.
    case endless(lastBytes: Int)
    /// Nothing; the connection stays open until the client or the server gives up.
    case noResponse
    /// Nothing; the connection is closed in an orderly way.
    case hangUp
  }

  package var status: Int
  /// Header fields besides `Content-Length`.
  package var headers: [(name: String, value: String)] { fields.map { ($0.name, $0.value) } }
  package var body: [UInt8]
  package var manner: Manner
  /// The time before the first byte.
  package var delay: Duration

  private struct Field: Sendable, Hashable {
    let name: String
    let value: String
  }
  private let fields: [Field]

  package init(
    status: Int = 200,
    headers: [(name: String, value: String)] = [("Content-Type", "application/json;charset=UTF-8")],
    body: [UInt8] = [],
    manner: Manner = .whole,
    delay: Duration = .zero
  ) {
    self.status = status
    fields = headers.map { Field(name: $0.name, value: $0.value) }
    self.body = body
    self.manner = manner
    self.delay = delay
  }

  package static func json(_ text: String, status: Int = 200) -> Self {
    Self(status: status, body: Array(text.utf8))
  }

  package func delayed(by delay: Duration) -> Self {
    var copy = self
    copy.delay = delay
    return copy
  }

  package func sent(_ manner: Manner) -> Self {
    var copy = self
    copy.manner = manner
    return copy
  }

  /// Status line, header fields and the blank line that ends them.
  package var head: [UInt8] {
    var text = "HTTP/1.1 \(status) \(status < 400 ? "OK" : "Refused")\r\n"
    for field in fields { text += "\(field.name): \(field.value)\r\n" }
    text += "Content-Length: \(body.count)\r\n"
    if manner == .closing { text += "Connection: close\r\n" }
    return Array((text + "\r\n").utf8)
  }
}
