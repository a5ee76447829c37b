/// Frames of HTTP/2 (RFC 9113) as a server sends them; heads are written without compression (RFC 7541, 6.2.2).
package enum HTTP2Frames {
  /// What a client begins every connection with.
  package static let preface = Array("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".utf8)

  /// Why a stream or a connection is ended (RFC 9113, 7).
  package enum ErrorCode: UInt8, Sendable {
    case none = 0
    case internalError = 2
    /// The request was not looked at and may be sent again.
    case refusedStream = 7
  }

  /// The server's side of the settings: all of them as they are by default.
  package static let settings = frame(type: 4, flags: 0, stream: 0, [])
  /// That the client's settings were taken.
  package static let settingsTaken = frame(type: 4, flags: 1, stream: 0, [])

  /// A head, or the fields of a trailer.
  package static func headers(
    _ stream: UInt32,
    _ fields: KeyValuePairs<String, String>,
    endsStream: Bool = false
  ) -> [UInt8] {
    // 0: a literal that is not to be remembered, with its name written out.
    let block = fields.reduce(into: [UInt8]()) { $0 += [0] + text($1.key) + text($1.value) }
    return frame(type: 1, flags: 4 | (endsStream ? 1 : 0), stream: stream, block)
  }

  package static func data(_ stream: UInt32, _ bytes: some Sequence<UInt8>, endsStream: Bool = false) -> [UInt8] {
    frame(type: 0, flags: endsStream ? 1 : 0, stream: stream, Array(bytes))
  }

  /// The end of a stream, whatever was still to come.
  package static func reset(_ stream: UInt32, _ code: ErrorCode) -> [UInt8] {
    frame(type: 3, flags: 0, stream: stream, [0, 0, 0, code.rawValue])
  }

  /// That the connection takes no streams after one.
  package static func goAway(after stream: UInt32, _ code: ErrorCode) -> [UInt8] {
    frame(type: 7, flags: 0, stream: 0, bytes(stream) + [0, 0, 0, code.rawValue])
  }

  private static func frame(type: UInt8, flags: UInt8, stream: UInt32, _ payload: [UInt8]) -> [UInt8] {
    Array(bytes(UInt32(payload.count)).dropFirst()) + [type, flags] + bytes(stream) + payload
  }

  /// A text of fewer than 127 bytes after its length.
  private static func text(_ text: String) -> [UInt8] { [UInt8(text.utf8.count)] + Array(text.utf8) }

  private static func bytes(_ number: UInt32) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
  }
}
