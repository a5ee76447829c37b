import Domain
import Rows
import Tables

/// Errors about rows of a batch that aren't a valid query.
extension Failure {
  static let rowAtNullIsland = Failure(
    .coordinatesMissing,
    "The row is at 0,0, the usual value of missing coordinates, and has no address in a column that is recognized."
  )
  static let rowWithoutSubject = Failure(.nothingToLookFor, noSubject)
  static let lineAndPoint = Failure(
    .shapeInvalid,
    "The row has a line and another location. Leave its coordinates and 'within' empty."
  )
  static var radiusOfPolygons: Failure { Failure(.shapeInvalid, conflict(.within, .radius).wording) }

  /// Reports a row without a location, whose coordinates may be in a member with any name.
  static func rowWithoutLocation(_ found: ObjectCoordinate?) -> Failure {
    switch found {
    case .missing(.nullIsland): rowAtNullIsland
    case .missing(.unreadableCoordinate): Failure(.coordinatesInvalid, "The coordinates of the row aren't numbers.")
    default:
      Failure(.coordinatesMissing, "The row has neither coordinates nor an address in a column that is recognized.")
    }
  }

  static func coordinateMissing(_ role: ColumnRole) -> Failure {
    Failure(.coordinatesMissing, "The row has no \(name(of: role)).")
  }

  static func notANumber(_ role: ColumnRole, text: String) -> Failure {
    Failure(.coordinatesInvalid, "The \(name(of: role)) \(quoted: text) isn't a number.")
  }

  static func unreadableMinutes(of role: ColumnRole) -> Failure {
    Failure(.coordinatesInvalid, "The minutes or seconds of the \(name(of: role)) aren't numbers from 0 to 60.")
  }

  static func unreadableHemisphere(of role: ColumnRole, _ text: String) -> Failure {
    let words = role == .latitude ? "N or S" : "E or W"
    return Failure(.coordinatesInvalid, "The hemisphere \(quoted: text) of the \(name(of: role)) isn't \(words).")
  }

  static func contradiction(_ role: ColumnRole, degrees: Double, hemisphere text: String) -> Failure {
    Failure(
      .coordinatesInvalid,
      "The \(name(of: role)) \(degrees.decimalText) contradicts its hemisphere \(quoted: text)."
    )
  }

  static func notACoordinate(_ text: String) -> Failure {
    Failure(
      .coordinatesInvalid,
      "\(quoted: text) isn't a coordinate. Write latitude and longitude, as in 37.4979,127.0276."
    )
  }

  static func outsideCRS(x: Double, y: Double) -> Failure {
    Failure(
      .coordinatesInvalid,
      "\(x.decimalText),\(y.decimalText) is outside the coordinate reference system of \(.crs)."
    )
  }

  /// Reports text that is empty or too long to search for.
  static func unsearchable(_ text: String, _ code: FailureCode) -> Failure {
    Failure(code, "The text \(quoted: text) doesn't have 1 to \(SearchText.maximumLength) characters.")
  }

  static func unreadableRadius(_ text: String) -> Failure {
    let least = DistanceFormatter.short(SearchRadius.minimum.distance)
    let most = DistanceFormatter.short(SearchRadius.maximum.distance)
    return Failure(.radiusInvalid, "The radius \(quoted: text) isn't a length between \(least) and \(most).")
  }

  static func radiusTooFarFromLine(_ text: String) -> Failure {
    let most = DistanceFormatter.short(SearchRadius.maximumCorridor.distance)
    return Failure(.radiusInvalid, "The radius \(quoted: text) is larger than \(most), the maximum along a line.")
  }

  static func unreadableLimit(_ text: String) -> Failure {
    Failure(.limitInvalid, "The limit \(quoted: text) isn't a number of places: 0 or more, or all.")
  }

  /// Reports a cell, with the name of its value in messages.
  static func unreadable(_ name: String, _ text: String, _ shape: ValueShape, _ code: FailureCode) -> Failure {
    Failure(code, "The \(name) \(quoted: text) isn't \(shape.rawValue).")
  }

  static func shape(_ error: ShapeError, inCellOf role: ColumnRole) -> Failure {
    .shape(error, as: role == .along ? .line : .polygons, in: "The cell '\(role.names[0])'")
  }

  private static func name(of role: ColumnRole) -> String { role == .latitude ? "latitude" : "longitude" }
}
