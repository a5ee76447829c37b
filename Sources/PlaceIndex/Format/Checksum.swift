import Tables

/// The checksum XXH64 with seed 0, which runs at the speed of memory.
///
/// Source: github.com/Cyan4973/xxHash, doc/xxhash_spec.md.
enum Checksum {
  private static let prime1: UInt64 = 0x9E37_79B1_85EB_CA87
  private static let prime2: UInt64 = 0xC2B2_AE3D_27D4_EB4F
  private static let prime3: UInt64 = 0x1656_67B1_9E37_79F9
  private static let prime4: UInt64 = 0x85EB_CA77_C2B2_AE63
  private static let prime5: UInt64 = 0x27D4_EB2F_1656_67C5

  static func of(_ bytes: ByteView) -> UInt64 {
    var lanes = SIMD4<UInt64>(prime1 &+ prime2, prime2, 0, 0 &- prime1)
    var offset = 0
    while offset <= bytes.count - 32 {
      for lane in 0..<4 { lanes[lane] = round(lanes[lane], bytes.load(UInt64.self, at: offset + 8 * lane)) }
      offset += 32
    }
    var hash = prime5
    if bytes.count >= 32 {
      hash = rotated(lanes[0], 1) &+ rotated(lanes[1], 7) &+ rotated(lanes[2], 12) &+ rotated(lanes[3], 18)
      for lane in 0..<4 { hash = (hash ^ round(0, lanes[lane])) &* prime1 &+ prime4 }
    }
    hash &+= UInt64(bytes.count)
    while offset <= bytes.count - 8 {
      hash = rotated(hash ^ round(0, bytes.load(UInt64.self, at: offset)), 27) &* prime1 &+ prime4
      offset += 8
    }
    if offset <= bytes.count - 4 {
      hash = rotated(hash ^ (UInt64(bytes.load(UInt32.self, at: offset)) &* prime1), 23) &* prime2 &+ prime3
      offset += 4
    }
    for index in offset..<bytes.count { hash = rotated(hash ^ (UInt64(bytes.byte(at: index)) &* prime5), 11) &* prime1 }
    hash = (hash ^ (hash >> 33)) &* prime2
    hash = (hash ^ (hash >> 29)) &* prime3
    return hash ^ (hash >> 32)
  }

  @inline(__always)
  private static func round(_ accumulator: UInt64, _ input: UInt64) -> UInt64 {
    rotated(accumulator &+ input &* prime2, 31) &* prime1
  }

  @inline(__always)
  private static func rotated(_ value: UInt64, _ bits: UInt64) -> UInt64 {
    value << bits | value >> (64 - bits)
  }
}
