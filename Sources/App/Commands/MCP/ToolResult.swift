import Domain

/// The result of a call: an object, or an error message with advice.
struct ToolResult: Sendable {
  /// The object as JSON; `nil` for a failure.
  let structure: [UInt8]?
  let text: [UInt8]

  /// Makes a result of members.
  init(_ members: (inout JSONWriter) -> Void) {
    let bytes = DirectionMark.removed(fromJSON: JSONWriter.object(reserving: 4_096, members))
    structure = bytes
    text = bytes
  }

  /// Makes a result of a failure, worded for programs.
  init(_ failure: Failure) {
    structure = nil
    let message = TerminalText.cleaned(failure.wording.agentText)
    text = Array(DirectionMark.removed(from: message).utf8)
  }

  /// Writes the members of a call's result.
  func write(to json: inout JSONWriter, _ version: ProtocolVersion) {
    json.array("content", of: [text]) { json, text in
      json.element { json in
        json.member("type", "text")
        // Clients pass on this text, the object, or both.
        json.member("text", String(decoding: text, as: UTF8.self))
      }
    }
    if let structure, version.hasStructure { json.member("structuredContent", appending: { $0 += structure }) }
    json.member("isError", structure == nil)
  }
}
