import Tables

/// An object as Python writes it: `{'lat': 48.1, 'name': "Joe's", 'open': True, 'note': None}`.
enum PythonText {
  /// Returns the object in JSON; `nil` if its keys have no single quotes.
  static func json(of text: ByteView) -> [UInt8]? {
    let quote = UInt8(ascii: "'")
    guard text.part(1..<text.count).trimmed.hasPrefix("'") else { return nil }
    var json: [UInt8] = []
    var open: UInt8?
    var at = 0
    while at < text.count {
      let byte = text.byte(at: at)
      at += 1
      switch byte {
      case UInt8(ascii: "\\") where open != nil && at < text.count:
        let next = text.byte(at: at)
        at += 1
        json += next == quote ? [quote] : [byte, next]
      case quote where open == nil, UInt8(ascii: "\"") where open == nil:
        open = byte
        json.append(UInt8(ascii: "\""))
      case let byte where byte == open:
        open = nil
        json.append(UInt8(ascii: "\""))
      case UInt8(ascii: "\""): json += [UInt8(ascii: "\\"), byte]
      default:
        let word = open == nil ? words.first { text.part(at - 1..<text.count).hasPrefix($0.python) } : nil
        guard let word else {
          json.append(byte)
          continue
        }
        json += word.json.utf8
        at += word.python.utf8CodeUnitCount - 1
      }
    }
    return json
  }

  private static let words: [(python: StaticString, json: String)] = [
    ("None", "null"), ("True", "true"), ("False", "false"),
  ]
}
