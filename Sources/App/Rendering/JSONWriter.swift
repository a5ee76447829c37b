/// Writes JSON objects and arrays, with braces, commas, keys and quotes.
///
/// Members appear in the order they are written. ``PlaceJSON`` and the writers of a batch's records write straight into
/// memory instead, because a batch has millions of them.
struct JSONWriter {
  /// What was written so far.
  private(set) var bytes: [UInt8] = []
  /// Whether the innermost object or array is still empty, so that no comma comes first.
  private var isEmpty = true
  /// The indent of a line to start before the next member.
  private var indent: Int?

  /// One object, as a document of its own.
  static func document<WriteError: Error>(
    reserving capacity: Int = 256,
    _ members: (inout JSONWriter) throws(WriteError) -> Void
  ) throws(WriteError) -> [UInt8] {
    var bytes = try object(reserving: capacity, members)
    bytes.append(UInt8(ascii: "\n"))
    return bytes
  }

  static func object<WriteError: Error>(
    reserving capacity: Int = 256,
    _ members: (inout JSONWriter) throws(WriteError) -> Void
  ) throws(WriteError) -> [UInt8] {
    var writer = JSONWriter()
    writer.bytes.reserveCapacity(capacity)
    try writer.nest(in: ("{", "}"), members)
    return writer.bytes
  }

  /// Takes the bytes written so far, to pass them on before the document is complete.
  mutating func takeBytes() -> [UInt8] {
    defer { bytes.removeAll() }
    return bytes
  }

  /// Starts a line before the next member or element.
  mutating func breakLine(indent: Int) { self.indent = indent }

  /// Writes a member whose value is a text, or `null`.
  mutating func member(_ key: String, _ value: String?) { member(key, appending: { $0.appendJSON(string: value) }) }
  /// Writes a member whose value is `true` or `false`.
  mutating func member(_ key: String, _ value: Bool) { member(key, appending: { $0.appendJSON(value) }) }
  /// Writes a member whose value is a whole number, or `null`.
  mutating func member(_ key: String, _ value: Int?) { member(key, appending: { $0.appendJSON(value) }) }
  /// Writes a member whose value is a number, or `null`.
  mutating func member(_ key: String, _ value: Double?) { member(key, appending: { $0.appendJSON(value) }) }

  /// Writes a member whose value another writer appends.
  mutating func member(_ key: String, appending value: (inout [UInt8]) -> Void) {
    separate()
    bytes.appendJSON(string: key)
    bytes.append(UInt8(ascii: ":"))
    value(&bytes)
  }

  /// Writes a member whose value is an object.
  mutating func object(_ key: String, _ members: (inout JSONWriter) -> Void) {
    member(key, appending: { _ in })
    nest(in: ("{", "}"), members)
  }

  /// Writes a member whose value is an array.
  mutating func array<Element, WriteError: Error>(
    _ key: String,
    _ elements: some Sequence<Element>,
    _ write: (inout JSONWriter, Element) throws(WriteError) -> Void
  ) throws(WriteError) {
    member(key, appending: { _ in })
    try nest(in: ("[", "]")) { json throws(WriteError) in for element in elements { try write(&json, element) } }
  }

  /// Writes an element that is an object.
  mutating func element(_ members: (inout JSONWriter) -> Void) {
    separate()
    nest(in: ("{", "}"), members)
  }

  /// Writes an element that is a text.
  mutating func element(_ value: String) { element(appending: { $0.appendJSON(string: value) }) }
  /// Writes an element that is a number.
  mutating func element(_ value: Double) { element(appending: { $0.append(decimal: value) }) }

  /// Writes an element that another writer appends.
  mutating func element(appending value: (inout [UInt8]) -> Void) {
    separate()
    value(&bytes)
  }

  private mutating func nest<WriteError: Error>(
    in braces: (String, String),
    _ content: (inout JSONWriter) throws(WriteError) -> Void
  ) throws(WriteError) {
    bytes.append(text: braces.0)
    isEmpty = true
    try content(&self)
    bytes.append(text: braces.1)
    isEmpty = false
  }

  private mutating func separate() {
    if !isEmpty { bytes.append(UInt8(ascii: ",")) }
    isEmpty = false
    guard let indent else { return }
    bytes.append(UInt8(ascii: "\n"))
    bytes.append(contentsOf: repeatElement(UInt8(ascii: " "), count: indent))
    self.indent = nil
  }
}

extension JSONWriter {
  /// Writes the members of an `error` object.
  mutating func errorMembers(code: String, message: String, isRetryable: Bool) {
    member("code", code)
    member("message", message)
    member("retryable", isRetryable)
  }
}

/// Writes JSON values straight into a buffer, for speed in large answers.
extension [UInt8] {
  /// Appends a part of a buffer as a JSON string, quotes included.
  ///
  /// Escapes what RFC 8259 asks for, and also the controls beyond ASCII that a terminal may obey.
  mutating func appendJSON(string bytes: [UInt8], in range: Range<Int>) {
    append(UInt8(ascii: "\""))
    var plain = range.lowerBound
    var index = plain
    while index < range.upperBound {
      let byte = bytes[index]
      guard ControlCharacter.mayBegin(with: byte) || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") else {
        index += 1
        continue
      }
      if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") {
        append(contentsOf: bytes[plain..<index])
        append(UInt8(ascii: "\\"))
        append(byte)
        index += 1
        plain = index
      } else if let control = ControlCharacter.match(in: bytes, at: index, end: range.upperBound) {
        append(contentsOf: bytes[plain..<index])
        appendJSON(escape: control.scalar)
        index += control.length
        plain = index
      } else {
        index += 1
      }
    }
    append(contentsOf: bytes[plain..<range.upperBound])
    append(UInt8(ascii: "\""))
  }

  /// Appends a text as a JSON string, quotes included.
  mutating func appendJSON(string text: String) {
    let bytes = [UInt8](text.utf8)
    appendJSON(string: bytes, in: bytes.indices)
  }

  /// Appends a text as a JSON string, or `null`.
  mutating func appendJSON(string text: String?) {
    guard let text else { return appendJSONNull() }
    appendJSON(string: text)
  }

  /// Appends `null`.
  mutating func appendJSONNull() { append(text: "null") }

  /// Appends `true` or `false`.
  mutating func appendJSON(_ value: Bool) { append(text: value ? "true" : "false") }

  /// Appends a whole number, or `null`.
  mutating func appendJSON(_ value: Int?) {
    guard let value else { return appendJSONNull() }
    append(decimal: value)
  }

  /// Appends a number, or `null`.
  mutating func appendJSON(_ value: Double?) {
    guard let value else { return appendJSONNull() }
    append(decimal: value)
  }

  mutating func append(text: String) { append(contentsOf: text.utf8) }

  private mutating func appendJSON(escape scalar: UInt16) {
    append(UInt8(ascii: "\\"))
    switch scalar {
    case 0x08: append(UInt8(ascii: "b"))
    case 0x09: append(UInt8(ascii: "t"))
    case 0x0A: append(UInt8(ascii: "n"))
    case 0x0C: append(UInt8(ascii: "f"))
    case 0x0D: append(UInt8(ascii: "r"))
    default:
      append(UInt8(ascii: "u"))
      for shift in [12, 8, 4, 0] {
        let digit = UInt8(truncatingIfNeeded: scalar >> UInt16(shift)) & 0xF
        append(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10)
      }
    }
  }
}
