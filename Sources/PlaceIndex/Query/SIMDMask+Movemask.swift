extension SIMDMask<SIMD8<Int32>> {
  /// One bit for each lane that is set, lane 0 lowest: what x86 calls movemask.
  ///
  /// Adding weights gets a mask out of a vector register on every machine, without an instruction of its own for it.
  @inline(__always)
  var movemask: UInt32 {
    let weights = SIMD8<Int32>(1, 2, 4, 8, 16, 32, 64, 128)
    let set = SIMD8<Int32>(repeating: 0).replacing(with: weights, where: self)
    let four = set.lowHalf &+ set.highHalf
    let two = four.lowHalf &+ four.highHalf
    return UInt32(truncatingIfNeeded: two[0] &+ two[1])
  }
}

/// Takes the lowest set bit away and gives its position.
@inline(__always)
func takeLowestBit(_ bits: inout UInt32) -> Int {
  let position = bits.trailingZeroBitCount
  bits &= bits &- 1
  return position
}

extension SIMD8<Float> {
  /// The larger of each pair of lanes; the numbers are never not-a-number here.
  @inline(__always)
  func larger(_ other: SIMD8<Float>) -> SIMD8<Float> { replacing(with: other, where: other .> self) }

  /// The smaller of each pair of lanes.
  @inline(__always)
  func smaller(_ other: SIMD8<Float>) -> SIMD8<Float> { replacing(with: other, where: other .< self) }
}
