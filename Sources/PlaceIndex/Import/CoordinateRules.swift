import Domain

/// Decides whether the numbers of a row are a coordinate.
enum CoordinateRules {
  /// Magnitudes above this are metres on a map grid, such as Korea's TM.
  private static let leastProjected = 1000.0
  /// Nothing that people visit stands this close to 0, 0: 1e-6 degree.
  private static let nullIslandDegrees = 1e-6

  /// The coordinate of a row in stored units, or why there is none.
  ///
  /// Numbers from columns called latitude and longitude are taken as they are named: rows whose numbers only fit the
  /// other way round are refused. Columns that are merely called x and y are taken the way that fits.
  static func coordinate(
    of draft: borrowing RowDraft
  ) -> Result<(latitude: Int32, longitude: Int32), CoordinateDefect> {
    if let latitude = draft.latitude, let longitude = draft.longitude { return check(latitude, longitude) }
    guard let x = draft.easting, let y = draft.northing else {
      return .failure(CoordinateDefect(draft.hasUnreadableCoordinate ? .unreadableCoordinate : .missingCoordinate))
    }
    let isExchanged = abs(y) > 90 && abs(y) <= 180 && abs(x) <= 90
    return isExchanged ? check(x, y) : check(y, x)
  }

  private static func check(
    _ latitude: Double,
    _ longitude: Double
  ) -> Result<(latitude: Int32, longitude: Int32), CoordinateDefect> {
    if abs(latitude) <= 90, abs(longitude) <= 180 {
      guard abs(latitude) > nullIslandDegrees || abs(longitude) > nullIslandDegrees else {
        return .failure(CoordinateDefect(.nullIsland))
      }
      return .success((FixedPoint.units(latitude), FixedPoint.units(longitude)))
    }
    if abs(latitude) <= 180, abs(longitude) <= 90 { return .failure(CoordinateDefect(.exchangedCoordinate)) }
    let looksProjected = abs(latitude) > leastProjected && abs(longitude) > leastProjected
    return .failure(CoordinateDefect(looksProjected ? .projectedCoordinate : .coordinateOutOfRange))
  }
}

/// Why the numbers of a row are no coordinate.
struct CoordinateDefect: Error {
  /// The reason to be counted.
  let reason: SkippedRows.Reason

  init(_ reason: SkippedRows.Reason) { self.reason = reason }
}
