extension ShapeDraft {
  /// The maximum number of pairs of rings whose rectangles are compared, as of 10,000 holes.
  private static let maximumPairCount = 100_000_000

  /// Returns the polygons, each with the holes inside it.
  ///
  /// A polygon inside a hole is an island, which remains.
  ///
  /// - Parameter notice: Receives a notice if holes are outside every polygon.
  /// - Returns: The rings of each polygon.
  /// - Throws: An error if a hole is partly outside a polygon or another hole, or around the only polygon that it
  ///   touches.
  func polygonsWithHoles(_ notice: (ShapeNotice) -> Void) throws(ShapeError) -> [[Path]] {
    guard !holes.isEmpty else { return polygons }
    guard holes.count * (polygons.count + holes.count) <= Self.maximumPairCount else {
      throw .tooManyHoles(holes.count)
    }
    var cutouts: [Polygon] = []
    for hole in holes { cutouts.append(Polygon([try Self.ring(hole)])) }
    let boxes = cutouts.map(\.box)
    var result = polygons
    // The line of a ring inside each hole.
    var islands: [Int: Int] = [:]
    var outside = Set(holes.indices)
    for number in polygons.indices {
      guard let path = polygons[number].first else { continue }
      let polygon = Polygon([try Self.ring(path)])
      var inside: [Int] = []
      for hole in holes.indices where boxes[hole].meets(polygon.box) {
        switch cutouts[hole].position(in: polygon) {
        case .inside, .same: inside.append(hole)
        case .across: throw .holeBeyond(line: holes[hole].line, ring: path.line)
        case .outside:
          // The first test excludes nearly all polygons.
          guard cutouts[hole].mayHold(polygon), polygon.position(in: cutouts[hole]) == .inside else { break }
          islands[hole] = path.line
        }
      }
      outside.subtract(inside)
      result[number] += try outermost(inside, of: cutouts).map { holes[$0] }
    }
    if let hole = holes.indices.first(where: { outside.contains($0) && islands[$0] != nil }), let ring = islands[hole] {
      throw .holeBeyond(line: holes[hole].line, ring: ring)
    }
    if let first = outside.min() { notice(.holesOutside(outside.count, line: holes[first].line)) }
    return result
  }

  /// Returns the holes that aren't inside other ones, because the even-odd rule would add the inner hole again.
  private func outermost(_ numbers: [Int], of cutouts: [Polygon]) throws(ShapeError) -> [Int] {
    var found: [Int] = []
    let boxes = cutouts.map(\.box)
    for number in numbers {
      var isCovered = false
      for other in numbers where other != number && boxes[number].meets(boxes[other]) {
        switch cutouts[number].position(in: cutouts[other]) {
        case .inside: isCovered = true
        case .same: isCovered = isCovered || other < number
        case .across: throw .holeBeyond(line: holes[number].line, ring: holes[other].line)
        case .outside: break
        }
      }
      if !isCovered { found.append(number) }
    }
    return found
  }
}
