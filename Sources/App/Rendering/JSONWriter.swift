import Domain

/// Writes JSON objects and arrays, with braces, commas, keys and quotes.
///
/// Members appear in the order they are written. ``PlaceWriter`` and the record writers of a batch append literals
/// instead, for speed.
struct JSONWriter {
  private(set) var bytes: [UInt8] = []
  /// Whether the innermost object or array is still empty, so that no comma is needed.
  private var isEmpty = true
  /// The indent of the line to begin before the next member; `nil` to continue the line.
  private var indent: Int?

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

  /// Removes and returns the bytes written so far, to output them before the document is complete.
  mutating func takeBytes() -> [UInt8] {
    defer { bytes.removeAll() }
    return bytes
  }

  mutating func breakLine(indent: Int) { self.indent = indent }

  mutating func member(_ key: String, _ value: String?) { member(key, appending: { $0.appendJSON(string: value) }) }
  mutating func member(_ key: String, _ value: Bool?) {
    member(key, appending: { $0.append(text: value.map { $0 ? "true" : "false" } ?? "null") })
  }
  mutating func member(_ key: String, _ value: Int?) { member(key, appending: { $0.appendJSON(value) }) }
  mutating func member(_ key: String, _ value: Double?) { member(key, appending: { $0.appendJSON(value) }) }

  mutating func member(_ key: String, appending value: (inout [UInt8]) -> Void) {
    separate()
    bytes.appendJSON(string: key)
    bytes.append(UInt8(ascii: ":"))
    value(&bytes)
  }

  mutating func object(_ key: String, _ members: (inout JSONWriter) -> Void) {
    member(key, appending: { _ in })
    nest(in: ("{", "}"), members)
  }

  mutating func array<Element, WriteError: Error>(
    _ key: String,
    of elements: some Sequence<Element>,
    _ write: (inout JSONWriter, Element) throws(WriteError) -> Void
  ) throws(WriteError) {
    member(key, appending: { _ in })
    try nest(in: ("[", "]")) { json throws(WriteError) in for element in elements { try write(&json, element) } }
  }

  mutating func element(_ members: (inout JSONWriter) -> Void) {
    separate()
    nest(in: ("{", "}"), members)
  }

  mutating func element(_ value: String) { element(appending: { $0.appendJSON(string: value) }) }
  mutating func element(_ value: Double) { element(appending: { $0.append(decimal: value) }) }

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
  mutating func errorMembers(code: String, message: String, isRetryable: Bool) {
    member("code", code)
    member("message", message)
    member("retryable", isRetryable)
  }
}

/// Writes JSON values directly into a buffer, for speed in large results.
extension [UInt8] {
  /// Appends a JSON string with its quotes, or `null`.
  mutating func appendJSON(string text: String?) {
    append(reserving: (text?.utf8.count ?? 2) + 2) { $0.appendJSON(string: text) }
  }

  mutating func appendJSONNull() { append(literal: "null") }

  /// Appends attributes as an object of strings, or `null` if there are none.
  mutating func appendJSON(attributes: [PlaceAttribute]) {
    guard !attributes.isEmpty else { return appendJSONNull() }
    self += JSONWriter.object { json in
      for attribute in attributes { json.member(attribute.key, attribute.value) }
    }
  }

  mutating func appendJSON(_ value: Int?) { append(reserving: OutputBuffer.numberBound) { $0.appendJSON(value) } }

  mutating func appendJSON(_ value: Double?) { append(reserving: OutputBuffer.numberBound) { $0.appendJSON(value) } }
}
