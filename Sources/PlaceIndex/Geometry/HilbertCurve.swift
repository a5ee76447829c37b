/// Positions on a Hilbert curve over a rectangle: points that are close on the curve are close on the ground.
///
/// Sorting by position and packing bottom-up gives the R-tree of Kamel and Faloutsos, "On Packing R-trees" (1993). The
/// curve is from D. Hilbert, "Ueber die stetige Abbildung einer Linie auf ein Flächenstück" (1891). A position costs
/// O(1).
struct HilbertCurve {
  /// The bits of a position: 23 levels of the curve.
  static let positionBits = 46

  /// The number of levels in a step of the table.
  private static let stepLevels = 3

  /// For each of four orientations of the curve, and three bits each of a column and a row: the six bits of the
  /// position and, above them, the orientation of the next levels.
  private static let steps: [UInt16] = (0..<4 << 6).map { index in
    let (orientation, column, row) = (index >> 6, UInt32(index >> 3 & 7), UInt32(index & 7))
    let (x, y) = orientation & 1 == 0 ? (column, row) : (row, column)
    let inverted: UInt32 = orientation & 2 == 0 ? 0 : 7
    let (position, change) = walk(column: (x ^ inverted) << 29, row: (y ^ inverted) << 29, levels: stepLevels)
    return UInt16(position) | UInt16(orientation ^ change) << 6
  }

  private let steps = Self.steps
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
    return position(column: Self.cell(column), row: Self.cell(row))
  }

  /// Returns the position of a cell on a grid of 2^32 by 2^32, to the levels of a position.
  @inline(__always)
  func position(column: UInt32, row: UInt32) -> UInt64 {
    var position = UInt64(0)
    var orientation = 0
    // Eight steps have one level more than a position.
    for shift in stride(from: UInt32(32 - Self.stepLevels), to: 32 - 9 * UInt32(Self.stepLevels), by: -Self.stepLevels)
    {
      let step = steps[orientation << 6 | Int(column >> shift & 7) << 3 | Int(row >> shift & 7)]
      position = position << 6 | UInt64(step & 0x3F)
      orientation = Int(step >> 6)
    }
    return position >> 2
  }

  private static func cell(_ value: Double) -> UInt32 { UInt32(max(0, min(value, Double(UInt32.max)))) }

  /// Returns the position of a cell on a grid of 2^32 by 2^32, to a number of levels, and the curve's orientation
  /// there.
  ///
  /// The orientation has bit 0 if the curve is transposed, and bit 1 if it is inverted.
  static func walk(column: UInt32, row: UInt32, levels: Int = 32) -> (position: UInt64, orientation: Int) {
    var x = column
    var y = row
    var position = UInt64(0)
    var orientation = 0
    for _ in 0..<levels {
      let right = x >> 31
      let upper = y >> 31
      position = position << 2 | UInt64(3 * right ^ upper)
      // In a lower quarter, the curve is transposed: x and y are swapped, and in the right one also inverted.
      let isLower = upper &- 1
      let isInverted = (upper &- 1) & (0 &- right)
      let exchanged = (x ^ y) & isLower
      x = (x ^ exchanged ^ isInverted) << 1
      y = (y ^ exchanged ^ isInverted) << 1
      orientation ^= Int(isLower & 1 | isInverted & 2)
    }
    return (position, orientation)
  }
}
