import Domain
import Rows

/// An area that classifies boxes and places, eight at a time.
///
/// A set of lanes is one bit for each lane, lane 0 lowest.
protocol Region {
  /// Whether the area is the whole Earth.
  var isEverywhere: Bool { get }
  /// Returns which of eight boxes may contain places of the area, and which are completely inside it.
  ///
  /// The bits of boxes that aren't wanted have no meaning.
  func classify(_ boxes: ChildBoxes, among wanted: UInt32) -> (touched: UInt32, whole: UInt32)
  /// Returns which of eight places are certainly in the area, and which are candidates at its boundary.
  func classify(
    latitudes: SIMD8<Int32>,
    longitudes: SIMD8<Int32>
  ) -> (inside: SIMDMask<SIMD8<Int32>>, boundary: SIMDMask<SIMD8<Int32>>)
  /// Returns whether a place is in the area; the exact test for candidates at the boundary.
  func contains(latitude: Int32, longitude: Int32) -> Bool
}

extension Region {
  /// Returns which of the wanted places are in the area.
  @inline(__always)
  func places(latitudes: SIMD8<Int32>, longitudes: SIMD8<Int32>, among wanted: UInt32 = 0xFF) -> UInt32 {
    let (inside, boundary) = classify(latitudes: latitudes, longitudes: longitudes)
    var found = inside.movemask & wanted
    var candidates = boundary.movemask & wanted
    while candidates != 0 {
      let lane = takeLowestBit(&candidates)
      if contains(latitude: latitudes[lane], longitude: longitudes[lane]) { found |= 1 << UInt32(lane) }
    }
    return found
  }
}

/// A circle with distances on a local plane.
struct CircleRegion: Region {
  private let metric: LocalEquirectangularMetric
  private let radiusBounds: RadiusBounds
  private let circle: GreatCircle
  private let radiusMeters: Double

  /// Makes a region; `nil` if a plane isn't valid there.
  init?(_ circle: Circle) {
    let (center, meters) = (circle.center, circle.radius.meters)
    guard
      let metric = LocalEquirectangularMetric(latitude: center.latitude, longitude: center.longitude, meters: meters)
    else { return nil }
    self.metric = metric
    radiusBounds = metric.radiusBounds(ofMeters: meters)
    self.circle = GreatCircle(from: center)
    radiusMeters = meters
  }

  var isEverywhere: Bool { false }

  @inline(__always)
  func classify(_ boxes: ChildBoxes, among wanted: UInt32) -> (touched: UInt32, whole: UInt32) {
    (
      (metric.lowerBounds(boxes) .<= radiusBounds.outer).movemask,
      (metric.upperBounds(boxes) .<= radiusBounds.inner).movemask
    )
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
struct BoxRegion: Region {
  /// The edges; west may be beyond east.
  private let box: IntegerBox
  private let crossesAntimeridian: Bool
  let isEverywhere: Bool

  static let globe = BoxRegion(
    box: IntegerBox(
      south: -FixedPoint.maximumLatitude,
      north: FixedPoint.maximumLatitude,
      west: -FixedPoint.maximumLongitude,
      east: FixedPoint.maximumLongitude
    ),
    crossesAntimeridian: false,
    isEverywhere: true
  )

  private init(box: IntegerBox, crossesAntimeridian: Bool, isEverywhere: Bool = false) {
    self.box = box
    self.crossesAntimeridian = crossesAntimeridian
    self.isEverywhere = isEverywhere
  }

  /// Converts a rectangle to the stored coordinates between its edges.
  ///
  /// A rectangle that touches the antimeridian crosses it here, because a place there has the longitude -180 or 180.
  init(_ box: BoundingBox) {
    var edges = IntegerBox(
      south: FixedPoint.firstUnits(notBelow: box.south),
      north: FixedPoint.lastUnits(notAbove: box.north),
      west: FixedPoint.firstUnits(notBelow: box.west),
      east: FixedPoint.lastUnits(notAbove: box.east)
    )
    let isWestmost = edges.west == -FixedPoint.maximumLongitude
    let isEastmost = edges.east == FixedPoint.maximumLongitude
    if isWestmost, !isEastmost { edges.west = FixedPoint.maximumLongitude }
    if isEastmost, !isWestmost { edges.east = -FixedPoint.maximumLongitude }
    self.init(box: edges, crossesAntimeridian: box.crossesAntimeridian || isWestmost != isEastmost)
  }

  @inline(__always)
  func classify(_ boxes: ChildBoxes, among wanted: UInt32) -> (touched: UInt32, whole: UInt32) {
    let rows = (boxes.south .<= box.north) .& (boxes.north .>= box.south)
    let wholeRows = (boxes.south .>= box.south) .& (boxes.north .<= box.north)
    if crossesAntimeridian {
      let columns = (boxes.east .>= box.west) .| (boxes.west .<= box.east)
      let wholeColumns = (boxes.west .>= box.west) .| (boxes.east .<= box.east)
      return ((rows .& columns).movemask, (wholeRows .& wholeColumns).movemask)
    }
    let columns = (boxes.west .<= box.east) .& (boxes.east .>= box.west)
    let wholeColumns = (boxes.west .>= box.west) .& (boxes.east .<= box.east)
    return ((rows .& columns).movemask, (wholeRows .& wholeColumns).movemask)
  }

  @inline(__always)
  func classify(
    latitudes: SIMD8<Int32>,
    longitudes: SIMD8<Int32>
  ) -> (inside: SIMDMask<SIMD8<Int32>>, boundary: SIMDMask<SIMD8<Int32>>) {
    (contains(latitudes: latitudes, longitudes: longitudes), SIMDMask(repeating: false))
  }

  @inline(__always)
  private func contains(latitudes: SIMD8<Int32>, longitudes: SIMD8<Int32>) -> SIMDMask<SIMD8<Int32>> {
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
