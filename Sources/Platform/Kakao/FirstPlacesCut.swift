import Domain

/// Divides an area into parts in the order of a query.
struct FirstPlacesCut: Sendable {
  /// Whether places are sorted by distance from a centre, which the service supports.
  let isByCenter: Bool
  private let query: PlaceQuery
  /// Cuts along the shape.
  let shape: ShapeCut

  /// The factor for comparing distances, because the service's plane differs from a sphere.
  private static let planeShare = 0.99
  /// The side of the square inscribed in a circle, as a share of its diameter, rounded down.
  private static let squareShare = 0.7
  /// The minimum share of a part's places that a cut must exclude; otherwise the part is halved.
  private static let worthwhileShare = 0.4
  /// The maximum extent of places on one spot in metres.
  private static let spotSideInMeters = 3.0
  /// The minimum progress of a part's pages in metres.
  private static let minimumGainInMeters = 0.5
  /// The number of halvings of an excluded strip's width.
  private static let steps = 10

  init(_ query: PlaceQuery) {
    self.query = query
    isByCenter = query.sort == .distance && query.area.center != nil
    shape = ShapeCut(cover: ShapeCover(query.area))
  }

  /// The initial parts.
  var whole: [BoundingBox] { shape.cover.whole }

  /// Returns the lower bound for the position of a rectangle's places in the order of the query.
  func least(of box: BoundingBox) -> Double {
    if let corridor = query.area.corridor {
      return query.sort == .distance
        ? corridor.minimumMeters(to: box) : corridor.greaterMinimumMetersAlong(of: box) ?? 0
    }
    if query.sort == .accuracy { return query.area.relation(to: box) == .inside ? 0 : 1 }
    return query.area.measure.map { $0.nearestMeters(in: box) * Self.planeShare } ?? 0
  }

  /// Returns the part around the centre that was seen completely, according to the order of the pages.
  func proof(of pages: [[FoundPlace]], isKeyword: Bool) -> SweepProof {
    guard let center = query.area.center else { return .unordered }
    let tail = isKeyword ? SweepProof.unorderedTailCount : 0
    return SweepProof(pages: pages, origin: center, unorderedTailCount: tail)
  }

  /// Returns the parts of a rectangle according to its count; `nil` if it is a spot.
  func parts(of box: BoundingBox, holding count: Int, _ seen: [Coordinate]) -> [BoundingBox]? {
    if let spot = spot(of: seen, in: box) { return spot }
    if query.sort == .accuracy, let parts = shape.parts(of: box, holding: count, upTo: ShapeCut.partCount) {
      return parts
    }
    return shape.parts(of: box, holding: count, upTo: ShapeCut.partCount, cutsFull: true)
  }

  /// Returns the rest of a rectangle when everything up to a distance from the centre was seen.
  ///
  /// - Parameters:
  ///   - box: The rectangle.
  ///   - meters: The distance up to which everything was seen.
  ///   - begin: The distance up to which it was seen before the pages of the rectangle.
  ///   - count: The number of places in the rectangle.
  ///   - seen: The places on its pages.
  /// - Returns: Rectangles that cover the rest; `nil` if the rectangle is a spot.
  func rest(
    of box: BoundingBox,
    seenUpTo meters: Double,
    from begin: Double,
    holding count: Int,
    _ seen: [Coordinate]
  ) -> [BoundingBox]? {
    guard meters - begin >= Self.minimumGainInMeters else { return parts(of: box, holding: count, seen) }
    let share = Self.worthwhileShare * Double(seen.count) / Double(max(count, 1))
    let largest = box.squareMeters * (1 - share)
    let around = square(within: meters).map { box.subtracting($0) } ?? [box]
    if around.reduce(0, { $0 + $1.squareMeters }) <= largest {
      return around.flatMap { alongShape($0, count: count, whole: box) }
    }
    if let trimmed = trimmed(box, beyond: meters), trimmed.squareMeters <= largest {
      return alongShape(trimmed, count: count, whole: box)
    }
    guard !shape.isSmall(box) else { return nil }
    return shape.cover.halves(of: box).compactMap { trimmed($0, beyond: meters) }
  }

  /// Divides a part along the shape if much of it is outside.
  private func alongShape(_ part: BoundingBox, count: Int, whole: BoundingBox) -> [BoundingBox] {
    guard let part = shape.cover.trimmed(part) else { return [] }
    let expected = Double(count) * part.squareMeters / max(1, whole.squareMeters)
    guard expected > Double(KakaoSearch.reachableCount) else { return [part] }
    return shape.parts(of: part, holding: Int(expected)) ?? [part]
  }

  /// Returns the square within a distance of the centre.
  private func square(within meters: Double) -> BoundingBox? {
    guard let center = query.area.center else { return nil }
    let half = meters * Self.squareShare
    let point = BoundingBox(
      validWest: center.longitude,
      south: center.latitude,
      east: center.longitude,
      north: center.latitude
    )
    let (tall, wide) = (half / 111_320, half / point.metersPerDegree(.longitude))
    return BoundingBox(
      west: center.longitude - wide,
      south: center.latitude - tall,
      width: 2 * wide,
      north: center.latitude + tall
    )
  }

  /// Returns a rectangle without the strips at its edges that are within a distance of the centre; `nil` if nothing
  /// remains.
  private func trimmed(_ box: BoundingBox, beyond meters: Double) -> BoundingBox? {
    guard let measure = query.area.measure else { return box }
    func isSeen(_ box: BoundingBox) -> Bool { measure.farthestMeters(in: box) <= meters * Self.planeShare }
    guard !isSeen(box) else { return nil }
    var rest = box
    for axis in BoundingBox.Axis.allCases {
      for isLow in [true, false] {
        let range = rest[axis]
        let length = range.upperBound - range.lowerBound
        var (least, most) = (0.0, 1.0)
        for _ in 0..<Self.steps {
          let share = (least + most) / 2
          var strip = rest
          strip[axis] =
            isLow
            ? range.lowerBound...range.lowerBound + share * length
            : range.upperBound - share * length...range.upperBound
          if isSeen(strip) { least = share } else { most = share }
        }
        rest[axis] =
          isLow
          ? range.lowerBound + least * length...range.upperBound
          : range.lowerBound...range.upperBound - least * length
      }
    }
    return rest
  }

  /// Returns the spot that contains all places seen, as a separate part, and the rest; `nil` if the places aren't on
  /// one spot.
  private func spot(of seen: [Coordinate], in box: BoundingBox) -> [BoundingBox]? {
    guard !shape.isSmall(box), let west = seen.map(\.longitude).min(), let east = seen.map(\.longitude).max(),
      let south = seen.map(\.latitude).min(), let north = seen.map(\.latitude).max()
    else { return nil }
    let spot = BoundingBox(validWest: west, south: south, east: east, north: north)
    guard BoundingBox.Axis.allCases.allSatisfy({ spot.length($0) <= Self.spotSideInMeters }) else { return nil }
    let around = spot.grown(byMeters: 0.5)
    let parts = box.subtracting(around) + [around.intersection(box)].compactMap(\.self)
    return parts.compactMap(shape.cover.trimmed)
  }
}
