import Foundation

/// An HTTP/1.1 server on 127.0.0.1 for tests, which answers each request with a closure.
///
/// One thread accepts connections, and each connection has its own thread, so a slow reply delays no other. Connections
/// are kept alive. ``stop()``, or releasing the last reference, ends every thread.
package final class LoopbackServer: Sendable {
  package typealias Handler = @Sendable (LoopbackRequest) -> LoopbackReply

  package enum Interface: Sendable {
    case ipv4
    case ipv6
  }

  package let port: UInt16
  private let interface: Interface
  private let observer: Socket
  private let shared: LoopbackSharedState

  package init(on interface: Interface = .ipv4, handler: @escaping Handler) throws {
    let (observer, port) = try interface == .ipv4 ? Socket.listening() : Socket.listeningOnIPv6()
    self.interface = interface
    let shared = LoopbackSharedState()
    self.observer = observer
    self.port = port
    self.shared = shared
    shared.threads.enter()
    Thread.detachNewThread {
      var number = 0
      while let client = observer.accepted() {
        guard shared.admit(client) else {
          // Continue, so that the listener isn't closed before it is shut down; another test could get its descriptor.
          client.close()
          continue
        }
        let connection = LoopbackConnection(socket: client, number: number, shared: shared, handler: handler)
        number += 1
        shared.threads.enter()
        Thread.detachNewThread {
          connection.serve()
          shared.dismiss(client)
          shared.threads.leave()
        }
      }
      observer.close()
      shared.threads.leave()
    }
  }

  deinit { stop() }

  /// The address for clients, such as `http://127.0.0.1:40123`.
  package var endpoint: String { "http://\(interface == .ipv4 ? "127.0.0.1" : "[::1]"):\(port)" }

  package var requests: [LoopbackRequest] { shared.requests }

  package var openConnectionCount: Int { shared.openConnectionCount }

  package var connectionCount: Int { shared.connectionCount }

  /// The maximum number of requests handled at the same time.
  package var peakConcurrency: Int { shared.peakConcurrency }

  /// Ends every connection and waits for every thread; a second call does nothing.
  package func stop() {
    guard shared.beginStopping() else { return }
    observer.shutDown()
    shared.threads.wait()
  }
}
