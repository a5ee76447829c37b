/// What URLSession is told of the lines that libcurl hands on as header: the final status line, and the end of the head.
///
/// URLSession on Linux ends the process over a line after the end of the head (a trailer field), fails the whole answer
/// over a field without a blank after its colon or with bytes that are no UTF-8, and acts upon a redirect or a login
/// challenge, which loses the service's own words. So it gets no field at all: they are kept here. It also makes a timer
/// at every line, so that each one costs more than the rest of the head together.
struct ResponseHead: Sendable {
  /// What to do about a line.
  enum Action: Sendable, Hashable {
    /// Hand it on as it came.
    case pass
    /// Keep it back.
    case skip
    /// End the transfer: the head is too large.
    case abort
  }

  /// The most bytes of header and trailer that one answer may have, interim answers (100 to 199) included.
  static let limit = 256 * 1_024
  /// The most lines of them.
  static let lineLimit = 1_000

  /// Whether the line that ends the final head was seen.
  private(set) var isComplete = false
  /// The fields of the final head by lower-cased name; the values of one that comes more than once are separated by commas
  /// (RFC 9110, 5.3).
  private(set) var fields: [String: String] = [:]
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
    if !isInterim, first != 0x20, first != 0x09, let colon = text.firstIndex(of: 0x3A) {
      keep(name: text[..<colon], value: text[text.index(after: colon)...])
    }
    return .skip
  }

  private mutating func keep(
    name: some RandomAccessCollection<UInt8>,
    value: some RandomAccessCollection<UInt8>
  ) {
    guard !name.isEmpty, name.allSatisfy(Self.isTokenByte) else { return }
    let bare = value.drop { $0 == 0x20 || $0 == 0x09 }
    guard !bare.isEmpty else { return }
    let text = String(decoding: bare.map { (0x20..<0x7F).contains($0) || $0 == 0x09 ? $0 : 0x3F }, as: UTF8.self)
    let lowerCased = String(decoding: name, as: UTF8.self).lowercased()
    fields[lowerCased] = fields[lowerCased].map { "\($0), \(text)" } ?? text
  }

  /// Whether a byte may stand in a field's name (RFC 9110, 5.6.2).
  private static func isTokenByte(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
    default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
    }
  }
}
