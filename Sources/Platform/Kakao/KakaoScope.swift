import Domain

/// Where a search of the service looks, in what its parameters can say; the only file that knows how a shape is asked
/// of it.
enum KakaoScope: Sendable, Hashable {
  /// Around a centre, in whole metres up to 20 000.
  case circle(center: Coordinate, radiusInMeters: Int)
  /// In a rectangle; with an origin, distances are measured from it.
  case rectangle(BoundingBox, origin: Coordinate?)
  /// Nationwide; with an origin, distances are measured from it.
  case nationwide(origin: Coordinate?)

  /// Makes the scope of an area.
  ///
  /// - Throws: When the service does not support the area: its point, box or radius is out of range.
  init(_ area: SearchArea) throws(PlaceSearchError) {
    if let center = area.center { try KakaoServiceArea.require(center) }
    if let box = area.requiredBox {
      try KakaoServiceArea.require(box, around: area.drawn.map { $0.form.shownName })
      self = .rectangle(box, origin: area.center)
    } else if let radius = area.radius, let center = area.center {
      guard radius.distance <= Service.kakao.maximumRadius else {
        throw .unsupported(.radiusTooLarge(maximum: Service.kakao.maximumRadius))
      }
      // The service takes whole metres: rounding down would lose places, so the radius is rounded up and the answer is
      // filtered.
      self = .circle(center: center, radiusInMeters: Int(radius.meters.rounded(.up)))
    } else {
      self = .nationwide(origin: area.center)
    }
  }

  /// The point that distances are measured from.
  var origin: Coordinate? {
    switch self {
    case .circle(let center, _): center
    case .rectangle(_, let origin), .nationwide(let origin): origin
    }
  }

  /// The radius around the origin, in whole metres, if it is a circle.
  var radius: Int? { if case .circle(_, let radiusInMeters) = self { radiusInMeters } else { nil } }

  /// The radius of a circle, in metres; infinite for any other scope.
  var radiusInMeters: Double { radius.map(Double.init) ?? .infinity }

  /// The rectangle, if it is one.
  var cell: BoundingBox? { if case .rectangle(let box, _) = self { box } else { nil } }
}
