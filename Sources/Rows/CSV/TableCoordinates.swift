package import Domain
import Tables

/// The coordinate columns of a table.
package struct CoordinateColumns: Sendable, Hashable {
  /// The index of the column of latitudes or northings.
  package var latitude: Int
  /// The index of the column of longitudes or eastings.
  package var longitude: Int
  /// Whether the columns are called x and y, so that only the values show their order.
  package var isPlane: Bool
  /// The CRS of numbers that aren't degrees, if the titles name it.
  package var crs: CoordinateReferenceSystem?

  package mutating func swap() { Swift.swap(&latitude, &longitude) }

  /// Finds the coordinate columns by their titles; `nil` if there are none, or several candidates.
  package init?(among titles: [String]) {
    let sample = CSVSample(bytes: .empty, start: 0, isAtEnd: true, scanner: CSVScanner(delimiter: UInt8(ascii: ",")))
    // With a CRS, columns that are marked as metres are a pair too.
    let columns = try? CSVColumns(
      titles: titles,
      sample,
      path: "",
      names: FieldNames(),
      crs: .wgs84,
      usesValues: false
    )
    guard let columns, let pair = columns.pairs.first else { return nil }
    latitude = pair.latitude
    longitude = pair.longitude
    isPlane = pair.slot == .plane
    crs = columns.planeCRS
  }
}

extension CoordinateColumns {
  /// Finds the columns called x and y that, by the first rows, have the coordinates that the latitude and the longitude
  /// lack; `nil` if there are none.
  package static func alternative(
    among titles: [String],
    _ rows: CSVSample,
    on crs: CoordinateReferenceSystem?
  ) -> CoordinateColumns? {
    let columns = try? CSVColumns(titles: titles, rows, path: "", names: FieldNames(), crs: crs, usesValues: false)
    guard let pair = columns?.pairs.first(where: { $0.slot == .plane }) else { return nil }
    return CoordinateColumns(ofPlane: pair)
  }

  private init(ofPlane pair: CSVColumns.Pair) {
    latitude = pair.latitude
    longitude = pair.longitude
    isPlane = true
  }
}

/// The coordinates of the first rows of a table.
package struct TableCoordinates: Sendable, Hashable {
  /// The titles of the columns, or the keys of JSON.
  package var titles: [String] = []
  /// The coordinate columns, if the titles name them.
  package var columns: CoordinateColumns?
  /// The CRS of numbers that aren't degrees, if the user or the titles name it.
  package var crs: CoordinateReferenceSystem?
  /// The latitudes or northings, parallel to `longitudes`.
  package var latitudes: [Double] = []
  package var longitudes: [Double] = []

  package init() {}

  private var points: [PlanePoint] { zip(longitudes, latitudes).map { PlanePoint(x: $0, y: $1) } }

  /// Whether most numbers are too large for degrees.
  package var areInMetres: Bool {
    let points = points
    return points.count { CoordinateRules.mayBeMetres($0.x, $0.y) } * 2 > points.count
  }

  /// Whether the numbers are degrees by their columns and values, so that more rows wouldn't change their meaning.
  package var areCertain: Bool { !latitudes.isEmpty && !areInMetres && columns?.isPlane != true }

  /// The divisor that makes most numbers degrees; `nil` for degrees and for metres.
  package var degreeDivisor: Int? {
    let points = points
    guard crs == nil, areInMetres else { return nil }
    let others = points.filter { CoordinateRules.mayBeMetres($0.x, $0.y) }
    return DegreeScale.divisor(of: others, areNamed: columns?.isPlane != true, titles: titles)
  }

  /// Returns whether columns called x and y are swapped.
  ///
  /// - Throws: An error if most rows are in metres, and no CRS is named.
  package func areSwapped(inInput path: String) throws(IndexFileError) -> Bool {
    guard let columns, columns.isPlane else { return false }
    let scale = Double(degreeDivisor ?? 1)
    let points = points.map { PlanePoint(x: $0.x / scale, y: $0.y / scale) }
    let metres = points.filter { CoordinateRules.mayBeMetres($0.x, $0.y) }
    var orders = CoordinateOrders()
    for point in points { orders.add(point.x, point.y) }
    let areSwapped = orders.decided == .latitudeFirst
    if let crs { return areSwapped || CRSProjection(crs).isSwapped(metres) }
    let far = metres.filter {
      abs($0.x) > CoordinateRules.minimumProjected && abs($0.y) > CoordinateRules.minimumProjected
    }
    guard far.count * 2 > points.count else { return areSwapped }
    let isKorean = titles.contains { $0.unicodeScalars.contains { (0xAC00...0xD7A3).contains($0.value) } }
    let named = [titles[columns.longitude], titles[columns.latitude]]
    throw ForeignSystems.refusal(path: path, far, titles: titles, pair: named, isKorean: isKorean)
      ?? .crsUnknown(path: path, columns: named, candidates: CRSProjection.candidates(far, titles: titles))
  }
}
