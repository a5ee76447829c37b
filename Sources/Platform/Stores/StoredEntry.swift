import Domain
import Tables

/// A file of three parts, each ended by a line feed: a header with the checksum of the rest, the request, and the
/// response.
struct StoredEntry: Sendable {
  /// The end of the file names.
  static let suffix = "." + kind
  private static let kind = "response"

  private static let version = 1

  /// The request, without a line feed.
  let key: String
  let storedAtSeconds: Int64
  let content: [UInt8]

  /// Returns the file name for a request.
  ///
  /// Names are hashes and may collide.
  static func name(of key: String) -> String { StableHash(of: key.utf8).text + suffix }

  var bytes: [UInt8] {
    let rest = Array(key.utf8) + [0x0A] + content + [0x0A]
    let header = JSONValue.members([
      "placefind": .text(Self.kind), "version": .integer(Self.version), "at": .integer(storedAtSeconds),
      "checksum": .text(String(StableHash(of: rest).value, radix: 16)),
    ])
    return header.line + [0x0A] + rest
  }
}

extension StoredEntry {
  /// Reads a file; `nil` if it is damaged, or has another kind or version.
  init?(reading bytes: [UInt8]) {
    guard let headerEnd = bytes.firstIndex(of: 0x0A), bytes.last == 0x0A,
      let header = JSONValue(reading: Array(bytes[..<headerEnd])), header["placefind"]?.string == Self.kind,
      // A time before 1970 means damage, and the age of the earliest would exceed 64 bits.
      header["version"]?.integer == Self.version, let time = header["at"]?.integer, time >= 0,
      case let rest = bytes[(headerEnd + 1)...],
      header["checksum"]?.string == String(StableHash(of: rest).value, radix: 16),
      let keyEnd = rest.firstIndex(of: 0x0A), keyEnd + 1 < bytes.count
    else { return nil }
    self.init(
      key: String(decoding: rest[..<keyEnd], as: UTF8.self),
      storedAtSeconds: Int64(time),
      content: Array(rest[(keyEnd + 1)..<(bytes.count - 1)])
    )
  }
}
