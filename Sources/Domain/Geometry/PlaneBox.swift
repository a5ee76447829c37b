/// A rectangle in the plane of longitudes and latitudes; longitudes may exceed 180 degrees.
struct PlaneBox: Sendable, BitwiseCopyable {
  var west: Double
  var south: Double
  var east: Double
  var north: Double

  static let empty = PlaneBox(west: .infinity, south: .infinity, east: -.infinity, north: -.infinity)

  mutating func include(_ x: Double, _ y: Double) {
    west = min(west, x)
    east = max(east, x)
    south = min(south, y)
    north = max(north, y)
  }

  mutating func include(_ other: PlaneBox) {
    west = min(west, other.west)
    east = max(east, other.east)
    south = min(south, other.south)
    north = max(north, other.north)
  }

  func touches(_ other: PlaneBox) -> Bool {
    west <= other.east && east >= other.west && south <= other.north && north >= other.south
  }

  func moved(by degrees: Double) -> PlaneBox {
    PlaneBox(west: west + degrees, south: south, east: east + degrees, north: north)
  }

  func grown(by degrees: Double) -> PlaneBox {
    PlaneBox(west: west - degrees, south: south - degrees, east: east + degrees, north: north + degrees)
  }

  /// Returns whether the straight segment between two points touches the rectangle.
  func touches(from start: (x: Double, y: Double), to end: (x: Double, y: Double)) -> Bool {
    guard min(start.x, end.x) <= east, max(start.x, end.x) >= west, min(start.y, end.y) <= north,
      max(start.y, end.y) >= south
    else { return false }
    let dx = end.x - start.x
    let dy = end.y - start.y
    // The side of the segment's line on which each corner is.
    func side(_ x: Double, _ y: Double) -> Double { dx * (y - start.y) - dy * (x - start.x) }
    let sides = (side(west, south), side(east, south), side(west, north), side(east, north))
    let least = min(min(sides.0, sides.1), min(sides.2, sides.3))
    let most = max(max(sides.0, sides.1), max(sides.2, sides.3))
    return least <= 0 && most >= 0
  }
}

/// A tree of bounding rectangles over rectangles in a fixed order; the nodes in preorder, 2n − 1 for n leaves.
struct BoxTree: Sendable {
  let count: Int
  private(set) var nodes: [PlaneBox]

  /// Makes a tree in O(n).
  init(_ leaves: [PlaneBox]) {
    count = leaves.count
    nodes = Array(repeating: .empty, count: max(0, 2 * leaves.count - 1))
    if count > 0 { _ = build(0, range: leaves.indices, leaves: leaves) }
  }

  private mutating func build(_ node: Int, range: Range<Int>, leaves: [PlaneBox]) -> PlaneBox {
    var box = leaves[range.lowerBound]
    if range.count > 1 {
      let (left, right) = Self.halves(node, range)
      box = build(left.node, range: left.range, leaves: leaves)
      box.include(build(right.node, range: right.range, leaves: leaves))
    }
    nodes[node] = box
    return box
  }

  typealias Half = (node: Int, range: Range<Int>)

  /// Returns the two children of a node with several leaves.
  @inline(__always)
  static func halves(_ node: Int, _ range: Range<Int>) -> (Half, Half) {
    let middle = range.lowerBound + range.count / 2
    return (
      (node + 1, range.lowerBound..<middle),
      (node + 2 * (middle - range.lowerBound), middle..<range.upperBound)
    )
  }

  /// Returns whether any leaf that touches a rectangle satisfies the predicate.
  func contains(touching box: PlaneBox, where isWanted: (Int) -> Bool) -> Bool {
    count > 0 && contains(0, range: 0..<count, box: box, isWanted)
  }

  private func contains(_ node: Int, range: Range<Int>, box: PlaneBox, _ isWanted: (Int) -> Bool) -> Bool {
    guard nodes[node].touches(box) else { return false }
    guard range.count > 1 else { return isWanted(range.lowerBound) }
    let (left, right) = Self.halves(node, range)
    return contains(left.node, range: left.range, box: box, isWanted)
      || contains(right.node, range: right.range, box: box, isWanted)
  }
}
