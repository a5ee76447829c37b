/// Positions on a Hilbert curve over a rectangle: points that are close on the curve are close on the ground.
///
/// Sorting by position and packing bottom-up gives the R-tree of Kamel and Faloutsos, "On Packing R-trees" (1993). The
/// curve is from D. Hilbert, "Ueber die stetige Abbildung einer Linie auf ein Flächenstück" (1891). A position costs
/// O(1).
struct HilbertCurve {
  /// The bits of a position: 23 levels of the curve.
  static let positionBits = 46

  private let box: IntegerBox
  private let latitudeScale: Double
  private let longitudeScale: Double

  /// Makes a curve over a box; its cells are as small as the box allows.
  init(over box: IntegerBox) {
    self.box = box
    let top = Double(UInt32.max)
    latitudeScale = top / max(1, Double(box.north) - Double(box.south))
    longitudeScale = top / max(1, Double(box.east) - Double(box.west))
  }

  /// Returns the position of a stored coordinate in the box, 0..<2^46.
  func position(latitude: Int32, longitude: Int32) -> UInt64 {
    let row = (Double(latitude) - Double(box.south)) * latitudeScale
    let column = (Double(longitude) - Double(box.west)) * longitudeScale
    return Self.position(column: Self.cell(column), row: Self.cell(row), levels: Self.positionBits / 2)
  }

  private static func cell(_ value: Double) -> UInt32 { UInt32(max(0, min(value, Double(UInt32.max)))) }

  /// Returns the position of a cell on a grid of 2^32 by 2^32, to a number of levels.
  static func position(column: UInt32, row: UInt32, levels: Int = 32) -> UInt64 {
    var x = column
    var y = row
    var position = UInt64(0)
    for _ in 0..<levels {
      let right = x >> 31
      let upper = y >> 31
      position = position << 2 | UInt64(3 * right ^ upper)
      // In a lower quarter, the curve is transposed: x and y are swapped, and in the right one also inverted. Masks
      // avoid a branch that is mispredicted half of the time.
      let isLower = upper &- 1
      let isInverted = (upper &- 1) & (0 &- right)
      let exchanged = (x ^ y) & isLower
      x = (x ^ exchanged ^ isInverted) << 1
      y = (y ^ exchanged ^ isInverted) << 1
    }
    return position
  }
}
