/// What URLSession is told of the lines that libcurl hands on as header: one head, of fields that it can read.
///
/// URLSession on Linux ends the process over a line after the end of the head (a trailer field), and fails the whole
/// answer over a field without a blank after its colon or with bytes that are no UTF-8. It also acts upon a redirect and
/// upon a login challenge, which loses the service's own words; those fields are kept from it and remembered here.
struct ResponseHead: Sendable {
  /// What to do about a line.
  enum Action: Sendable, Hashable {
    /// Hand it on as it came.
    case pass
    /// Hand on these bytes in its place.
    case replace([UInt8])
    /// Keep it back.
    case skip
    /// End the transfer: the head is too large.
    case abort
  }

  /// The most bytes of header and trailer that one answer may have, interim answers (100 to 199) included.
  static let limit = 256 * 1_024
  /// The most lines of them: URLSession copies all it has at each further one.
  static let lineLimit = 1_000
  /// Fields that URLSession does not see.
  private static let withheldNames: Set<String> = ["location", "www-authenticate", "proxy-authenticate", "set-cookie"]

  /// Whether the line that ends the final head was seen.
  private(set) var isComplete = false
  /// Fields that URLSession did not see, by lower-cased name.
  private(set) var withheldFields: [String: String] = [:]
  private var isInterim = false
  private var byteCount = 0
  private var lineCount = 0

  /// Decides about the next line, which may or may not end with CR LF.
  mutating func action(for line: some RandomAccessCollection<UInt8>) -> Action {
    byteCount += line.count
    lineCount += 1
    guard byteCount <= Self.limit, lineCount <= Self.lineLimit else { return .abort }
    guard !isComplete else { return .skip }
    let end = line.lastIndex { $0 != 0x0D && $0 != 0x0A }.map { line.index(after: $0) } ?? line.startIndex
    let text = line[..<end]
    guard let first = text.first else {
      // The blank line.
      isComplete = !isInterim
      return isComplete ? .pass : .skip
    }
    if text.starts(with: "HTTP/".utf8) {
      let status = text.drop { $0 != 0x20 }.drop { $0 == 0x20 }
      // An interim answer is followed by another head. After 101 none would come.
      isInterim = status.first == 0x31 && !status.starts(with: "101".utf8)
      return isInterim ? .skip : .pass
    }
    guard !isInterim, first != 0x20, first != 0x09, let colon = text.firstIndex(of: 0x3A) else { return .skip }
    return action(name: text[..<colon], value: text[text.index(after: colon)...])
  }

  private mutating func action(
    name: some RandomAccessCollection<UInt8>,
    value: some RandomAccessCollection<UInt8>
  ) -> Action {
    guard !name.isEmpty, name.allSatisfy(Self.isTokenByte) else { return .skip }
    let hasBlank = value.first == 0x20
    let bare = value.drop { $0 == 0x20 || $0 == 0x09 }
    guard !bare.isEmpty else { return .skip }
    let lowerCased = String(decoding: name, as: UTF8.self).lowercased()
    if Self.withheldNames.contains(lowerCased) {
      withheldFields[lowerCased] = String(decoding: bare, as: UTF8.self)
      return .skip
    }
    let isPlain = bare.allSatisfy { (0x20..<0x7F).contains($0) || $0 == 0x09 }
    guard !hasBlank || !isPlain else { return .pass }
    let clean = bare.map { (0x20..<0x7F).contains($0) || $0 == 0x09 ? $0 : 0x3F }
    return .replace(Array(name) + [0x3A, 0x20] + clean + [0x0D, 0x0A])
  }

  /// Whether a byte may stand in a field's name (RFC 9110, 5.6.2).
  private static func isTokenByte(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
    default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
    }
  }
}
