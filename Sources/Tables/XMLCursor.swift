/// The next token of an XML text.
package enum XMLToken: Sendable, Hashable {
  /// The start of an element; its attributes are available until the next token is read.
  case start
  /// The end of the innermost open element.
  case end
  /// Text of the innermost open element, possibly only a part of it.
  case text
}

/// Reads a text of XML 1.0 token by token, and checks that its elements close in order.
///
/// Names have no prefixes. Declarations of entities are refused; only the five predefined entities and character
/// references are replaced. Text is UTF-8; bytes beyond ASCII are passed on unchanged.
package struct XMLCursor {
  private let bytes: [UInt8]
  private var at = 0
  /// The offset of the next byte to read.
  package var offset: Int { at }
  /// The name of the element, between its start and end tokens.
  package private(set) var name = ""
  /// The text, unescaped.
  package private(set) var text: [UInt8] = []
  /// The attributes of the element that starts.
  package private(set) var attributes: [(name: String, value: String)] = []
  /// The names of the open elements with their prefixes, and without.
  private var open: [(full: Range<Int>, name: String)] = []
  /// Whether the element that started is empty, so that its end comes next.
  private var isEmpty = false
  private var hasRoot = false
  private var leaving = false
  /// The offset up to which lines were counted, and the line number there.
  private var counted = (offset: 0, line: 1)

  package init(_ bytes: [UInt8]) {
    self.bytes = bytes
    at = TextEncoding.markLength(of: bytes.span)
  }

  /// Returns the line of the last token, from 1.
  package mutating func currentLine() -> Int {
    for offset in counted.offset..<max(counted.offset, min(at, bytes.count)) where bytes[offset] == 0x0A {
      counted.line += 1
    }
    counted.offset = max(counted.offset, min(at, bytes.count))
    return counted.line
  }

  /// The number of open elements.
  package var depth: Int { open.count }

  /// Reads the next token; `nil` at the end of the text.
  package mutating func next() throws(SyntaxError) -> XMLToken? {
    if leaving {
      leaving = false
      open.removeLast()
      name = open.last?.name ?? ""
    }
    if isEmpty {
      isEmpty = false
      leaving = true
      return .end
    }
    while at < bytes.count {
      guard bytes[at] == UInt8(ascii: "<") else {
        if try readText() { return .text }
        continue
      }
      if starts("<!--") {
        try skip(to: "-->")
      } else if starts("<![CDATA[") {
        guard !open.isEmpty else { throw .malformed }
        let start = at + 9
        try skip(to: "]]>")
        text = Array(bytes[start..<at - 3])
        if !text.isEmpty { return .text }
      } else if starts("<?") {
        try skip(to: "?>")
      } else if starts("<!") {
        throw .entities
      } else if starts("</") {
        try readEnd()
        return .end
      } else {
        try readStart()
        return .start
      }
    }
    guard open.isEmpty, hasRoot else { throw .incomplete }
    return nil
  }

  private func starts(_ literal: StaticString) -> Bool {
    let count = literal.utf8CodeUnitCount
    guard bytes.count - at >= count else { return false }
    // In bounds: `count` is the literal's number of code units.
    return (0..<count).allSatisfy { unsafe bytes[at + $0] == literal.utf8Start[$0] }
  }

  private mutating func skip(to end: StaticString) throws(SyntaxError) {
    while at < bytes.count {
      if starts(end) {
        at += end.utf8CodeUnitCount
        return
      }
      at += 1
    }
    throw .incomplete
  }

  /// Reads text up to the next markup; returns whether it is inside an element.
  private mutating func readText() throws(SyntaxError) -> Bool {
    let start = at
    while at < bytes.count, bytes[at] != UInt8(ascii: "<") { at += 1 }
    text = try Self.unescaped(bytes[start..<at])
    guard open.isEmpty else { return true }
    guard text.allSatisfy({ $0 <= 0x20 }) else { throw .malformed }
    return false
  }

  private mutating func skipSpace() {
    while at < bytes.count, bytes[at] <= 0x20 { at += 1 }
  }

  /// Reads a name and returns its range.
  private mutating func readName() throws(SyntaxError) -> Range<Int> {
    let start = at
    while at < bytes.count, !Self.endsName(bytes[at]) { at += 1 }
    guard at < bytes.count else { throw .incomplete }
    guard at > start else { throw .malformed }
    return start..<at
  }

  private static func endsName(_ byte: UInt8) -> Bool {
    byte <= 0x20 || byte == UInt8(ascii: ">") || byte == UInt8(ascii: "/") || byte == UInt8(ascii: "=")
      || byte == UInt8(ascii: "<") || byte == UInt8(ascii: "\"")
  }

  /// Returns a name without its prefix.
  private func local(_ range: Range<Int>) -> String {
    let start = bytes[range].lastIndex(of: UInt8(ascii: ":")).map { $0 + 1 } ?? range.lowerBound
    return String(decoding: bytes[start..<range.upperBound], as: UTF8.self)
  }

  private mutating func readStart() throws(SyntaxError) {
    guard !open.isEmpty || !hasRoot else { throw .malformed }
    hasRoot = true
    at += 1
    let full = try readName()
    name = local(full)
    attributes.removeAll(keepingCapacity: true)
    open.append((full: full, name: name))
    while true {
      skipSpace()
      guard at < bytes.count else { throw .incomplete }
      if bytes[at] == UInt8(ascii: ">") {
        at += 1
        return
      }
      if bytes[at] == UInt8(ascii: "/") {
        guard at + 1 < bytes.count else { throw .incomplete }
        guard bytes[at + 1] == UInt8(ascii: ">") else { throw .malformed }
        at += 2
        isEmpty = true
        return
      }
      try readAttribute()
    }
  }

  private mutating func readAttribute() throws(SyntaxError) {
    let key = try readName()
    skipSpace()
    guard at < bytes.count else { throw .incomplete }
    guard bytes[at] == UInt8(ascii: "=") else { throw .malformed }
    at += 1
    skipSpace()
    guard at < bytes.count else { throw .incomplete }
    let quote = bytes[at]
    guard quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else { throw .malformed }
    at += 1
    let start = at
    while at < bytes.count, bytes[at] != quote { at += 1 }
    guard at < bytes.count else { throw .incomplete }
    let value = try Self.unescaped(bytes[start..<at])
    at += 1
    attributes.append((name: local(key), value: String(decoding: value, as: UTF8.self)))
  }

  private mutating func readEnd() throws(SyntaxError) {
    at += 2
    let full = try readName()
    skipSpace()
    guard at < bytes.count else { throw .incomplete }
    guard bytes[at] == UInt8(ascii: ">"), let last = open.last, bytes[last.full] == bytes[full] else {
      throw .malformed
    }
    at += 1
    leaving = true
  }

  private static let references: [String: UInt8] = [
    "amp": UInt8(ascii: "&"), "lt": UInt8(ascii: "<"), "gt": UInt8(ascii: ">"), "quot": UInt8(ascii: "\""),
    "apos": UInt8(ascii: "'"),
  ]

  private static func unescaped(_ bytes: ArraySlice<UInt8>) throws(SyntaxError) -> [UInt8] {
    guard bytes.contains(UInt8(ascii: "&")) else { return Array(bytes) }
    var text: [UInt8] = []
    var rest = bytes
    while let start = rest.firstIndex(of: UInt8(ascii: "&")) {
      text += rest[..<start]
      guard let end = rest[start...].firstIndex(of: UInt8(ascii: ";")) else { throw .malformed }
      let name = String(decoding: rest[start + 1..<end], as: UTF8.self)
      if let byte = references[name] {
        text.append(byte)
      } else if name.hasPrefix("#") {
        let digits = name.dropFirst()
        let number = digits.hasPrefix("x") ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
        guard let scalar = number.flatMap(UnicodeScalar.init) else { throw .malformed }
        text += Array(String(Character(scalar)).utf8)
      } else {
        // Any other entity would need a declaration.
        throw .entities
      }
      rest = rest[(end + 1)...]
    }
    return text + rest
  }
}
