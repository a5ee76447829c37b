/// The incremental checksum XXH64 with seed 0, as fast as memory.
///
/// Source: github.com/Cyan4973/xxHash, doc/xxhash_spec.md.
struct Checksum {
  private static let prime1: UInt64 = 0x9E37_79B1_85EB_CA87
  private static let prime2: UInt64 = 0xC2B2_AE3D_27D4_EB4F
  private static let prime3: UInt64 = 0x1656_67B1_9E37_79F9
  private static let prime4: UInt64 = 0x85EB_CA77_C2B2_AE63
  private static let prime5: UInt64 = 0x27D4_EB2F_1656_67C5

  private var accumulators = SIMD4<UInt64>(prime1 &+ prime2, prime2, 0, 0 &- prime1)
  private var tail: [UInt8] = []
  private var length = 0

  /// The checksum of some bytes.
  static func of(_ bytes: ByteView) -> UInt64 {
    var checksum = Checksum()
    checksum.update(bytes)
    return checksum.value
  }

  /// Adds bytes.
  mutating func update(_ bytes: ByteView) {
    length += bytes.count
    var offset = 0
    if !tail.isEmpty {
      while tail.count < 32, offset < bytes.count {
        tail.append(bytes.byte(at: offset))
        offset += 1
      }
      guard tail.count == 32 else { return }
      let full = tail
      tail.removeAll(keepingCapacity: true)
      ByteView.over(full) { consume($0, at: 0) }
    }
    while offset <= bytes.count - 32 {
      consume(bytes, at: offset)
      offset += 32
    }
    while offset < bytes.count {
      tail.append(bytes.byte(at: offset))
      offset += 1
    }
  }

  /// The checksum of all bytes added.
  var value: UInt64 {
    var hash =
      length >= 32
      ? Self.rotated(accumulators[0], 1) &+ Self.rotated(accumulators[1], 7) &+ Self.rotated(accumulators[2], 12)
        &+ Self.rotated(accumulators[3], 18)
      : Self.prime5
    if length >= 32 {
      for index in 0..<4 {
        hash = (hash ^ Self.round(0, accumulators[index])) &* Self.prime1 &+ Self.prime4
      }
    }
    hash &+= UInt64(length)
    var offset = 0
    while offset + 8 <= tail.count {
      hash = Self.rotated(hash ^ Self.round(0, number(at: offset, width: 8)), 27) &* Self.prime1 &+ Self.prime4
      offset += 8
    }
    if offset + 4 <= tail.count {
      hash = Self.rotated(hash ^ (number(at: offset, width: 4) &* Self.prime1), 23) &* Self.prime2 &+ Self.prime3
      offset += 4
    }
    for byte in tail[offset...] { hash = Self.rotated(hash ^ (UInt64(byte) &* Self.prime5), 11) &* Self.prime1 }
    hash = (hash ^ (hash >> 33)) &* Self.prime2
    hash = (hash ^ (hash >> 29)) &* Self.prime3
    return hash ^ (hash >> 32)
  }

  @inline(__always)
  private mutating func consume(_ bytes: ByteView, at offset: Int) {
    accumulators[0] = Self.round(accumulators[0], bytes.load(UInt64.self, at: offset))
    accumulators[1] = Self.round(accumulators[1], bytes.load(UInt64.self, at: offset + 8))
    accumulators[2] = Self.round(accumulators[2], bytes.load(UInt64.self, at: offset + 16))
    accumulators[3] = Self.round(accumulators[3], bytes.load(UInt64.self, at: offset + 24))
  }

  private func number(at offset: Int, width: Int) -> UInt64 {
    (0..<width).reduce(UInt64(0)) { $0 | UInt64(tail[offset + $1]) << UInt64(8 * $1) }
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
