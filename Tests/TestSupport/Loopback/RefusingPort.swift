/// A port on 127.0.0.1 where nobody listens, for as long as this is held: no other test can be given it meanwhile.
package final class RefusingPort: Sendable {  // A class because only its end of life gives the port back.
  private let socket: Socket
  private let port: UInt16

  package init() throws { (socket, port) = try Socket.boundOnly() }

  deinit { socket.close() }

  package var endpoint: String { "http://127.0.0.1:\(port)" }
}
