/// The 64-bit FNV-1a hash of bytes, which names files and detects damage, but not manipulation.
enum Checksum {
  static func of(_ bytes: some Sequence<UInt8>) -> UInt64 {
    bytes.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
  }

  /// The hash as text of 16 digits.
  static func name(of bytes: some Sequence<UInt8>) -> String {
    let digits = String(of(bytes), radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
