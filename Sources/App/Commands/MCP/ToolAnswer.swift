import Domain

/// What a call gives: an object, or a sentence that says what to change.
struct ToolAnswer: Sendable {
  /// The object, as JSON; `nil` for a failure.
  let structure: [UInt8]?
  let text: [UInt8]

  /// An answer of some members.
  init(_ members: (inout JSONWriter) -> Void) {
    let bytes = DirectionMark.removed(fromJSON: JSONWriter.object(reserving: 4_096, members))
    structure = bytes
    text = bytes
  }

  /// A failure, in the words of a program.
  init(_ failure: Failure) {
    structure = nil
    let message = ToolWording.text(of: TerminalText.cleaned(failure.message))
    text = Array(DirectionMark.removed(from: message).utf8)
  }

  /// Writes the members of the result of a call.
  func write(to json: inout JSONWriter, _ version: ProtocolVersion) {
    json.array("content", [text]) { json, text in
      json.element { json in
        json.member("type", "text")
        // Programs hand on this, or the object, or both.
        json.member("text", String(decoding: text, as: UTF8.self))
      }
    }
    if let structure, version.hasStructure { json.member("structuredContent", appending: { $0 += structure }) }
    json.member("isError", structure == nil)
  }
}
