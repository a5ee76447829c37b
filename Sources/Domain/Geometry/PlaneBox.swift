/// A rectangle in the plane of longitudes and latitudes, where longitudes run on beyond 180 degrees.
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

  /// Moved eastward by some degrees.
  func moved(by degrees: Double) -> PlaneBox {
    PlaneBox(west: west + degrees, south: south, east: east + degrees, north: north)
  }

  func grown(by degrees: Double) -> PlaneBox {
    PlaneBox(west: west - degrees, south: south - degrees, east: east + degrees, north: north + degrees)
  }

  /// Whether the straight way between two points touches it.
  func touches(from start: (x: Double, y: Double), to end: (x: Double, y: Double)) -> Bool {
    guard min(start.x, end.x) <= east, max(start.x, end.x) >= west, min(start.y, end.y) <= north,
      max(start.y, end.y) >= south
    else { return false }
    let dx = end.x - start.x
    let dy = end.y - start.y
    // The sides of the way on which its corners lie.
    func side(_ x: Double, _ y: Double) -> Double { dx * (y - start.y) - dy * (x - start.x) }
    let sides = (side(west, south), side(east, south), side(west, north), side(east, north))
    let least = min(min(sides.0, sides.1), min(sides.2, sides.3))
    let most = max(max(sides.0, sides.1), max(sides.2, sides.3))
    return least <= 0 && most >= 0
  }
}

/// Rectangles in their order in a tree of larger ones: the nodes in preorder, 2n − 1 for n leaves.
struct BoxTree: Sendable {
  let count: Int
  private(set) var nodes: [PlaneBox]

  /// Makes a tree, in O(n).
  init(_ leaves: [PlaneBox]) {
    count = leaves.count
    nodes = Array(repeating: .empty, count: max(0, 2 * leaves.count - 1))
    if count > 0 { _ = build(0, leaves.indices, leaves) }
  }

  private mutating func build(_ node: Int, _ range: Range<Int>, _ leaves: [PlaneBox]) -> PlaneBox {
    var box = leaves[range.lowerBound]
    if range.count > 1 {
      let (left, right) = Self.halves(node, range)
      box = build(left.node, left.range, leaves)
      box.include(build(right.node, right.range, leaves))
    }
    nodes[node] = box
    return box
  }

  typealias Half = (node: Int, range: Range<Int>)

  /// The two nodes below one of more than one leaf.
  @inline(__always)
  static func halves(_ node: Int, _ range: Range<Int>) -> (Half, Half) {
    let middle = range.lowerBound + range.count / 2
    return (
      (node + 1, range.lowerBound..<middle),
      (node + 2 * (middle - range.lowerBound), middle..<range.upperBound)
    )
  }

  /// Whether a leaf that touches a rectangle is one that is looked for; asks until one is.
  func contains(touching box: PlaneBox, where isWanted: (Int) -> Bool) -> Bool {
    count > 0 && contains(0, 0..<count, box, isWanted)
  }

  private func contains(_ node: Int, _ range: Range<Int>, _ box: PlaneBox, _ isWanted: (Int) -> Bool) -> Bool {
    guard nodes[node].touches(box) else { return false }
    guard range.count > 1 else { return isWanted(range.lowerBound) }
    let (left, right) = Self.halves(node, range)
    return contains(left.node, left.range, box, isWanted) || contains(right.node, right.range, box, isWanted)
  }
}
