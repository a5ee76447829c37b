public import Tables

/// A set of 256 bits: one bit per kind; entries without a kind share the rest.
public struct CategoryMask: BitwiseCopyable, Hashable, Sendable {
  public static let bitCount = 256
  public static let byteCount = bitCount / 8

  public var words = SIMD4<UInt64>(repeating: 0)

  @inlinable
  public static var none: CategoryMask { CategoryMask() }

  @inlinable
  public static var all: CategoryMask {
    var all = CategoryMask()
    all.words = SIMD4(repeating: .max)
    return all
  }

  @inlinable
  public init() {}

  @inlinable
  public init(bit: Int) { insert(bit) }

  /// Reads a mask from a file; bit 0 is the lowest bit of the first byte.
  @inlinable @inline(__always)
  public init(_ bytes: ByteView, at offset: Int) {
    for word in 0..<4 { words[word] = bytes.load(UInt64.self, at: offset + 8 * word) }
  }

  @inlinable
  public var isEmpty: Bool { words == .zero }

  @inlinable
  public mutating func insert(_ bit: Int) { words[bit >> 6] |= 1 << UInt64(bit & 63) }

  @inlinable
  public mutating func remove(_ bit: Int) { words[bit >> 6] &= ~(1 << UInt64(bit & 63)) }

  @inlinable
  public func contains(_ bit: Int) -> Bool { words[bit >> 6] >> UInt64(bit & 63) & 1 == 1 }

  @inlinable
  public mutating func formUnion(_ other: CategoryMask) { words |= other.words }

  @inlinable
  public func intersection(_ other: CategoryMask) -> CategoryMask {
    var both = self
    both.words &= other.words
    return both
  }

  @inlinable @inline(__always)
  public func intersects(_ other: CategoryMask) -> Bool { words & other.words != .zero }

  /// The lowest bit in the set.
  @inlinable
  public var first: Int? {
    for word in 0..<4 where words[word] != 0 { return word * 64 + words[word].trailingZeroBitCount }
    return nil
  }

  /// Calls a closure with the bits in the set, in ascending order.
  @inlinable
  public func forEach(_ body: (Int) -> Void) {
    for word in 0..<4 {
      var rest = words[word]
      while rest != 0 {
        body(word * 64 + rest.trailingZeroBitCount)
        rest &= rest - 1
      }
    }
  }
}
