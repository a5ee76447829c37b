/// A coordinate reference system (CRS) that may fit the metres of a file, tried on its first row.
public struct CRSCandidate: Sendable, Hashable {
  public let crs: CoordinateReferenceSystem
  /// The coordinate of the first row in this CRS.
  public let firstRow: Coordinate

  public init(_ crs: CoordinateReferenceSystem, firstRow: Coordinate) {
    self.crs = crs
    self.firstRow = firstRow
  }
}

/// A CRS that the program can't convert.
public struct ForeignSystem: Sendable, Hashable {
  /// The code of the CRS, such as `EPSG:27700`.
  public let code: String
  /// The country whose files use the CRS; `nil` if a file names the CRS.
  public let country: String?

  public init(code: String, country: String? = nil) {
    self.code = code
    self.country = country
  }
}

/// A coordinate reference system (CRS) in which files of places are published.
///
/// The raw value is the argument of `--crs`. Sources: the EPSG registry; for KATEC, which has no code, the
/// documentation of OPINET, the Korean oil price service.
public enum CoordinateReferenceSystem: String, Sendable, Hashable, CaseIterable {
  /// WGS 84 in degrees, which needs no conversion.
  case wgs84 = "EPSG:4326"
  /// Korean 1985 in degrees, on the Bessel ellipsoid.
  case korean1985 = "EPSG:4162"
  /// Korean 1985 / Modified Central Belt, used by the licence data of localdata.go.kr.
  case modifiedCentralBelt = "EPSG:5174"
  case modifiedWestBelt = "EPSG:5173"
  case modifiedCentralBeltJeju = "EPSG:5175"
  case modifiedEastBelt = "EPSG:5176"
  case modifiedEastSeaBelt = "EPSG:5177"
  /// Korean 1985 / Central Belt.
  case besselCentralBelt = "EPSG:2097"
  case besselEastBelt = "EPSG:2096"
  case besselWestBelt = "EPSG:2098"
  /// Korea 2000 / Central Belt, used by Kakao and many cities.
  case centralBelt = "EPSG:5181"
  case westBelt = "EPSG:5180"
  case centralBeltJeju = "EPSG:5182"
  case eastBelt = "EPSG:5183"
  case eastSeaBelt = "EPSG:5184"
  /// Korea 2000 / Central Belt 2010.
  case centralBelt2010 = "EPSG:5186"
  case westBelt2010 = "EPSG:5185"
  case eastBelt2010 = "EPSG:5187"
  case eastSeaBelt2010 = "EPSG:5188"
  /// Korea 2000 / Unified CS (UTM-K), used by Naver and the road-name addresses.
  case unified = "EPSG:5179"
  /// Korean 1985 / Unified CS.
  case besselUnified = "EPSG:5178"
  /// KATEC (TM128), used by car navigation and OPINET.
  case katec = "KATEC"
  /// Web Mercator, the projection of web maps.
  case webMercator = "EPSG:3857"
  /// WGS 84 / UTM zones 51N and 52N.
  case utm51 = "EPSG:32651"
  case utm52 = "EPSG:32652"

  /// Finds the CRS that a word names; `nil` if the CRS isn't supported.
  ///
  /// - Parameter word: `EPSG:5174`, `epsg5174`, `5174`, a URN or URL that ends in the code, `KATEC`, `TM128`, `UTM-K`
  ///   or `WGS84`, in any case.
  public init?(word: String) {
    let letters = String(decoding: word.utf8.filter(Self.isLetterOrDigit).map(Self.lowered), as: UTF8.self)
    switch letters {
    case "katec", "katech", "tm128", "ktm": self = .katec
    case "utmk": self = .unified
    case "wgs84": self = .wgs84
    case _ where letters.hasSuffix("crs84"): self = .wgs84
    case "webmercator", "epsg900913", "900913", "epsg3785", "epsg102100", "102100", "epsg102113": self = .webMercator
    default:
      // A URN may contain a registry version before the code: `urn:ogc:def:crs:EPSG:6.9:5186`.
      let ending = word.utf8.reversed().drop { !Self.isLetterOrDigit($0) }.prefix { (0x30...0x39).contains($0) }
      let digits = String(decoding: ending.reversed(), as: UTF8.self)
      let isCode = digits == letters || letters.contains("epsg")
      guard isCode, let crs = CoordinateReferenceSystem(rawValue: "EPSG:" + digits.drop { $0 == "0" }) else {
        return nil
      }
      self = crs
    }
  }

  private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
    byte >= 0x30 && byte <= 0x39 || (byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x7A
  }

  private static func lowered(_ byte: UInt8) -> UInt8 { byte >= 0x41 && byte <= 0x5A ? byte | 0x20 : byte }
}
