import Domain

/// Decides whether the numbers of a row are a coordinate.
enum CoordinateRules {
  /// Magnitudes above this are metres on a map grid, such as Korea's TM.
  private static let leastProjected = 1000.0
  /// Nothing that people visit stands this close to 0, 0: 1e-6 degree.
  private static let nullIslandDegrees = 1e-6

  /// The coordinate of a row in stored units, or why there is none.
  ///
  /// The first pair that is one counts. Numbers from columns called latitude and longitude are taken as they are named:
  /// rows whose numbers only fit swapped are refused. Columns called x and y are taken the way that fits.
  static func coordinate(
    of draft: borrowing RowDraft,
    _ grids: GridPlan
  ) -> Result<(latitude: Int32, longitude: Int32), CoordinateError> {
    var error: CoordinateError?
    for slot in CoordinateSlot.allCases {
      var latitude = draft.latitude(in: slot)
      // `lat` goes with `lng` and, where there is none, with `lot`.
      if slot == .degreesWithin, latitude.isNaN { latitude = draft.latitude(in: .degrees) }
      let north = degrees(latitude, draft.latitudeFraction)
      let east = degrees(draft.longitude(in: slot), draft.longitudeFraction)
      guard !north.isNaN, !east.isNaN else { continue }
      let isSwapped =
        slot == .plane && grids.swapsFreely && abs(north) > 90 && abs(north) <= 180 && abs(east) <= 90
      let result = isSwapped ? check(east, north, slot, grids) : check(north, east, slot, grids)
      switch result {
      case .success: return result
      case .failure(let found): error = error ?? found
      }
    }
    return .failure(
      error ?? CoordinateError(draft.hasUnreadableCoordinate ? .unreadableCoordinate : .missingCoordinate)
    )
  }

  /// Whole degrees with the minutes and seconds that stand apart from them.
  ///
  /// Degrees with decimals say it all: minutes beside them say the same again.
  private static func degrees(_ degrees: Double, _ fraction: Double) -> Double {
    guard fraction != 0, abs(degrees) <= 180, degrees.rounded() == degrees else { return degrees }
    return degrees.sign == .minus ? degrees - fraction : degrees + fraction
  }

  private static func check(
    _ latitude: Double,
    _ longitude: Double,
    _ slot: CoordinateSlot,
    _ grids: GridPlan
  ) -> Result<(latitude: Int32, longitude: Int32), CoordinateError> {
    if abs(latitude) <= 90, abs(longitude) <= 180, !grids.isAlwaysGrid {
      guard abs(latitude) > nullIslandDegrees || abs(longitude) > nullIslandDegrees else {
        return .failure(CoordinateError(.nullIsland))
      }
      return .success((FixedPoint.units(latitude), FixedPoint.units(longitude)))
    }
    if abs(latitude) <= 180, abs(longitude) <= 90, !grids.isAlwaysGrid {
      return .failure(CoordinateError(.swappedCoordinate))
    }
    if latitude == 0, longitude == 0 { return .failure(CoordinateError(.nullIsland)) }
    if let projection = grids.projection(of: slot) {
      let (x, y) = grids.isSwapped ? (latitude, longitude) : (longitude, latitude)
      guard let point = projection.degrees(x: x, y: y) else { return .failure(CoordinateError(.coordinateOutOfRange)) }
      return .success((FixedPoint.units(point.latitude), FixedPoint.units(point.longitude)))
    }
    let looksProjected = abs(latitude) > leastProjected && abs(longitude) > leastProjected
    let metres = looksProjected ? (x: longitude, y: latitude) : nil
    return .failure(CoordinateError(looksProjected ? .projectedCoordinate : .coordinateOutOfRange, metres: metres))
  }
}

/// Why the numbers of a row are no coordinate.
struct CoordinateError: Error {
  /// The reason to be counted.
  let reason: SkippedRows.Reason
  /// The metres that would be one if the grid were known.
  let metres: (x: Double, y: Double)?

  init(_ reason: SkippedRows.Reason, metres: (x: Double, y: Double)? = nil) {
    self.reason = reason
    self.metres = metres
  }
}

/// Which grids the coordinates of an input that are not degrees lie on.
struct GridPlan: Sendable {
  /// That of columns called x and y.
  var plane: GridProjection?
  /// That of every other pair.
  var other: GridProjection?
  /// Whether the column called x holds northings, decided for a whole table.
  var isSwapped = false
  /// Whether each row may have x and y swapped; a table decides that once.
  var swapsFreely = true
  /// Whether even small numbers are coordinates of the grid: it is one of degrees on another datum.
  var isAlwaysGrid: Bool { other?.grid == .korean1985 }

  /// The grid of a pair.
  func projection(of slot: CoordinateSlot) -> GridProjection? { slot == .plane ? plane ?? other : other }

  /// Makes a plan for an input whose caller named a grid, or whose header or dataset did.
  init(named grid: MapGrid? = nil, ofPlane planeGrid: MapGrid? = nil) {
    other = grid.map(GridProjection.init)
    plane = (grid ?? planeGrid).map(GridProjection.init)
  }
}
