import Foundation
import Synchronization

/// A server that speaks HTTP/2 over TLS on 127.0.0.1, frame by frame: openssl does the TLS, a closure the rest.
///
/// It serves one connection after the other. Every request is answered with the bytes that the closure gives. A part
/// that openssl reads at once is a command to it when it begins with a letter: frames begin with their length, and so
/// with 0.
package final class HTTP2Server: Sendable {
  private let tls: TLSServer
  private let count = Mutex(0)

  package var endpoint: String { tls.endpoint }

  package var requestCount: Int { count.withLock { $0 } }

  package init(
    _ certificate: TestCertificate,
    answer: @escaping @Sendable (_ stream: UInt32, _ request: Int) -> [UInt8]
  ) throws {
    let tls = try TLSServer(certificate, options: ["-alpn", "h2"])
    self.tls = tls
    Thread.detachNewThread { [weak self] in
      var connection = Connection()
      while case let more = tls.received(), !more.isEmpty {
        connection.take(more) { stream in
          guard let self else { return [] }
          return answer(
            stream,
            self.count.withLock {
              $0 += 1; return $0
            }
          )
        }
        tls.send(connection.reply())
      }
    }
  }

  deinit { stop() }

  /// Ends it; a second call does nothing.
  package func stop() { tls.stop() }

  /// What came of a client, and what is to be sent.
  private struct Connection {
    private var buffer: [UInt8] = []
    private var outgoing: [UInt8] = []

    mutating func take(_ bytes: [UInt8], answer: (UInt32) -> [UInt8]) {
      buffer += bytes
      // What openssl says between two connections is passed over with whatever was cut off.
      if let start = buffer.firstRange(of: HTTP2Frames.preface) {
        buffer.removeFirst(start.upperBound)
        outgoing += HTTP2Frames.settings
      }
      while buffer.count >= 9 {
        let length = buffer[..<3].reduce(0) { $0 << 8 | Int($1) }
        guard buffer.count >= 9 + length else { return }
        let stream = buffer[5..<9].reduce(0) { $0 << 8 | UInt32($1) }
        switch (buffer[3], buffer[4] & 1) {
        case (1, _): outgoing += answer(stream)
        case (4, 0): outgoing += HTTP2Frames.settingsTaken
        default: break
        }
        buffer.removeFirst(9 + length)
      }
    }

    mutating func reply() -> [UInt8] {
      defer { outgoing = [] }
      return outgoing
    }
  }
}
