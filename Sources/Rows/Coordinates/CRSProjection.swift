package import Domain
import System
import Tables

/// Two numbers of a row that may be metres.
package typealias PlanePoint = (x: Double, y: Double)

/// Converts coordinates of a CRS to WGS 84 degrees.
package struct CRSProjection: Sendable {
  package let crs: CoordinateReferenceSystem
  /// The projection of a Korean belt; degrees and web maps need none.
  private let projection: TransverseMercator?
  /// Whether the ellipsoid is Bessel's rather than GRS 80.
  let isBessel: Bool

  init(_ crs: CoordinateReferenceSystem) {
    self.crs = crs
    let belt = Self.belts[crs.rawValue]
    isBessel = crs == .korean1985 || belt?.isBessel == true
    projection = belt.map { TransverseMercator($0.isBessel ? .bessel1841 : .grs80, $0.numbers) }
  }

  /// The maximum number of coordinates that are tried in every CRS.
  package static let maximumRowCount = 50

  /// Converts a coordinate to WGS 84 degrees; `nil` outside the CRS.
  func degrees(x: Double, y: Double) -> (latitude: Double, longitude: Double)? {
    var point = (latitude: y, longitude: x)
    if let projection {
      // Outside every belt, the series diverges.
      guard abs(x) < 4_000_000, abs(y) < 10_000_000 else { return nil }
      point = projection.unproject(easting: x, northing: y)
    } else if crs == .webMercator {
      let scale = Ellipsoid.grs80.semiMajorAxis * GreatCircle.radiansPerDegree
      point = (atan(sinh(y / Ellipsoid.grs80.semiMajorAxis)) / GreatCircle.radiansPerDegree, x / scale)
    }
    if isBessel { point = DatumShift.toWGS84(latitude: point.latitude, longitude: point.longitude) }
    guard abs(point.latitude) <= 90, abs(point.longitude) <= 180 else { return nil }
    guard Self.isKorean(crs) else { return point }
    return Self.isNearKorea(latitude: point.latitude, longitude: point.longitude) ? point : nil
  }

  /// Returns whether x and y are northings and eastings: over a tenth more rows are then in South Korea.
  package func isSwapped(_ rows: [PlanePoint]) -> Bool {
    func count(_ point: (PlanePoint) -> (latitude: Double, longitude: Double)?) -> Int {
      rows.count { point($0).map(Self.isSouthKorea) == true }
    }
    return count { degrees(x: $0.y, y: $0.x) } * 9 > count { degrees(x: $0.x, y: $0.y) } * 10
  }

  /// Returns the CRSs that an error may name: those of Korea, or Web Mercator if the rows are in the Americas, Asia or
  /// Oceania, where no grid of a country has such numbers.
  package static func candidates(_ rows: [PlanePoint], titles: [String]) -> [CRSCandidate] {
    let korean = koreanCandidates(rows, titles: titles)
    guard let first = rows.first, korean.isEmpty, rows.count(where: isOnlyWebMercator) * 10 >= rows.count * 9 else {
      return korean
    }
    return [candidate(.webMercator, first)].compactMap(\.self)
  }

  /// Returns the CRSs in which at least nine of ten rows are in South Korea, most common first.
  ///
  /// If a title names an ellipsoid, only CRSs on that ellipsoid are returned.
  static func koreanCandidates(_ rows: [PlanePoint], titles: [String]) -> [CRSCandidate] {
    guard let first = rows.first else { return [] }
    let header = titles.joined(separator: " ").lowercased()
    let isBessel = header.contains("bessel") || header.contains("베셀")
    let isNamed = isBessel != (header.contains("grs80") || header.contains("grs 80") || header.contains("grs-80"))
    return common.compactMap { crs in
      let projection = CRSProjection(crs)
      guard !isNamed || projection.isBessel == isBessel else { return nil }
      let count = rows.count { projection.degrees(x: $0.x, y: $0.y).map(isSouthKorea) == true }
      return count * 10 >= rows.count * 9 ? candidate(crs, first) : nil
    }
  }

  private static func candidate(_ crs: CoordinateReferenceSystem, _ first: PlanePoint) -> CRSCandidate? {
    crs.coordinate(x: first.x, y: first.y).map { CRSCandidate(crs, firstRow: $0) }
  }

  /// Returns whether a point is in Web Mercator, since it is west or east of the grids of all countries.
  private static func isOnlyWebMercator(_ point: PlanePoint) -> Bool {
    let edge = 20_037_508.4
    return (point.x < -3_000_000 || point.x > 7_600_000) && abs(point.x) <= edge && abs(point.y) <= edge
  }

  /// The CRSs of published files, most common first.
  static let common: [CoordinateReferenceSystem] = [
    .modifiedCentralBelt, .centralBelt, .centralBelt2010, .besselCentralBelt, .unified, .katec, .besselUnified,
    .eastBelt2010, .westBelt2010, .eastSeaBelt2010, .webMercator,
  ]

  /// Returns whether a point is in a box around South Korea's land, or around Ulleungdo and Dokdo.
  ///
  /// The sea between them is excluded, because swapped coordinates of Seoul would be there.
  static func isSouthKorea(_ point: (latitude: Double, longitude: Double)) -> Bool {
    point.latitude > 33 && point.latitude < 38.7 && point.longitude > 124.5 && point.longitude < 129.8
      || point.latitude > 37.1 && point.latitude < 37.7 && point.longitude >= 129.8 && point.longitude < 132
  }

  /// Returns whether a point is in a generous box around Korea.
  ///
  /// In a Korean CRS, a coordinate outside it is an error in the data.
  static func isNearKorea(latitude: Double, longitude: Double) -> Bool {
    latitude > 31 && latitude < 44 && longitude > 122 && longitude < 134
  }

  private static func isKorean(_ crs: CoordinateReferenceSystem) -> Bool {
    crs != .wgs84 && crs != .webMercator && crs != .utm51 && crs != .utm52
  }

  /// Ellipsoid, origin, scale and false origin of the transverse Mercator projections, from `Fields.txt`.
  private static let belts = Dictionary(
    uniqueKeysWithValues: FieldNames.lines("grids").map { line in
      (line.key, (isBessel: line.names[0] == "bessel", numbers: line.names.dropFirst().compactMap { Double($0) }))
    }
  )
}

extension CoordinateReferenceSystem {
  /// Converts a coordinate of this CRS to WGS 84; `nil` outside the CRS.
  package func coordinate(x: Double, y: Double) -> Coordinate? {
    CRSProjection(self).degrees(x: x, y: y).flatMap { try? Coordinate(latitude: $0.latitude, longitude: $0.longitude) }
  }
}
