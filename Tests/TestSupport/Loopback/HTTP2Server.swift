import Foundation
import Synchronization

/// A server that speaks HTTP/2 over TLS on 127.0.0.1, frame by frame: openssl does the TLS, a closure the rest.
///
/// It serves one connection after the other. Every request is answered with the bytes that the closure gives. A part that
/// openssl reads at once is a command to it when it begins with a letter: frames begin with their length, and so with 0.
package final class HTTP2Server: Sendable {
  /// The program; `nil` where it is not installed.
  package static let openssl = ["/usr/bin/openssl", "/bin/openssl", "/usr/local/bin/openssl"].first {
    FileManager.default.isExecutableFile(atPath: $0)
  }

  private struct Missing: Error {}

  /// The address to give to a client.
  package let endpoint: String
  private let process: Process
  private let count = Mutex(0)

  /// How many requests have come so far.
  package var requestCount: Int { count.withLock { $0 } }

  /// Starts listening.
  ///
  /// - Parameters:
  ///   - certificate: What it shows to clients.
  ///   - answer: The frames for a request, by the number of its stream and which request it is, from 1.
  /// - Throws: When openssl cannot be started.
  package init(
    _ certificate: TestCertificate,
    answer: @escaping @Sendable (_ stream: UInt32, _ request: Int) -> [UInt8]
  ) throws {
    guard let openssl = Self.openssl else { throw Missing() }
    process = Process()
    process.executableURL = URL(fileURLWithPath: openssl)
    process.arguments = [
      "s_server", "-accept", "127.0.0.1:0", "-key", certificate.key, "-cert", certificate.path, "-alpn", "h2",
    ]
    let (input, output) = (Pipe(), Pipe())
    process.standardInput = input
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    var told = Data()
    var port: Substring?
    while port == nil, case let more = output.fileHandleForReading.availableData, !more.isEmpty {
      told += more
      let line = String(decoding: told, as: UTF8.self).split(separator: "\n").first { $0.hasPrefix("ACCEPT ") }
      port = line?.split(separator: ":").last
    }
    guard let port else { throw Missing() }
    endpoint = "https://127.0.0.1:\(port)"
    Thread.detachNewThread { [weak self] in
      var connection = Connection()
      while case let more = output.fileHandleForReading.availableData, !more.isEmpty {
        connection.take(more) { stream in
          guard let self else { return [] }
          return answer(
            stream,
            self.count.withLock {
              $0 += 1; return $0
            }
          )
        }
        try? input.fileHandleForWriting.write(contentsOf: connection.reply())
      }
    }
  }

  deinit { stop() }

  /// Ends it; a second call does nothing.
  package func stop() {
    guard process.isRunning else { return }
    // Not by SIGTERM, which it inherits as blocked and would outlive.
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
  }

  /// What came of a client, and what is to be sent.
  private struct Connection {
    private var buffer: [UInt8] = []
    private var outgoing: [UInt8] = []

    mutating func take(_ bytes: Data, answer: (UInt32) -> [UInt8]) {
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

    mutating func reply() -> Data {
      defer { outgoing = [] }
      return Data(outgoing)
    }
  }
}

/// A certificate for 127.0.0.1 that nobody has signed but itself.
package struct TestCertificate: Sendable {
  private struct NotMade: Error { let errors: String }

  /// The file of its private key.
  package let key: String
  /// Its file.
  package let path: String

  /// Makes one.
  ///
  /// - Parameter folder: Where its files lie.
  /// - Throws: When openssl does not make it.
  package init(in folder: TemporaryDirectory) async throws {
    (key, path) = (folder.file("key.pem"), folder.file("certificate.pem"))
    let made = try await Invocation(
      HTTP2Server.openssl ?? "openssl",
      [
        "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-keyout", key, "-out", path,
        "-days", "2", "-subj", "/CN=localhost", "-addext", "subjectAltName=IP:127.0.0.1",
      ]
    )
    .run()
    guard made.status == 0 else { throw NotMade(errors: made.errors) }
  }
}
