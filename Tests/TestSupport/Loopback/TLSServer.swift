import Foundation
import Synchronization

/// An `openssl s_server` on 127.0.0.1, which handles TLS and exchanges decrypted data through two pipes.
///
/// Not a `Process` of Foundation: other children inherit its pipes, so it would end only after them.
package final class TLSServer: Sendable {
  /// The path of the program; `nil` if it isn't installed.
  package static let openssl = ["/usr/bin/openssl", "/bin/openssl", "/usr/local/bin/openssl"].first {
    FileManager.default.isExecutableFile(atPath: $0)
  }

  private struct Missing: Error {}

  package let endpoint: String
  private let number: Int32
  private let input: (reading: Int32, writing: Int32)
  private let output: Int32
  private let isRunning = Mutex(true)

  package init(_ certificate: TestCertificate, options: [String]) throws {
    guard let openssl = Self.openssl else { throw Missing() }
    let program = Invocation(
      openssl,
      ["s_server", "-accept", "127.0.0.1:0", "-key", certificate.key, "-cert", certificate.path] + options
    )
    let input = try Descriptors.pipe()
    let output = try Descriptors.pipe()
    let null = try Descriptors.file("/dev/null", O_WRONLY)
    defer { for descriptor in [output.writing, null] { close(descriptor) } }
    number = try ChildProcess.spawn(program, input: input.reading, output: output.writing, errors: null)
    var log = ""
    while !log.contains(/ACCEPT .*\n/) {
      let more = Self.bytes(from: output.reading)
      guard !more.isEmpty else { break }
      log += String(decoding: more, as: UTF8.self)
    }
    let line = log.split(separator: "\n").first { $0.hasPrefix("ACCEPT ") }
    endpoint = "https://127.0.0.1:\(line?.split(separator: ":").last ?? "0")"
    self.input = input
    self.output = output.reading
  }

  deinit {
    stop()
    for descriptor in [input.reading, input.writing, output] { close(descriptor) }
  }

  /// Waits for and returns the bytes received since the last call; empty if the program has ended.
  func received() -> [UInt8] { Self.bytes(from: output) }

  /// Sends bytes to the client.
  ///
  /// Keeping the reading end open prevents SIGPIPE if the program has ended.
  func send(_ bytes: [UInt8]) {
    guard !bytes.isEmpty else { return }
    _ = unsafe bytes.withUnsafeBytes { unsafe write(input.writing, $0.baseAddress, $0.count) }
  }

  /// Stops the server; a second call does nothing.
  package func stop() {
    let isFirst = isRunning.withLock { isRunning in
      defer { isRunning = false }
      return isRunning
    }
    guard isFirst else { return }
    kill(number, SIGKILL)
    var status: Int32 = 0
    while unsafe waitpid(number, &status, 0) < 0, errno == EINTR {}
  }

  private static func bytes(from descriptor: Int32) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = unsafe read(descriptor, &bytes, bytes.count)
      if count >= 0 { return Array(bytes.prefix(count)) }
      guard errno == EINTR else { return [] }
    }
  }
}

/// A self-signed certificate for 127.0.0.1.
package struct TestCertificate: Sendable {
  private struct NotMade: Error { let errors: String }

  package let key: String
  package let path: String

  package init(in folder: TemporaryDirectory) async throws {
    (key, path) = (folder.file("key.pem"), folder.file("certificate.pem"))
    let made = try await Invocation(
      TLSServer.openssl ?? "openssl",
      [
        "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-keyout", key, "-out", path,
        "-days", "2", "-subj", "/CN=localhost", "-addext", "subjectAltName=IP:127.0.0.1",
      ]
    )
    .run()
    guard made.status == 0 else { throw NotMade(errors: made.errors) }
  }
}
