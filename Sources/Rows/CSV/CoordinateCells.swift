package import Domain
import Tables

/// The column of a table that contains both coordinates: two numbers, well-known text or GeoJSON.
package struct CoordinateCells: Sendable, Hashable {
  /// The index of the column.
  package let column: Int
  /// The order of two numbers; `nil` if their brackets decide it.
  private let order: PairOrder?

  package init(column: Int, order: PairOrder?) {
    self.column = column
    self.order = order
  }

  /// Finds the column by its values in the first rows; `nil` if there is none.
  package init?(among titles: [String], _ sample: CSVSample) {
    guard let use = CoordinateColumn(titles: titles, sample)?.use else { return nil }
    self.init(column: use.column, order: use.entry.field.order)
  }

  /// Returns the coordinate in a cell; `nil` if there is none.
  package func coordinate(of text: String, on crs: CoordinateReferenceSystem?, scale: Int?) -> Coordinate? {
    guard let found = ByteView.over(Array(text.utf8), { CoordinateTextParser.parse($0.trimmed, in: order) }),
      case .point(let point) = CoordinateRules.read(
        found.latitude,
        longitude: found.longitude,
        slot: .coordinate,
        systems: CRSPlan(named: crs, scale: scale)
      )
    else { return nil }
    return Coordinate(point)
  }
}

extension Coordinate {
  /// Converts a stored coordinate; `nil` if it is out of range.
  init?(_ point: StoredCoordinate) {
    let latitude = FixedPoint.degrees(point.latitude)
    guard let read = try? Coordinate(latitude: latitude, longitude: FixedPoint.degrees(point.longitude)) else {
      return nil
    }
    self = read
  }
}
