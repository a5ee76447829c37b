import Domain

/// The outline of the area that a query covers: a rectangle, or a circle in the service's plane.
///
/// It trims cells to the area, so that no request is spent on the corners outside a circle.
struct AreaOutline: Sendable {
  /// The bounding box of the area.
  let bounds: BoundingBox
  /// The centre of a circle; `nil` for a rectangle.
  let center: Coordinate?
  /// The size of the area in square metres.
  let area: Double
  /// The radius of the circle with a margin, in metres.
  private let reach: Double
  /// A lower bound for the metres per degree of latitude and longitude in the plane.
  private let metersPerDegree: (latitude: Double, longitude: Double)

  /// The margin around a circle in metres: 1 m because the service may extend a radius to the next metre, and the
  /// uncertainty of its distances.
  private static let marginInMeters = 2.0
  /// The relative change of the plane's scale within the largest circle.
  private static let scaleChange = 5e-4

  init(_ scope: KakaoScope) {
    guard let center = scope.origin, let radius = scope.radius else {
      bounds = scope.cell ?? KakaoServiceArea.cell
      center = nil
      reach = 0
      area = bounds.area
      metersPerDegree = (0, 0)
      return
    }
    self.center = center
    area = .pi * Double(radius) * Double(radius)
    reach = Double(radius) + Self.marginInMeters
    // Meridians converge, so a degree of longitude is shortest at the northern end of the circle.
    let north = center.latitude + reach / 110_000
    metersPerDegree = (
      Self.metersPerDegree(.latitude, latitude: center.latitude, longitude: center.longitude),
      Self.metersPerDegree(.longitude, latitude: north, longitude: center.longitude)
    )
    let tall = reach / metersPerDegree.latitude
    let wide = reach / metersPerDegree.longitude
    let box = BoundingBox(
      along: center.latitude - tall...center.latitude + tall,
      across: center.longitude - wide...center.longitude + wide,
      axis: .latitude
    )
    // There are no places outside the service area.
    bounds = box.intersection(KakaoServiceArea.cell) ?? box
  }

  private static func metersPerDegree(_ axis: BoundingBox.Axis, latitude: Double, longitude: Double) -> Double {
    let step = 0.01
    let end =
      axis == .latitude
      ? ProjectedPoint(latitude: latitude + step, longitude: longitude)
      : ProjectedPoint(latitude: latitude, longitude: longitude + step)
    return ProjectedPoint(latitude: latitude, longitude: longitude).distance(to: end) / step * (1 - scaleChange)
  }

  /// Returns the part of a cell that must be searched; `nil` if the cell is outside the area.
  func trimmed(_ cell: BoundingBox) -> BoundingBox? {
    guard var rest = cell.intersection(bounds) else { return nil }
    guard let center else { return rest }
    for axis in BoundingBox.Axis.allCases {
      let (along, across) =
        axis == .latitude
        ? (metersPerDegree.latitude, metersPerDegree.longitude) : (metersPerDegree.longitude, metersPerDegree.latitude)
      let nearest = min(max(center[axis], rest[axis].lowerBound), rest[axis].upperBound)
      let offset = (nearest - center[axis]) * along
      guard abs(offset) <= reach else { return nil }
      let half = (reach * reach - offset * offset).squareRoot() / across
      let extent = center[axis.across] - half...center[axis.across] + half
      guard extent.overlaps(rest[axis.across]) else { return nil }
      rest[axis.across] = rest[axis.across].clamped(to: extent)
    }
    return rest
  }
}
