import Platform

/// Filters the header lines for URLSession, which receives only the final status and the end of the header.
///
/// URLSession on Linux crashes on a line after the end of the header (a trailer field). It rejects the whole response
/// if a status line doesn't end with a space, a line ends with LF only, a field has no space after its colon, or bytes
/// aren't UTF-8. It follows redirects and authentication challenges, which loses the service's message. So it receives
/// a generated status line and no fields, which are stored here instead. This is also faster, because URLSession makes
/// a timer for every line.
struct ResponseHead: Sendable {
  /// The action for a header line.
  enum Action: Sendable, Hashable {
    /// Deliver this line instead.
    case replace(with: String)
    /// Deliver nothing.
    case skip
    /// End the transfer.
    case abort(HTTPFailure)
  }

  /// The maximum size of a response's header and trailer in bytes, including interim responses (100 to 199).
  static let byteLimit = 256 * 1_024
  /// The maximum number of header and trailer lines.
  static let lineLimit = 1_000

  /// Whether the end of the final header was received.
  private(set) var isComplete = false
  /// The status of the final header; `nil` until its line was received.
  private(set) var status: Int?
  /// The fields of the final header by lower-case name; values of a repeated field are joined with commas (RFC 9110,
  /// 5.3).
  private(set) var fields: [String: String] = [:]
  private var isInterim = false
  private var byteCount = 0
  private var lineCount = 0

  /// Decides on the next line, which may end with CR LF.
  mutating func action(for line: some RandomAccessCollection<UInt8>) -> Action {
    byteCount += line.count
    lineCount += 1
    guard byteCount <= Self.byteLimit, lineCount <= Self.lineLimit else {
      return .abort(.tooLarge(limit: Self.byteLimit))
    }
    guard !isComplete else { return .skip }
    let end = line.lastIndex { $0 != 0x0D && $0 != 0x0A }.map { line.index(after: $0) } ?? line.startIndex
    let text = line[..<end]
    guard !text.isEmpty else {
      // The empty line at the end of the header.
      isComplete = status != nil
      return isComplete ? .replace(with: "\r\n") : .skip
    }
    if text.starts(with: "HTTP/".utf8) {
      let version = text.prefix { $0 != 0x20 }
      guard ["HTTP/1.1", "HTTP/1.0"].contains(where: { version.elementsEqual($0.utf8) }) else {
        return .abort(.malformed(detail: "the status line is of another HTTP version than the connection"))
      }
      let digits = text.drop { $0 != 0x20 }.drop { $0 == 0x20 }.prefix { (0x30...0x39).contains($0) }
      let number = Int(String(decoding: digits, as: UTF8.self))
      // An interim response is followed by another header, except for 101.
      isInterim = number.map { $0 < 200 && $0 != 101 } ?? true
      status = isInterim ? nil : number
      return status.map { .replace(with: "HTTP/1.1 \($0) \r\n") } ?? .skip
    }
    if !isInterim { keep(text) }
    return .skip
  }

  private mutating func keep(_ line: some RandomAccessCollection<UInt8>) {
    guard let colon = line.firstIndex(of: 0x3A), colon > line.startIndex, line[..<colon].allSatisfy(Self.isTokenByte),
      let value = Self.value(of: line[line.index(after: colon)...])
    else { return }
    // The name is ASCII.
    let name = Self.text(of: line[..<colon].lazy.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }, count: line.count)
    if let earlier = fields.updateValue(value, forKey: name) { fields[name] = "\(earlier), \(value)" }
  }

  /// Returns a value as ASCII, with `?` for other bytes; `nil` if it is empty.
  private static func value(of bytes: some RandomAccessCollection<UInt8>) -> String? {
    let bare = bytes.drop { $0 == 0x20 || $0 == 0x09 }
    guard !bare.isEmpty else { return nil }
    return text(of: bare.lazy.map { (0x20..<0x7F).contains($0) || $0 == 0x09 ? $0 : 0x3F }, count: bare.count)
  }

  /// Makes a string of ASCII bytes.
  private static func text(of bytes: some Sequence<UInt8>, count: Int) -> String {
    unsafe String(unsafeUninitializedCapacity: count) { unsafe $0.initialize(from: bytes).index }
  }

  /// Returns whether a byte may occur in a field name (RFC 9110, 5.6.2).
  private static func isTokenByte(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "-"): true
    default: "!#$%&'*+.^_`|~".utf8.contains(byte)
    }
  }
}
