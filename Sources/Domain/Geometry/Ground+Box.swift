extension Ground {
  /// A rectangle that doesn't cross the antimeridian.
  package struct Box: Sendable, Hashable {
    package fileprivate(set) var southWest: Point
    package fileprivate(set) var northEast: Point

    package init(southWest: Point, northEast: Point) {
      self.southWest = southWest
      self.northEast = northEast
    }

    package var middle: Point {
      Point(
        latitude: (southWest.latitude + northEast.latitude) / 2,
        longitude: (southWest.longitude + northEast.longitude) / 2
      )
    }

    /// Returns the common part of two rectangles; `nil` if they don't overlap.
    package func intersection(_ other: Box) -> Box? {
      let south = max(southWest.latitude, other.southWest.latitude)
      let west = max(southWest.longitude, other.southWest.longitude)
      let north = min(northEast.latitude, other.northEast.latitude)
      let east = min(northEast.longitude, other.northEast.longitude)
      guard south < north, west < east else { return nil }
      return Box(
        southWest: Point(latitude: south, longitude: west),
        northEast: Point(latitude: north, longitude: east)
      )
    }

    package func contains(_ point: Point) -> Bool {
      southWest.latitude...northEast.latitude ~= point.latitude
        && southWest.longitude...northEast.longitude ~= point.longitude
    }
  }
}

extension Ground.Box {
  private var width: Int { Int(northEast.longitude) - Int(southWest.longitude) }
  private var height: Int { Int(northEast.latitude) - Int(southWest.latitude) }

  var area: Int { width * height }

  /// Returns whether two points are nearer to each other than half the shorter side of the rectangle.
  func isNear(_ first: Ground.Point, _ second: Ground.Point) -> Bool {
    let rise = Int(first.latitude) - Int(second.latitude)
    let run = Int(first.longitude) - Int(second.longitude)
    let side = min(width, height)
    return (rise * rise + run * run) * 4 < side * side
  }

  /// Returns the largest rectangle inside that ends before a point.
  func largestPart(without point: Ground.Point) -> Self? {
    func cut(_ change: (inout Self) -> Void) -> Self {
      var part = self
      change(&part)
      return part
    }
    let parts = [
      cut { $0.southWest = Ground.Point(latitude: point.latitude + 1, longitude: southWest.longitude) },
      cut { $0.southWest = Ground.Point(latitude: southWest.latitude, longitude: point.longitude + 1) },
      cut { $0.northEast = Ground.Point(latitude: point.latitude - 1, longitude: northEast.longitude) },
      cut { $0.northEast = Ground.Point(latitude: northEast.latitude, longitude: point.longitude - 1) },
    ]
    return parts.filter { $0.width > 0 && $0.height > 0 }.max { $0.area < $1.area }
  }

  /// The length of the edge.
  var perimeter: Int { 2 * (width + height) }

  /// The corners counterclockwise.
  package var ring: [Ground.Point] {
    [
      southWest, Ground.Point(latitude: southWest.latitude, longitude: northEast.longitude), northEast,
      Ground.Point(latitude: northEast.latitude, longitude: southWest.longitude),
    ]
  }

  /// Returns the distance of a point on the edge from the north-western corner, clockwise along the edge; `nil` for
  /// other points.
  func offset(of point: Ground.Point) -> Int? {
    guard contains(point) else { return nil }
    let east = Int(point.longitude) - Int(southWest.longitude)
    let south = Int(northEast.latitude) - Int(point.latitude)
    if south == 0 { return east }
    if east == width { return width + south }
    if south == height { return width + height + (width - east) }
    return east == 0 ? 2 * width + height + (height - south) : nil
  }

  /// Returns the corners between two distances along the edge, clockwise.
  func corners(from start: Int, to end: Int) -> [Ground.Point] {
    let last = end > start ? end : end + perimeter
    let clockwise = [ring[3], ring[2], ring[1], ring[0]]
    let offsets = [0, width, width + height, 2 * width + height]
    let passed = (0..<8).filter { number in
      let offset = offsets[number % 4] + number / 4 * perimeter
      return start < offset && offset < last
    }
    return passed.map { clockwise[$0 % 4] }
  }

  /// Returns the parts of a line inside the rectangle; a piece along its edge belongs to no part.
  func clipped(_ line: [Ground.Point]) -> [[Ground.Point]] {
    var parts: [[Ground.Point]] = []
    for (start, end) in zip(line, line.dropFirst()) {
      guard let (first, last) = clipped(start, end), first != last, !isAlongEdge(first, last) else { continue }
      if parts.last?.last == first {
        parts[parts.count - 1].append(last)
      } else {
        parts.append([first, last])
      }
    }
    return parts
  }

  private func isAlongEdge(_ start: Ground.Point, _ end: Ground.Point) -> Bool {
    start.latitude == end.latitude && [southWest.latitude, northEast.latitude].contains(start.latitude)
      || start.longitude == end.longitude && [southWest.longitude, northEast.longitude].contains(start.longitude)
  }

  /// Returns the part of a segment inside the rectangle; `nil` if it is outside.
  ///
  /// Source: Y. Liang and B. Barsky, "A new concept and method for line clipping" (1984).
  private func clipped(_ start: Ground.Point, _ end: Ground.Point) -> (Ground.Point, Ground.Point)? {
    if contains(start), contains(end) { return (start, end) }
    let rise = Double(end.latitude) - Double(start.latitude)
    let run = Double(end.longitude) - Double(start.longitude)
    var (low, high) = (0.0, 1.0)
    for (change, room) in [
      (-rise, Double(start.latitude) - Double(southWest.latitude)),
      (rise, Double(northEast.latitude) - Double(start.latitude)),
      (-run, Double(start.longitude) - Double(southWest.longitude)),
      (run, Double(northEast.longitude) - Double(start.longitude)),
    ] {
      if change == 0 {
        guard room >= 0 else { return nil }
      } else if change < 0 {
        low = max(low, room / change)
      } else {
        high = min(high, room / change)
      }
    }
    guard low <= high else { return nil }
    func point(_ part: Double) -> Ground.Point {
      let latitude = start.latitude + Int32((rise * part).rounded())
      let longitude = start.longitude + Int32((run * part).rounded())
      return Ground.Point(
        latitude: min(max(southWest.latitude, latitude), northEast.latitude),
        longitude: min(max(southWest.longitude, longitude), northEast.longitude)
      )
    }
    return (low == 0 ? start : point(low), high == 1 ? end : point(high))
  }
}
