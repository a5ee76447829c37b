import Domain

/// The area of a search in the service's parameters.
///
/// Only this file knows how a shape is requested.
enum KakaoScope: Sendable, Hashable {
  /// A circle, with a radius in whole metres up to 20,000.
  case circle(center: Coordinate, radiusInMeters: Int)
  /// A rectangle.
  ///
  /// If there is an origin, distances are measured from it.
  case rectangle(BoundingBox, origin: Coordinate?)
  /// The whole country.
  ///
  /// If there is an origin, distances are measured from it.
  case nationwide(origin: Coordinate?)

  /// Makes the scope of an area.
  ///
  /// - Throws: An error if the service doesn't support the area: its point, box or radius is out of range.
  init(_ area: SearchArea) throws(PlaceSearchError) {
    if let center = area.center { try KakaoServiceArea.require(center) }
    if let box = area.requiredBox {
      try KakaoServiceArea.require(box, around: area.drawn.map { $0.form.shownName })
      self = .rectangle(box, origin: area.center)
    } else if let radius = area.radius, let center = area.center {
      guard radius.distance <= Service.kakao.maximumRadius else {
        throw .unsupported(.radiusTooLarge(maximum: Service.kakao.maximumRadius))
      }
      // The service accepts whole metres. The radius is rounded up, because rounding down would lose places, and the
      // result is filtered.
      self = .circle(center: center, radiusInMeters: Int(radius.meters.rounded(.up)))
    } else {
      self = .nationwide(origin: area.center)
    }
  }

  /// The origin of the distances.
  var origin: Coordinate? {
    switch self {
    case .circle(let center, _): center
    case .rectangle(_, let origin), .nationwide(let origin): origin
    }
  }

  /// The radius of a circle in whole metres; `nil` for other scopes.
  var radius: Int? { if case .circle(_, let radiusInMeters) = self { radiusInMeters } else { nil } }

  /// The radius of a circle in metres; infinite for other scopes.
  var radiusInMeters: Double { radius.map(Double.init) ?? .infinity }

  /// The rectangle; `nil` for other scopes.
  var cell: BoundingBox? { if case .rectangle(let box, _) = self { box } else { nil } }
}
