import Domain

extension MapFrame {
  /// Fills rings with a pattern of dots by the nonzero rule, as a page's canvas does; a hole runs the other way around.
  func fill(_ rings: [[Ground.Point]], on canvas: inout DotCanvas) {
    /// A line of dots crosses an edge, which winds up or down.
    typealias Crossing = (column: Double, turn: Int)
    var lines = [[Crossing]](repeating: [], count: height * 4)
    for ring in rings {
      let corners = ring.map { dots(of: point(of: $0.coordinate)) }
      for (start, end) in zip(corners, corners.dropFirst() + corners.prefix(1)) where start.line != end.line {
        let slope = (end.column - start.column) / (end.line - start.line)
        // The middles of the lines of dots between the two ends.
        let first = max(0, (min(start.line, end.line) - 0.5).rounded(.up))
        let last = min(Double(lines.count), (max(start.line, end.line) - 0.5).rounded(.up))
        for line in stride(from: first, to: last, by: 1) {
          let column = start.column + (line + 0.5 - start.line) * slope
          lines[Int(line)].append((column, start.line > end.line ? 1 : -1))
        }
      }
    }
    for (line, crossings) in lines.enumerated() {
      var winding = 0
      var from = 0
      for crossing in crossings.sorted(by: { $0.column < $1.column }) {
        let column = Int(min(max(0, (crossing.column - 0.5).rounded(.up)), Double(width * 2)))
        if winding != 0 {
          for dot in from..<column where (dot + line * 3) % 8 == 0 { canvas.set(column: dot, line: line) }
        }
        winding += crossing.turn
        from = column
      }
    }
  }

  /// Returns a projected point in dots from the upper left corner.
  private func dots(of point: MapProjection.Point) -> (column: Double, line: Double) {
    (Double(width) + point.east / metersPerDot, Double(height * 2) - point.north / metersPerDot)
  }
}
