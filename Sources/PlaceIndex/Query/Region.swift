import Domain

/// An area that classifies boxes and places.
protocol Region {
  /// Returns which of eight boxes may contain places of the area, and which are completely inside it.
  func classify(_ boxes: ChildBoxes) -> (touched: SIMDMask<SIMD8<Int32>>, whole: SIMDMask<SIMD8<Int32>>)
  /// Returns which of eight places are certainly in the area, and which are candidates at its boundary.
  func classify(
    latitudes: SIMD8<Int32>,
    longitudes: SIMD8<Int32>
  ) -> (inside: SIMDMask<SIMD8<Int32>>, boundary: SIMDMask<SIMD8<Int32>>)
  /// Returns whether a place is in the area; the exact test for candidates at the boundary.
  func contains(latitude: Int32, longitude: Int32) -> Bool
}

/// A circle with distances on a local plane.
struct CircleRegion: Region {
  private let metric: LocalEquirectangularMetric
  private let radiusBounds: RadiusBounds
  private let circle: GreatCircle
  private let radiusMeters: Double

  init(_ metric: LocalEquirectangularMetric, around center: Coordinate, meters: Double) {
    self.metric = metric
    radiusBounds = metric.radiusBounds(ofMeters: meters)
    circle = GreatCircle(from: center)
    radiusMeters = meters
  }

  @inline(__always)
  func classify(_ boxes: ChildBoxes) -> (touched: SIMDMask<SIMD8<Int32>>, whole: SIMDMask<SIMD8<Int32>>) {
    (metric.lowerBounds(boxes) .<= radiusBounds.outer, metric.upperBounds(boxes) .<= radiusBounds.inner)
  }

  @inline(__always)
  func classify(
    latitudes: SIMD8<Int32>,
    longitudes: SIMD8<Int32>
  ) -> (inside: SIMDMask<SIMD8<Int32>>, boundary: SIMDMask<SIMD8<Int32>>) {
    let distanceKeys = metric.distanceKeys(latitudes: latitudes, longitudes: longitudes)
    let inside = distanceKeys .<= radiusBounds.inner
    return (inside, (distanceKeys .<= radiusBounds.outer) .& .!inside)
  }

  func contains(latitude: Int32, longitude: Int32) -> Bool {
    circle.meters(
      toLatitude: FixedPoint.degrees(latitude),
      longitude: FixedPoint.degrees(longitude)
    ) <= radiusMeters
  }
}

/// A rectangle, which may cross the antimeridian.
struct BoxRegion: Region, Equatable {
  /// The edges; west may be beyond east.
  private let box: IntegerBox
  private let crossesAntimeridian: Bool

  static let globe = BoxRegion(
    box: IntegerBox(
      south: -FixedPoint.maximumLatitude,
      north: FixedPoint.maximumLatitude,
      west: -FixedPoint.maximumLongitude,
      east: FixedPoint.maximumLongitude
    ),
    crossesAntimeridian: false
  )

  private init(box: IntegerBox, crossesAntimeridian: Bool) {
    self.box = box
    self.crossesAntimeridian = crossesAntimeridian
  }

  /// Converts a rectangle to the stored coordinates between its edges.
  init(_ box: BoundingBox) {
    self.init(
      box: IntegerBox(
        south: FixedPoint.firstUnits(notBelow: box.south),
        north: FixedPoint.lastUnits(notAbove: box.north),
        west: FixedPoint.firstUnits(notBelow: box.west),
        east: FixedPoint.lastUnits(notAbove: box.east)
      ),
      crossesAntimeridian: box.crossesAntimeridian
    )
  }

  @inline(__always)
  func classify(_ boxes: ChildBoxes) -> (touched: SIMDMask<SIMD8<Int32>>, whole: SIMDMask<SIMD8<Int32>>) {
    let rows = (boxes.south .<= box.north) .& (boxes.north .>= box.south)
    let wholeRows = (boxes.south .>= box.south) .& (boxes.north .<= box.north)
    if crossesAntimeridian {
      let columns = (boxes.east .>= box.west) .| (boxes.west .<= box.east)
      let wholeColumns = (boxes.west .>= box.west) .| (boxes.east .<= box.east)
      return (rows .& columns, wholeRows .& wholeColumns)
    }
    let columns = (boxes.west .<= box.east) .& (boxes.east .>= box.west)
    let wholeColumns = (boxes.west .>= box.west) .& (boxes.east .<= box.east)
    return (rows .& columns, wholeRows .& wholeColumns)
  }

  @inline(__always)
  func classify(
    latitudes: SIMD8<Int32>,
    longitudes: SIMD8<Int32>
  ) -> (inside: SIMDMask<SIMD8<Int32>>, boundary: SIMDMask<SIMD8<Int32>>) {
    (contains(latitudes: latitudes, longitudes: longitudes), SIMDMask(repeating: false))
  }

  @inline(__always)
  func contains(latitudes: SIMD8<Int32>, longitudes: SIMD8<Int32>) -> SIMDMask<SIMD8<Int32>> {
    let rows = (latitudes .>= box.south) .& (latitudes .<= box.north)
    let columns =
      crossesAntimeridian
      ? (longitudes .>= box.west) .| (longitudes .<= box.east) : (longitudes .>= box.west) .& (longitudes .<= box.east)
    return rows .& columns
  }

  func contains(latitude: Int32, longitude: Int32) -> Bool {
    contains(latitudes: SIMD8(repeating: latitude), longitudes: SIMD8(repeating: longitude))[0]
  }
}
