import Domain

/// What a call gives: an object, or a sentence that says what to change.
struct ToolAnswer: Sendable {
  /// The object, as JSON; `nil` for a failure.
  let structure: [UInt8]?
  let text: [UInt8]

  /// An answer of some members.
  init(_ members: (inout JSONWriter) -> Void) {
    let bytes = Self.withoutTurns(JSONWriter.object(reserving: 4_096, members))
    structure = bytes
    text = bytes
  }

  /// A failure, in the sentence of the command line.
  init(_ failure: Failure) {
    structure = nil
    text = Array(TerminalText.cleaned(failure.message).utf8)
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

  /// The JSON without the characters that turn the direction of text, which its writer has escaped like all controls.
  private static func withoutTurns(_ bytes: [UInt8]) -> [UInt8] {
    let backslash = UInt8(ascii: "\\")
    guard bytes.contains(backslash) else { return bytes }
    var cleaned: [UInt8] = []
    cleaned.reserveCapacity(bytes.count)
    var index = 0
    while index < bytes.count {
      guard bytes[index] == backslash, index + 1 < bytes.count else {
        cleaned.append(bytes[index])
        index += 1
        continue
      }
      let digits = bytes[index + 1] == UInt8(ascii: "u") ? bytes[(index + 2)...].prefix(4) : []
      let scalar = UInt32(String(decoding: digits, as: UTF8.self), radix: 16) ?? 0
      let isTurn = (0x202A...0x202E).contains(scalar) || (0x2066...0x2069).contains(scalar)
      // What follows a backslash is no other beginning: `\\u202e` is text.
      if !isTurn { cleaned += bytes[index..<index + 2] }
      index += isTurn ? 6 : 2
    }
    return cleaned
  }
}
