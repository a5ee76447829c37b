import Domain
import Tables

/// Removes HTML markup from texts: `<b>가온</b> &amp; 빵` becomes 가온 & 빵.
enum Markup {
  /// The maximum number of passes; some programs escape markup twice, as in `&amp;lt;b&amp;gt;`.
  private static let maximumPasses = 3

  /// Returns the text without tags and with its entities replaced; `nil` if it has neither.
  @inline(__always)
  static func plainText(of text: ByteView) -> [UInt8]? {
    let mark = text.withSpan { ByteSearch.next(opening, or: ampersand, in: $0, from: 0, to: $0.count) }
    return mark < text.count && hasMarkup(text, from: mark) ? cleaned(text.array) : nil
  }

  private static let opening = UInt8(ascii: "<")
  private static let ampersand = UInt8(ascii: "&")

  /// Returns whether the text may contain a tag or an entity; most ampersands mean "and".
  @inline(never)
  private static func hasMarkup(_ text: ByteView, from start: Int) -> Bool {
    for at in start..<text.count {
      if text.byte(at: at) == opening, text.firstIndex(of: UInt8(ascii: ">"), from: at) != nil { return true }
      guard text.byte(at: at) == ampersand else { continue }
      if (at..<min(text.count, at + longestEntity)).contains(where: { text.byte(at: $0) == UInt8(ascii: ";") }) {
        return true
      }
    }
    return false
  }

  @inline(never)
  private static func cleaned(_ text: [UInt8]) -> [UInt8]? {
    var plain = text
    for _ in 0..<maximumPasses {
      let next = withoutTags(plain)
      let resolved = resolvingEntities(next)
      if resolved == plain { break }
      plain = resolved
    }
    // If nothing but white space remains, the angle brackets weren't tags.
    return plain == text || plain.allSatisfy { $0 <= 0x20 } ? nil : plain
  }

  private static let elements = Set(FieldNames.words("elements", of: "markup").map { Array($0.utf8) })
  private static let breaks = Set(FieldNames.words("breaks", of: "markup").map { Array($0.utf8) })

  private static func withoutTags(_ text: [UInt8]) -> [UInt8] {
    var plain: [UInt8] = []
    var at = 0
    while at < text.count {
      guard text[at] == UInt8(ascii: "<"), let end = text[at...].firstIndex(of: UInt8(ascii: ">")) else {
        plain.append(text[at])
        at += 1
        continue
      }
      var start = at + 1
      if start < end, text[start] == UInt8(ascii: "/") { start += 1 }
      let name = text[start..<end].prefix { $0.isDigit || (0x61...0x7A).contains($0 | 0x20) }.map { $0 | 0x20 }
      let rest = text[(start + name.count)..<end]
      let isWhole = rest.first.map { $0 <= 0x20 || $0 == UInt8(ascii: "/") } ?? true
      let isBreak = breaks.contains(name)
      guard isWhole, isBreak || elements.contains(name) else {
        plain.append(text[at])
        at += 1
        continue
      }
      if isBreak, plain.last.map({ $0 > 0x20 }) ?? false { plain.append(UInt8(ascii: " ")) }
      at = end + 1
    }
    return plain
  }

  private static let longestEntity = 10

  private static func resolvingEntities(_ text: [UInt8]) -> [UInt8] {
    var plain: [UInt8] = []
    var at = 0
    while at < text.count {
      if text[at] == UInt8(ascii: "&"),
        let end = text[at...].prefix(longestEntity).firstIndex(of: UInt8(ascii: ";")),
        let character = character(of: String(decoding: text[(at + 1)..<end], as: UTF8.self))
      {
        plain += Array(String(character).utf8)
        at = end + 1
      } else {
        plain.append(text[at])
        at += 1
      }
    }
    return plain
  }

  private static func character(of entity: String) -> Character? {
    var code: UInt32?
    if entity.hasPrefix("#x") || entity.hasPrefix("#X") {
      code = UInt32(entity.dropFirst(2), radix: 16)
    } else if entity.hasPrefix("#") {
      code = UInt32(entity.dropFirst())
    } else {
      code = codes[entity]
    }
    // A non-breaking space becomes a space, because search divides names at spaces.
    guard let code, code >= 0x20 else { return nil }
    return code == 0xA0 ? " " : Unicode.Scalar(code).map(Character.init)
  }

  /// The HTML entities by name; each line has the names for consecutive codes.
  private static let codes: [String: UInt32] = {
    var codes: [String: UInt32] = [:]
    for line in FieldNames.lines("entities") {
      guard let first = UInt32(line.key) else { preconditionFailure("each line of entities begins with a code") }
      for (offset, name) in line.names.enumerated() { codes[name] = first + UInt32(offset) }
    }
    return codes
  }()
}
