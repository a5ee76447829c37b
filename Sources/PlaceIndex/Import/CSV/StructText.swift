import TextParsing

/// Converts structures as databases print them to JSON: `{'primary': Gaon, 'common': NULL}` of DuckDB, similar ones of Python,
/// and JSON itself.
struct StructText {
  private static let maximumDepth = 16

  /// How an unquoted value that looks like a number is read: databases print texts of digits without quotes too.
  enum Unquoted {
    /// As a text, such as the name `1987` or the postcode `04524`.
    case text
    /// As a number.
    case number
  }

  private let text: ByteView
  private let digits: Unquoted
  private var at = 0
  private var json: [UInt8] = []

  private init(_ text: ByteView, digits: Unquoted) { (self.text, self.digits) = (text, digits) }

  /// Whether a text may be a structure or a list.
  static func isLikely(_ text: ByteView) -> Bool {
    guard text.count >= 2 else { return false }
    let (first, last) = (text.byte(at: 0), text.byte(at: text.count - 1))
    return first == UInt8(ascii: "{") && last == UInt8(ascii: "}")
      || first == UInt8(ascii: "[") && last == UInt8(ascii: "]")
  }

  /// Converts a text to JSON.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - digits: How unquoted numbers are read.
  /// - Returns: `nil` if the text is not a structure.
  static func json(of text: ByteView, digits: Unquoted) -> [UInt8]? {
    guard isLikely(text) else { return nil }
    var reader = StructText(text, digits: digits)
    guard reader.takeValue(within: 0, depth: 0) else { return nil }
    reader.skipBlanks()
    return reader.at == text.count ? reader.json : nil
  }

  private var byte: UInt8 { at < text.count ? text.byte(at: at) : 0 }

  private mutating func skipBlanks() {
    while at < text.count, text.byte(at: at) <= 0x20 { at += 1 }
  }

  /// Reads a value that ends before the closing byte of its container: `}`, `]`, or 0 without a container.
  private mutating func takeValue(within end: UInt8, depth: Int) -> Bool {
    skipBlanks()
    switch byte {
    case UInt8(ascii: "{"): return takeMembers(until: UInt8(ascii: "}"), depth: depth)
    case UInt8(ascii: "["): return takeMembers(until: UInt8(ascii: "]"), depth: depth)
    case UInt8(ascii: "'"), UInt8(ascii: "\""): return takeQuoted()
    default: return takeUnquoted(within: end)
    }
  }

  private mutating func takeMembers(until end: UInt8, depth: Int) -> Bool {
    guard depth < Self.maximumDepth else { return false }
    json.append(byte)
    at += 1
    skipBlanks()
    while byte != end {
      if end == UInt8(ascii: "}") {
        guard byte == UInt8(ascii: "'") || byte == UInt8(ascii: "\""), takeQuoted() else { return false }
        skipBlanks()
        guard byte == UInt8(ascii: ":") else { return false }
        json.append(byte)
        at += 1
      }
      guard takeValue(within: end, depth: depth + 1) else { return false }
      skipBlanks()
      guard byte == UInt8(ascii: ",") else { break }
      json.append(byte)
      at += 1
      skipBlanks()
    }
    guard byte == end else { return false }
    json.append(end)
    at += 1
    return true
  }

  private mutating func takeQuoted() -> Bool {
    let quote = byte
    at += 1
    json.append(UInt8(ascii: "\""))
    while at < text.count, text.byte(at: at) != quote {
      if text.byte(at: at) == UInt8(ascii: "\\"), at + 1 < text.count {
        at += 1
        // An escape of JSON is kept; before any other character the backslash is dropped.
        if quote == UInt8(ascii: "\""), Array("nrtbfu".utf8).contains(byte) {
          json += [UInt8(ascii: "\\"), byte]
          at += 1
          continue
        }
      }
      append(text.byte(at: at))
      at += 1
    }
    guard at < text.count else { return false }
    at += 1
    json.append(UInt8(ascii: "\""))
    return true
  }

  /// Reads an unquoted value: older versions of DuckDB write texts without quotes even if they contain commas.
  private mutating func takeUnquoted(within end: UInt8) -> Bool {
    let start = at
    while at < text.count, byte != end {
      if byte == UInt8(ascii: ","), end == UInt8(ascii: "]") || isFollowedByKey { break }
      at += 1
    }
    let value = text.part(start..<at).trimmed
    guard at < text.count || end == 0 else { return false }
    if value.equals("NULL") || value.equals("None") || value.equals("null") {
      json += Array("null".utf8)
    } else if digits == .number, DecimalNumber.parse(value) != nil, value.byte(at: 0) != UInt8(ascii: "+") {
      json += value.array
    } else {
      json.append(UInt8(ascii: "\""))
      for index in 0..<value.count { append(value.byte(at: index)) }
      json.append(UInt8(ascii: "\""))
    }
    return true
  }

  private var isFollowedByKey: Bool {
    var next = at + 1
    while next < text.count, text.byte(at: next) <= 0x20 { next += 1 }
    return next < text.count && (text.byte(at: next) == UInt8(ascii: "'") || text.byte(at: next) == UInt8(ascii: "\""))
  }

  private mutating func append(_ byte: UInt8) {
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"): json += [UInt8(ascii: "\\"), byte]
    case 0..<0x20: json += Array("\\u00".utf8) + [0x30 + byte / 16, Array("0123456789abcdef".utf8)[Int(byte % 16)]]
    default: json.append(byte)
    }
  }
}
