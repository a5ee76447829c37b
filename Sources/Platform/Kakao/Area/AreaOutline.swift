import Domain
import Foundation

/// The outline of the area that a query covers: a rectangle, or a circle in the service's plane.
///
/// It trims cells to the area, so that no request is spent on the corners around a circle.
struct AreaOutline: Sendable {
  /// The rectangle around the area.
  let bounds: AreaCell
  /// The circle that the area is, if it is one: its middle, and its radius in metres with a margin.
  let circle: (center: Coordinate, reach: Double)?
  /// The circle's middle in the plane, as the service keeps it.
  let middle: ProjectedPoint?
  /// Points around the circle, slightly outside of it; empty for a rectangle.
  private let ring: [Coordinate]

  /// Corners of the polygon around a circle; their chords stay within 1 part in 50 000 of the arc.
  private static let cornerCount = 480
  /// How far outside of a circle the polygon runs, in metres: more than the uncertainty of the service's distances.
  private static let marginInMeters = 1.5

  /// Returns the outline of a search and its area in square metres.
  static func outline(of scope: KakaoSearch.Scope) -> (outline: AreaOutline, area: Double) {
    switch scope {
    case .circle(let center, let radius):
      return (AreaOutline(center: center, radius: Double(radius)), .pi * Double(radius) * Double(radius))
    case .rectangle(let box, _):
      return (AreaOutline(AreaCell(box)), AreaCell(box).area)
    case .nationwide:
      return (AreaOutline(KakaoServiceArea.cell), KakaoServiceArea.cell.area)
    }
  }

  /// Makes the outline of a rectangle.
  init(_ cell: AreaCell) {
    bounds = cell
    circle = nil
    middle = nil
    ring = []
  }

  /// Makes the outline of a circle in the service's plane.
  ///
  /// - Parameters:
  ///   - center: The middle.
  ///   - radius: Metres in the plane.
  init(center: Coordinate, radius: Double) {
    let middle = ProjectedPoint(center)
    let reach = radius + Self.marginInMeters + radius / 20_000
    circle = (center, reach)
    self.middle = middle.asCenter
    ring = (0..<Self.cornerCount).compactMap { corner in
      Self.point(from: center, middle, bearing: 2 * .pi * Double(corner) / Double(Self.cornerCount), meters: reach)
    }
    let latitudes = ring.map(\.latitude)
    let longitudes = ring.map(\.longitude)
    let box = AreaCell(
      along: (latitudes.min() ?? center.latitude)...(latitudes.max() ?? center.latitude),
      across: (longitudes.min() ?? center.longitude)...(longitudes.max() ?? center.longitude),
      axis: .latitude
    )
    // A circle that leaves the service area is trimmed: there are no places outside.
    bounds = box.intersection(KakaoServiceArea.cell) ?? box
  }

  /// Returns the part of a cell that has to be searched; `nil` when it lies outside of the area.
  func trimmed(_ cell: AreaCell) -> AreaCell? {
    guard var rest = cell.intersection(bounds) else { return nil }
    guard !ring.isEmpty else { return rest }
    for axis in [AreaCell.Axis.latitude, .longitude] {
      guard let extent = extent(across: axis, in: rest[axis]), extent.overlaps(rest[axis.across]) else { return nil }
      rest[axis.across] = rest[axis.across].clamped(to: extent)
    }
    return rest
  }

  /// Returns the extent of the circle across a band.
  private func extent(across axis: AreaCell.Axis, in band: ClosedRange<Double>) -> ClosedRange<Double>? {
    var (low, high) = (Double.infinity, -Double.infinity)
    var previous = ring[ring.count - 1]
    for point in ring {
      if band.contains(point[axis]) {
        low = min(low, point[axis.across])
        high = max(high, point[axis.across])
      }
      // Where an edge of the polygon passes a side of the band.
      for side in [band.lowerBound, band.upperBound] where (previous[axis] < side) != (point[axis] < side) {
        let share = (side - previous[axis]) / (point[axis] - previous[axis])
        let crossing = previous[axis.across] + share * (point[axis.across] - previous[axis.across])
        low = min(low, crossing)
        high = max(high, crossing)
      }
      previous = point
    }
    return low <= high ? low...high : nil
  }

  /// Returns the point at a distance in the plane, by Newton's method: two steps are accurate to a micrometre.
  static func point(
    from center: Coordinate,
    _ middle: ProjectedPoint,
    bearing: Double,
    meters: Double
  ) -> Coordinate? {
    let target = (east: middle.east + meters * sin(bearing), north: middle.north + meters * cos(bearing))
    let step = 1e-4
    let north = ProjectedPoint(latitude: center.latitude + step, longitude: center.longitude)
    let east = ProjectedPoint(latitude: center.latitude, longitude: center.longitude + step)
    let (ee, ne) = ((east.east - middle.east) / step, (east.north - middle.north) / step)
    let (en, nn) = ((north.east - middle.east) / step, (north.north - middle.north) / step)
    let determinant = ee * nn - en * ne
    var (latitude, longitude) = (center.latitude, center.longitude)
    for _ in 0..<4 {
      let here = ProjectedPoint(latitude: latitude, longitude: longitude)
      let (de, dn) = (target.east - here.east, target.north - here.north)
      longitude += (de * nn - dn * en) / determinant
      latitude += (dn * ee - de * ne) / determinant
    }
    return try? Coordinate(latitude: latitude, longitude: longitude)
  }
}
