package struct LoopbackRequest: Sendable, Hashable {
  package let method: String
  /// The path and query as sent, still percent-encoded.
  package let target: String
  /// The header fields by lower-case name; the last of repeated fields wins.
  package let headers: [String: String]
  /// The body; empty without a `Content-Length`.
  package let body: [UInt8]
  /// The number of the connection, counted from 0.
  package let connection: Int
  /// The number of the request, counted from 1; unique even among concurrent requests.
  package internal(set) var number = 1

  package init(method: String, target: String, headers: [String: String], body: [UInt8] = [], connection: Int = 0) {
    self.method = method
    self.target = target
    self.headers = headers
    self.body = body
    self.connection = connection
  }

  package var path: String { String(target.prefix { $0 != "?" }) }

  /// The parameters of the query, decoded like a form.
  ///
  /// A `+` is decoded as a space. If a name occurs several times, the last value is used.
  package var parameters: [String: String] {
    var parameters: [String: String] = [:]
    let query = target.drop { $0 != "?" }.dropFirst()
    for pair in query.split(separator: "&") {
      let name = pair.prefix { $0 != "=" }
      parameters[Self.decoded(name)] = Self.decoded(pair.dropFirst(name.count + 1))
    }
    return parameters
  }

  private static func decoded(_ text: Substring) -> String {
    var bytes: [UInt8] = []
    var rest = text.utf8[...]
    while let byte = rest.popFirst() {
      switch byte {
      case UInt8(ascii: "+"):
        bytes.append(UInt8(ascii: " "))
      case UInt8(ascii: "%"):
        guard let digits = String(rest.prefix(2)), let value = UInt8(digits, radix: 16) else {
          bytes.append(byte)
          continue
        }
        bytes.append(value)
        rest = rest.dropFirst(2)
      default:
        bytes.append(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
