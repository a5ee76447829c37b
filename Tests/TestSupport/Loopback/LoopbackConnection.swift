/// A connection of a ``LoopbackServer``, which reads requests and sends the handler's replies.
struct LoopbackConnection: Sendable {
  let socket: Socket
  let number: Int
  let shared: LoopbackSharedState
  let handler: LoopbackServer.Handler

  /// Serves until the client disconnects, a reply ends the connection, or the server stops.
  func serve() {
    var buffer: [UInt8] = []
    while let request = nextRequest(&buffer) {
      let continues = send(handler(shared.begin(request)))
      shared.finish()
      guard continues else { return }
    }
  }

  private func nextRequest(_ buffer: inout [UInt8]) -> LoopbackRequest? {
    while true {
      if let end = Self.endOfHead(in: buffer) {
        let lines = String(decoding: buffer[..<end], as: UTF8.self).split(separator: "\r\n")
        let words = (lines.first ?? "").split(separator: " ")
        guard words.count == 3 else { return nil }
        var headers: [String: String] = [:]
        for line in lines.dropFirst() {
          let name = line.prefix { $0 != ":" }
          headers[name.lowercased()] = String(line.dropFirst(name.count + 1).drop { $0 == " " })
        }
        let length = Int(headers["content-length"] ?? "") ?? 0
        if buffer.count >= end + length {
          let body = Array(buffer[end..<end + length])
          buffer.removeFirst(end + length)
          return LoopbackRequest(
            method: String(words[0]),
            target: String(words[1]),
            headers: headers,
            body: body,
            connection: number
          )
        }
      }
      let more = socket.read()
      guard !more.isEmpty else { return nil }
      buffer += more
    }
  }

  /// Sends a reply; returns `false` if the connection has ended.
  private func send(_ reply: LoopbackReply) -> Bool {
    guard pause(reply.delay) else { return false }
    switch reply.delivery {
    case .whole:
      return socket.write(reply.head + reply.body)
    case .closing:
      _ = socket.write(reply.head + reply.body)
      return false
    case .cut(let count):
      _ = socket.write(reply.head + reply.body.prefix(count))
      return false
    case .reset(let count):
      if let count { _ = socket.write(reply.head + reply.body.prefix(count)) }
      socket.resetOnClose()
      return false
    case .drip(let count, let rest):
      var bytes = (reply.head + reply.body)[...]
      while !bytes.isEmpty {
        guard socket.write(bytes.prefix(count)), pause(rest) else { return false }
        bytes = bytes.dropFirst(count)
      }
      return true
    case .garbage:
      _ = socket.write(reply.body)
      return false
    case .verbatim:
      return socket.write(reply.body)
    case .endless(let count):
      guard socket.write(reply.body) else { return false }
      let chunk = Array(repeating: reply.body.suffix(count), count: max(1, 65_536 / max(1, count))).joined()
      let bytes = Array(chunk)
      while socket.write(bytes) {}
      return false
    case .noResponse:
      _ = socket.isReadable(within: -1)
      return false
    case .hangUp:
      return false
    }
  }

  /// Waits; returns `false` if the client disconnected or the server stopped meanwhile.
  private func pause(_ time: Duration) -> Bool {
    guard time > .zero else { return true }
    let milliseconds = time.components.seconds * 1_000 + time.components.attoseconds / 1_000_000_000_000_000
    return !socket.isReadable(within: Int32(clamping: max(1, milliseconds))) && !shared.isStopping
  }

  /// Returns the index after the empty line that ends a header; `nil` if it hasn't arrived.
  private static func endOfHead(in buffer: [UInt8]) -> Int? {
    var index = 3
    while index < buffer.count {
      if buffer[index] == 0x0A, buffer[index - 1] == 0x0D, buffer[index - 2] == 0x0A, buffer[index - 3] == 0x0D {
        return index + 1
      }
      index += 1
    }
    return nil
  }
}
