extension String {
  /// The text with everything percent-encoded except unreserved characters (RFC 3986, 2.1 and 2.3).
  ///
  /// `URLComponents` doesn't encode `+`, which servers decode as a space.
  var percentEncoded: String {
    guard !utf8.allSatisfy(Self.isUnreserved) else { return self }
    var encoded: [UInt8] = []
    let digits = Array("0123456789ABCDEF".utf8)
    for byte in utf8 {
      if Self.isUnreserved(byte) {
        encoded.append(byte)
      } else {
        encoded.append(UInt8(ascii: "%"))
        encoded.append(digits[Int(byte >> 4)])
        encoded.append(digits[Int(byte & 15)])
      }
    }
    return String(decoding: encoded, as: UTF8.self)
  }

  private static func isUnreserved(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
      UInt8(ascii: "~"):
      true
    default: false
    }
  }
}
