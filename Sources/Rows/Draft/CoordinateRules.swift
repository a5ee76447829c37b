package import Domain
import Tables

/// The rules for reading a coordinate from the numbers of a row.
package enum CoordinateRules {
  /// The coordinate of a row, or the reason why it has none.
  package enum Outcome {
    case point(StoredCoordinate)
    /// `metres` is the numbers, if they are metres of an unknown CRS, or outside the area of a known one.
    case none(SkippedRows.Reason, metres: PlanePoint? = nil)
  }

  /// The magnitude above which numbers are metres.
  static let minimumProjected = 1000.0
  /// The largest longitude in units of 10⁻⁷ degrees; metres on Earth are smaller.
  private static let maximumProjected = 1_800_000_000.0

  /// Returns whether a pair of numbers may be metres or degrees without a decimal point, and not a mark for a missing
  /// coordinate: -999999 twice, or the largest number of the format.
  package static func mayBeMetres(_ x: Double, _ y: Double) -> Bool {
    (abs(x) > 180 || abs(y) > 180) && x != y && max(abs(x), abs(y)) <= maximumProjected
  }

  /// Returns the coordinate of a row in stored units, or the reason why it has none.
  ///
  /// The first valid pair is used. Columns called latitude and longitude are used as named: rows that are on the globe
  /// only when swapped are skipped. Columns called x and y are used in the order that fits.
  ///
  /// The draft doesn't change; a function that borrowed this large value would get a copy of it.
  @inline(__always)
  package static func coordinate(of draft: inout RowDraft, _ systems: CRSPlan) -> Outcome {
    var refused: Outcome?
    for slot in CoordinateSlot.allCases {
      var latitude = draft.latitude(in: slot)
      // `lat` is paired with `lng` or, if there is none, with `lot`.
      if slot == .degreesWithin, latitude.isNaN { latitude = draft.latitude(in: .degrees) }
      var longitude = draft.longitude(in: slot)
      // Only one column of the pair may be marked as WGS 84.
      if latitude.isNaN != longitude.isNaN, slot == .degrees || slot == .degreesWithin {
        if latitude.isNaN { latitude = draft.latitude(in: .geodetic) }
        if longitude.isNaN { longitude = draft.longitude(in: .geodetic) }
      }
      guard !latitude.isNaN, !longitude.isNaN else { continue }
      if draft.hasSign {
        guard let north = draft.signed(latitude, isLongitude: false),
          let east = draft.signed(longitude, isLongitude: true)
        else { return .none(.unreadableCoordinate) }
        (latitude, longitude) = (north, east)
      }
      let isSwapped =
        slot == .plane && systems.swapsFreely && abs(latitude) > 90 && abs(latitude) <= 180 && abs(longitude) <= 90
      let result =
        isSwapped
        ? read(longitude, longitude: latitude, slot: slot, systems: systems)
        : read(latitude, longitude: longitude, slot: slot, systems: systems)
      if case .point = result { return result }
      refused = refused ?? result
    }
    return refused ?? .none(draft.hasUnreadableCoordinate ? .unreadableCoordinate : .missingCoordinate)
  }

  static func read(_ latitude: Double, longitude: Double, slot: CoordinateSlot, systems: CRSPlan) -> Outcome {
    if abs(latitude) <= 90, abs(longitude) <= 180, !systems.isAlwaysProjected {
      guard !Coordinate.isNullIsland(latitude: latitude, longitude: longitude) else {
        return .none(.nullIsland)
      }
      return .point((FixedPoint.units(latitude), FixedPoint.units(longitude)))
    }
    if let divisor = systems.divisor(of: slot) {
      let degrees = (latitude: latitude / divisor, longitude: longitude / divisor)
      guard abs(degrees.latitude) <= 90, abs(degrees.longitude) <= 180 else {
        return .none(.coordinateOutOfRange)
      }
      return .point((FixedPoint.units(degrees.latitude), FixedPoint.units(degrees.longitude)))
    }
    if abs(latitude) <= 180, abs(longitude) <= 90, !systems.isAlwaysProjected {
      return .none(.swappedCoordinate)
    }
    if latitude == 0, longitude == 0 { return .none(.nullIsland) }
    if let projection = systems.projection(of: slot) {
      let (x, y) = systems.isSwapped && slot == .plane ? (latitude, longitude) : (longitude, latitude)
      guard let point = projection.degrees(x: x, y: y) else {
        return .none(.coordinateOutOfRange, metres: (x, y))
      }
      return .point((FixedPoint.units(point.latitude), FixedPoint.units(point.longitude)))
    }
    let looksProjected =
      abs(latitude) > minimumProjected && abs(longitude) > minimumProjected && mayBeMetres(longitude, latitude)
    let metres = looksProjected ? (x: longitude, y: latitude) : nil
    let reason: SkippedRows.Reason = looksProjected ? .projectedCoordinate : .coordinateOutOfRange
    return .none(reason, metres: metres)
  }
}

/// The CRSs of an input's coordinates that aren't degrees.
package struct CRSPlan: Sendable {
  /// The CRS of columns called x and y.
  package var plane: CRSProjection?
  package var other: CRSProjection?
  /// Whether properties called x contain northings; the columns of a table are swapped instead.
  package var isSwapped = false
  /// Whether x and y may be swapped in individual rows; for a table, this is decided once.
  var swapsFreely = true
  /// The divisors of degrees without a decimal point: of columns called latitude and longitude, and of x and y.
  package var divisors: (named: Int?, plane: Int?) = (nil, nil)
  /// The divisor of all numbers, which the caller names.
  package private(set) var scale: Int?
  /// Whether even small numbers must be converted, because the CRS has degrees on another datum, or the caller names a
  /// divisor.
  var isAlwaysProjected: Bool { scale != nil || other?.crs == .korean1985 }

  /// Returns the divisor of a pair that isn't in degrees; `nil` for metres.
  @inline(__always)
  func divisor(of slot: CoordinateSlot) -> Double? {
    if let scale { return Double(scale) }
    return switch slot {
    case .plane: divisors.plane.map(Double.init)
    case .geometry, .coordinate: nil
    case .geodetic, .degrees, .degreesWithin: divisors.named.map(Double.init)
    }
  }

  package func projection(of slot: CoordinateSlot) -> CRSProjection? { slot == .plane ? plane ?? other : other }

  package init(
    named crs: CoordinateReferenceSystem? = nil,
    ofPlane planeCRS: CoordinateReferenceSystem? = nil,
    scale: Int? = nil
  ) {
    self.scale = scale
    other = crs.map(CRSProjection.init)
    plane = (crs ?? planeCRS).map(CRSProjection.init)
  }
}
