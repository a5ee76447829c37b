/// A port on 127.0.0.1 that refuses connections.
///
/// It is reserved while this object exists, so that no other test gets it.
package final class RefusingPort: Sendable {  // A class because only its end of life gives the port back.
  private let socket: Socket
  private let port: UInt16

  package init() throws { (socket, port) = try Socket.boundOnly() }

  deinit { socket.close() }

  package var endpoint: String { "http://127.0.0.1:\(port)" }
}
