/// A non-cryptographic hash of bytes.
public struct ByteHash: BitwiseCopyable, Sendable {
  @usableFromInline let seed: UInt64
  @usableFromInline let factor: UInt64

  /// A hash for tables with users' texts, whose secrets prevent crafted files from causing collisions.
  ///
  /// The secrets are from the standard library's hash seed, which is random in each process unless a test fixes it.
  public static let seeded = ByteHash(
    seed: UInt64(truncatingIfNeeded: 1.hashValue),
    factor: UInt64(truncatingIfNeeded: 2.hashValue) | 1
  )

  /// A hash for stored data, the same in every process.
  public static let stable = ByteHash(seed: 0x9E37_79B9_7F4A_7C15, factor: 0xD6E8_FEB8_6659_FD93)

  @inlinable @inline(__always)
  public func hash(_ bytes: ByteView) -> UInt64 {
    var hash = seed ^ UInt64(bytes.count)
    var offset = 0
    while offset + 8 <= bytes.count {
      hash = mixed(hash ^ bytes.load(UInt64.self, at: offset))
      offset += 8
    }
    return mixed(hash ^ Self.rest(of: bytes, from: offset))
  }

  /// Returns the last bytes, at most seven, with the first byte highest.
  @inlinable @inline(__always)
  static func rest(of bytes: ByteView, from start: Int) -> UInt64 {
    let count = bytes.count - start
    guard count > 0 else { return 0 }
    guard bytes.count >= 8 else { return bytes.firstEight >> UInt64(64 - 8 * bytes.count) }
    let last = UInt64(bigEndian: bytes.load(UInt64.self, at: bytes.count - 8))
    return last & (1 << UInt64(8 * count) - 1)
  }

  @inlinable @inline(__always)
  func mixed(_ value: UInt64) -> UInt64 {
    let product = value.multipliedFullWidth(by: factor)
    return product.high ^ product.low
  }
}
