/// The reply of a ``LoopbackServer`` to a request.
package struct LoopbackReply: Sendable, Hashable {
  /// The way in which a reply is sent.
  package enum Delivery: Sendable, Hashable {
    /// Completely and at once; the connection stays open.
    case whole
    /// Completely; then the connection is closed.
    case closing
    /// Only this many bytes of the body, then an orderly close: a truncated response.
    case cut(bodyBytes: Int)
    /// Only this many bytes of the body, then a TCP reset; `nil` resets before the header.
    case reset(bodyBytes: Int?)
    /// A few bytes at a time, with pauses.
    case drip(bytes: Int, pause: Duration)
    /// Only the body, without a header, so not HTTP.
    case garbage
    /// Only the body, which may contain its own header; the connection stays open.
    case verbatim
    /// Only the body, which may contain its own header, followed by its last bytes repeatedly.
    case endless(lastBytes: Int)
    /// Nothing; the connection stays open until the client or the server gives up.
    case noResponse
    /// Nothing; the connection is closed.
    case hangUp
  }

  package var status: Int
  /// Header fields besides `Content-Length`.
  package var headers: [(name: String, value: String)] { fields.map { ($0.name, $0.value) } }
  package var body: [UInt8]
  package var delivery: Delivery
  /// The delay before the first byte.
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
    delivery: Delivery = .whole,
    delay: Duration = .zero
  ) {
    self.status = status
    fields = headers.map { Field(name: $0.name, value: $0.value) }
    self.body = body
    self.delivery = delivery
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

  package func sent(_ delivery: Delivery) -> Self {
    var copy = self
    copy.delivery = delivery
    return copy
  }

  /// The status line, the header fields, and the empty line after them.
  package var head: [UInt8] {
    var text = "HTTP/1.1 \(status) \(status < 400 ? "OK" : "Refused")\r\n"
    for field in fields { text += "\(field.name): \(field.value)\r\n" }
    text += "Content-Length: \(body.count)\r\n"
    if delivery == .closing { text += "Connection: close\r\n" }
    return Array((text + "\r\n").utf8)
  }
}
