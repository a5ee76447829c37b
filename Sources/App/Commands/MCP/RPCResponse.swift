import Tables

/// Encodes the messages of a server.
enum RPCResponse {
  /// Encodes the result of a method for a protocol revision.
  ///
  /// - Parameters:
  ///   - id: The id of the request.
  ///   - version: The client's protocol revision.
  ///   - isCacheable: Whether a modern client may cache the result, because the tools of a server don't change.
  ///   - members: Writes the members of the result.
  /// - Returns: The message, without a line feed.
  static func result(
    _ id: RPCIdentifier,
    for version: ProtocolVersion,
    isCacheable: Bool = false,
    _ members: (inout JSONWriter) -> Void
  ) -> [UInt8] {
    message { json in
      json.member("id", appending: { $0 += id.value.line })
      json.object("result") { json in
        if version.isModern { json.member("resultType", "complete") }
        members(&json)
        guard version.isModern else { return }
        if isCacheable {
          json.member("ttlMs", 3_600_000)
          json.member("cacheScope", "public")
        }
        json.object("_meta") { json in
          json.object("io.modelcontextprotocol/serverInfo") { writeServer(version, to: &$0) }
        }
      }
    }
  }

  /// Encodes an error response; the id is `null` if the request id couldn't be read.
  static func error(_ id: RPCIdentifier?, _ error: RPCError) -> [UInt8] {
    message { json in
      json.member("id", appending: { $0 += (id?.value ?? .null).line })
      json.object("error") { json in
        json.member("code", error.code)
        json.member("message", DirectionMark.removed(from: error.message))
        if case .unsupportedVersion(let requested) = error {
          json.object("data") { json in
            json.array("supported", of: [ProtocolVersion.modern]) { $0.element($1.day) }
            json.member("requested", requested)
          }
        }
      }
    }
  }

  /// Encodes a progress notification for a client that requested one.
  static func progress(_ progress: Int, of token: JSONValue, message: String) -> [UInt8] {
    self.message { json in
      json.member("method", "notifications/progress")
      json.object("params") { json in
        json.member("progressToken", appending: { $0 += token.line })
        json.member("progress", progress)
        json.member("message", message)
      }
    }
  }

  /// Encodes several responses on one line.
  static func batch(_ responses: [[UInt8]]) -> [UInt8] {
    var bytes: [UInt8] = [UInt8(ascii: "[")]
    for (index, response) in responses.enumerated() {
      if index > 0 { bytes.append(UInt8(ascii: ",")) }
      bytes += response
    }
    bytes.append(UInt8(ascii: "]"))
    return bytes
  }

  /// Writes the description of the server.
  static func writeServer(_ version: ProtocolVersion, to json: inout JSONWriter) {
    json.member("name", "placefind")
    json.member("version", Version.current)
    if version.hasStructure { json.member("title", "placefind") }
    if version.hasServerDescription { json.member("description", "Places near a point, nearest first.") }
  }

  private static func message(_ members: (inout JSONWriter) -> Void) -> [UInt8] {
    JSONWriter.object { json in
      json.member("jsonrpc", "2.0")
      members(&json)
    }
  }
}
