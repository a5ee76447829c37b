/// Positions on a Hilbert curve over a rectangle: points that are close on the curve are close on the ground.
///
/// Sorting by them and packing the order bottom-up gives the R-tree of Kamel and Faloutsos, "On Packing R-trees" (1993).
/// The curve is D. Hilbert's, "Ueber die stetige Abbildung einer Linie auf ein Flächenstück" (1891). A position costs O(1).
struct HilbertCurve {
  /// Bits that a position takes: 23 levels of the curve.
  static let positionBits = 46

  private let box: IntegerBox
  private let latitudeScale: Double
  private let longitudeScale: Double

  /// Lays a curve over a box; its cells are as small as the box allows.
  init(over box: IntegerBox) {
    self.box = box
    let top = Double(UInt32.max)
    latitudeScale = top / max(1, Double(box.north) - Double(box.south))
    longitudeScale = top / max(1, Double(box.east) - Double(box.west))
  }

  /// The position of a stored coordinate within the box, 0..<2^46.
  func position(latitude: Int32, longitude: Int32) -> UInt64 {
    let row = (Double(latitude) - Double(box.south)) * latitudeScale
    let column = (Double(longitude) - Double(box.west)) * longitudeScale
    return Self.position(column: Self.cell(column), row: Self.cell(row)) >> UInt64(64 - Self.positionBits)
  }

  private static func cell(_ value: Double) -> UInt32 { UInt32(max(0, min(value, Double(UInt32.max)))) }

  /// The position of a cell on a grid of 2^32 by 2^32.
  ///
  /// Method: the levels of the curve are a prefix product of small state changes, computed for all levels at once in
  /// five doubling steps (after the public-domain version for 16 levels that flatbush uses).
  static func position(column x: UInt32, row y: UInt32) -> UInt64 {
    var a = x ^ y
    var b = ~a
    var c = ~(x | y)
    var d = x & ~y
    var nextA = a | (b >> 1)
    var nextB = (a >> 1) ^ a
    var nextC = ((c >> 1) ^ (b & (d >> 1))) ^ c
    var nextD = ((a & (c >> 1)) ^ (d >> 1)) ^ d
    var shift: UInt32 = 2
    while shift < 16 {
      (a, b, c, d) = (nextA, nextB, nextC, nextD)
      nextA = (a & (a >> shift)) ^ (b & (b >> shift))
      nextB = (a & (b >> shift)) ^ (b & ((a ^ b) >> shift))
      nextC ^= (a & (c >> shift)) ^ (b & (d >> shift))
      nextD ^= (b & (c >> shift)) ^ ((a ^ b) & (d >> shift))
      shift <<= 1
    }
    (a, b, c, d) = (nextA, nextB, nextC, nextD)
    nextC ^= (a & (c >> shift)) ^ (b & (d >> shift))
    nextD ^= (b & (c >> shift)) ^ ((a ^ b) & (d >> shift))
    a = nextC ^ (nextC >> 1)
    b = nextD ^ (nextD >> 1)
    let low = x ^ y
    return interleaved(b | ~(low | a)) << 1 | interleaved(low)
  }

  private static func interleaved(_ value: UInt32) -> UInt64 {
    var spread = UInt64(value)
    spread = (spread | (spread << 16)) & 0x0000_FFFF_0000_FFFF
    spread = (spread | (spread << 8)) & 0x00FF_00FF_00FF_00FF
    spread = (spread | (spread << 4)) & 0x0F0F_0F0F_0F0F_0F0F
    spread = (spread | (spread << 2)) & 0x3333_3333_3333_3333
    return (spread | (spread << 1)) & 0x5555_5555_5555_5555
  }
}
