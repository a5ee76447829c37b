/// The 64-bit hash FNV-1a, the same in every process and on every machine.
///
/// It names files and detects damage; it doesn't protect against manipulation.
package struct StableHash: Sendable, Hashable {
  @usableFromInline var state: UInt64 = 0xCBF2_9CE4_8422_2325

  package init() {}

  @inlinable package init(of bytes: some Sequence<UInt8>) {
    for byte in bytes { add(byte) }
  }

  @inlinable package var value: UInt64 { state }

  /// The hash as sixteen hexadecimal digits.
  package var text: String { value.text(ofDigits: 16, radix: 16) }

  @inlinable package mutating func add(_ byte: UInt8) {
    state = (state ^ UInt64(byte)) &* 0x100_0000_01B3
  }

  /// Adds the eight bytes of a number, lowest first.
  package mutating func add(_ number: UInt64) {
    for shift in stride(from: 0, to: 64, by: 8) { add(UInt8(truncatingIfNeeded: number >> UInt64(shift))) }
  }
}
