import Domain
import Testing

@testable import PlaceIndex
@testable import Rows

@Suite struct CoordinateReferenceSystemTests {
  private static let cityHall = (latitude: 37.566535, longitude: 126.9779692)

  @Test(arguments: [
    (CoordinateReferenceSystem.modifiedCentralBelt, 197984.007, 451583.779),
    (.besselCentralBelt, 198239.333, 451583.721),
    (.centralBelt, 198053.647, 451888.916), (.centralBelt2010, 198053.647, 551888.916),
    (.westBelt2010, 374756.489, 553728.197), (.eastBelt2010, 21350.189, 553811.088),
    (.eastSeaBelt2010, -155409.551, 559501.26), (.unified, 953898.467, 1952035.979),
    (.besselUnified, 954087.717, 1951729.901), (.katec, 309907.46, 552077.264),
    (.webMercator, 14135122.873, 4518371.425), (.modifiedWestBelt, 374672.287, 453421.310),
    (.modifiedCentralBeltJeju, 197984.004, 501583.784), (.modifiedEastBelt, 21295.084, 453507.162),
    (.modifiedEastSeaBelt, -155450.156, 459197.997), (.besselWestBelt, 374927.653, 453426.689),
    (.besselEastBelt, 21550.451, 453501.667), (.westBelt, 374756.489, 453728.197),
    (.centralBeltJeju, 198053.647, 501888.916), (.eastBelt, 21350.189, 453811.088),
    (.eastSeaBelt, -155409.551, 459501.260), (.utm51, 851373.788, 4165166.481), (.utm52, 321421.649, 4159644.584),
    (.korean1985, 126.98006931, 37.56373887), (.wgs84, 126.9779692, 37.566535),
  ])
  func `Seoul's city hall has the same coordinate in each CRS`(crs: CoordinateReferenceSystem, x: Double, y: Double)
    throws
  {
    let projection = CRSProjection(crs)
    let here = try #require(projection.degrees(x: x, y: y))
    let meters = GreatCircle(fromLatitude: here.latitude, longitude: here.longitude)
      .meters(toLatitude: Self.cityHall.latitude, longitude: Self.cityHall.longitude)
    #expect(meters < 0.01)
  }

  @Test(arguments: [
    (198811.965898086, 452040.822179676, 37.5706547, 126.9873398), (389008.049, 188678.854, 35.1795543, 129.0756416),
    (156360.013, 453.434, 33.4996213, 126.5311884),
  ])
  func `the licences' CRS is converted within a metre from Seoul to Jeju`(
    x: Double,
    y: Double,
    latitude: Double,
    longitude: Double
  ) throws {
    let here = try #require(CRSProjection(.modifiedCentralBelt).degrees(x: x, y: y))
    let meters = GreatCircle(fromLatitude: here.latitude, longitude: here.longitude)
      .meters(toLatitude: latitude, longitude: longitude)
    #expect(meters < 0.05, "\(meters) m")
  }

  @Test(
    arguments: [
      ("EPSG:5174", CoordinateReferenceSystem.modifiedCentralBelt), ("epsg5186", .centralBelt2010), ("5179", .unified),
      ("katec", .katec),
      ("UTM-K", .unified), ("urn:ogc:def:crs:EPSG::5181", .centralBelt), ("urn:ogc:def:crs:OGC:1.3:CRS84", .wgs84),
      ("urn:ogc:def:crs:EPSG:6.9:5186", .centralBelt2010),
      ("http://www.opengis.net/def/crs/EPSG/9.9.1/5186", .centralBelt2010),
      ("http://www.opengis.net/def/crs/OGC/1.3/CRS84", .wgs84), ("OGC:CRS84", .wgs84),
      ("EPSG:05186 ", .centralBelt2010),
      ("EPSG:27700", nil), ("", nil), ("Seoul", nil),
    ] as [(String, CoordinateReferenceSystem?)]
  )
  func `a CRS has a code and names`(word: String, crs: CoordinateReferenceSystem?) {
    #expect(CoordinateReferenceSystem(word: word) == crs)
  }

  @Test(arguments: [
    (#""spatialReference":{"wkid":102100,"latestWkid":3857},"#, 14135122.873, 4518371.425),
    (#""spatialReference":{"wkid":102100},"#, 14135122.873, 4518371.425),
    (#""spatialReference":{"wkid":5179},"#, 953898.467, 1952035.979),
    (#""spatialReference":{"wkid":4326},"#, 126.9779692, 37.566535),
  ])
  func `a response of ArcGIS has names, and points in its CRS`(reference: String, x: Double, y: Double) throws {
    let text = """
      {"displayFieldName":"NAME","fieldAliases":{"OBJECTID":"OBJECTID","NAME":"Name"},"geometryType":"esriGeometryPoint",\(reference)
      "fields":[{"name":"OBJECTID","type":"esriFieldTypeOID","alias":"OBJECTID"},{"name":"NAME","type":"esriFieldTypeString"}],
      "features":[{"attributes":{"OBJECTID":1,"NAME":"가온","TITLE_2":"나래"},"geometry":{"x":\(x),"y":\(y)}},
      {"attributes":{"OBJECTID":2,"NAME":"다솜","TITLE_2":"라온"},
      "geometry":{"rings":[[[\(x - 0.001),\(y)],[\(x + 0.001),\(y)],[\(x - 0.001),\(y)]]]}}]}
      """
    let imported = try ImportedPlaces(text)
    #expect(imported.rows.map(\.name) == ["가온", "다솜"])
    for row in imported.rows {
      #expect(abs(row.latitude - Self.cityHall.latitude) < 2e-7 && abs(row.longitude - Self.cityHall.longitude) < 2e-7)
    }
    var rules = ImportRules()
    rules.columns.columns["name"] = "TITLE_2"
    #expect(try ImportedPlaces(text, rules: rules).rows.map(\.name) == ["나래", "라온"])
  }

  @Test func `a refused table names the columns and every CRS in which it would be in Korea`() {
    #expect {
      try ImportedPlaces("이름,TM_X,TM_Y\n가온,197984.007,451583.779\n")
    } throws: { error in
      guard case .crsUnknown("input", ["TM_X", "TM_Y"], let found)? = error as? IndexFileError else { return false }
      let candidates = found.map(\.crs)
      return Set(candidates).isSuperset(of: [.modifiedCentralBelt, .besselCentralBelt, .centralBelt])
        && !candidates.contains(.unified) && !candidates.contains(.webMercator)
    }
  }

  @Test(
    arguments: [
      ("-8238310.2,4970071.1", 40.7128, -74.006), ("16829259.5,-4010804.6", -33.865, 151.18),
      ("530034,180381", nil, nil),
      ("-1238310.2,4970071.1", nil, nil),
    ] as [(String, Double?, Double?)]
  )
  func `numbers beyond the grids of all countries may be in Web Mercator`(
    row: String,
    latitude: Double?,
    longitude: Double?
  ) {
    #expect {
      try ImportedPlaces("name,x,y\na,\(row)\n")
    } throws: { error in
      guard case .crsUnknown(_, _, let found)? = error as? IndexFileError, let latitude, let longitude else {
        return latitude == nil
      }
      return found.map(\.crs) == [.webMercator] && abs(found[0].firstRow.latitude - latitude) < 0.01
        && abs(found[0].firstRow.longitude - longitude) < 0.01
    }
  }

  @Test(arguments: [
    (
      "GRS80TM X좌표,GRS80TM Y좌표",
      [CoordinateReferenceSystem.centralBelt, .centralBelt2010, .eastBelt2010, .westBelt2010], 451888.916
    ),
    ("TM_X(Bessel),TM_Y(Bessel)", [.modifiedCentralBelt, .besselCentralBelt, .katec], 451583.779),
  ])
  func `only CRSs on the ellipsoid that the header names are candidates, each with the place of the first row`(
    header: String,
    systems: [CoordinateReferenceSystem],
    y: Double
  ) {
    #expect {
      try ImportedPlaces("이름,\(header)\n가온,198053.647,\(y)\n")
    } throws: { error in
      guard case .crsUnknown("input", _, let candidates)? = error as? IndexFileError, let first = candidates.first
      else {
        return false
      }
      return candidates.map(\.crs) == systems && abs(first.firstRow.latitude - Self.cityHall.latitude) < 0.0001
    }
  }

  @Test(
    arguments: [
      ("이름,X(EPSG:27700),Y(EPSG:27700)\n가온,530000,180000\n", ["X(EPSG:27700)", "Y(EPSG:27700)"]),
      (
        """
        {"type":"FeatureCollection","crs":{"type":"name","properties":{"name":"urn:ogc:def:crs:EPSG::27700"}},"features":[\
        {"type":"Feature","properties":{},"geometry":{"type":"Point","coordinates":[530000,180000]}},\
        {"type":"Feature","properties":{},"geometry":{"type":"Point","coordinates":[530001,180000]}}]}
        """, []
      ),
    ] as [(String, [String])]
  )
  func `an unsupported CRS is reported, and no Korean CRS is guessed`(
    text: String,
    columns: [String]
  ) {
    let systems = [ForeignSystem(code: "EPSG:27700")]
    #expect(throws: IndexFileError.systemForeign(path: "input", systems: systems, columns: columns)) {
      try ImportedPlaces(text)
    }
  }

  @Test(
    arguments: [
      ("이름,TM_X,TM_Y\n가온,197984.007,451583.779\n", CoordinateReferenceSystem.modifiedCentralBelt),
      ("이름,x,y\n가온,197984.007,451583.779\n", .modifiedCentralBelt),
      ("이름,경도,위도\n가온,197984.007,451583.779\n", .modifiedCentralBelt),
      ("이름,좌표정보X(EPSG5174),좌표정보Y(EPSG5174)\n가온,197984.007,451583.779\n", nil),
      ("이름;KATEC_X;KATEC_Y\n가온;309907.46;552077.264\n", nil),
      ("이름,UTM-K X좌표,UTM-K Y좌표\n가온,953898.467,1952035.979\n", nil),
      ("이름,y,x\n가온,953898.467,1952035.979\n", .unified),
      ("이름,X,Y\n가온,551888.916,198053.647\n", .centralBelt2010),
      ("{\"이름\":\"가온\",\"x\":197984.007,\"y\":451583.779}\n", .modifiedCentralBelt),
      ("{\"이름\":\"가온\",\"좌표정보X(EPSG5174)\":197984.007,\"좌표정보Y(EPSG5174)\":451583.779}\n", nil),
      (
        """
        {"type":"FeatureCollection","crs":{"type":"name","properties":{"name":"urn:ogc:def:crs:EPSG::5186"}},"features":[\
        {"type":"Feature","properties":{"이름":"가온"},"geometry":{"type":"Point","coordinates":[198053.647,551888.916]}}]}
        """, nil
      ),
    ] as [(String, CoordinateReferenceSystem?)]
  )
  func `metres of a CRS that is named anywhere become degrees`(text: String, crs: CoordinateReferenceSystem?) throws {
    var rules = ImportRules()
    rules.crs = crs
    let row = try #require(try ImportedPlaces(text, rules: rules).rows.first)
    #expect(abs(row.latitude - Self.cityHall.latitude) < 2e-7 && abs(row.longitude - Self.cityHall.longitude) < 2e-7)
  }

  @Test func `degrees stay degrees whatever the CRS, and metres outside Korea are skipped`() throws {
    let imported = try ImportedPlaces(
      """
      관리번호,인허가일자,사업장명,좌표정보(X),좌표정보(Y)
      1,2020-01-01,가온,126.9779692,37.566535
      2,2020-01-01,나래, 197984.007   , 451583.779
      3,2020-01-01,다솜,1979840.07,4515837.79
      4,2020-01-01,라온,0,0
      5,2020-01-01,마루,,
      """
    )
    #expect(imported.rows.map(\.name) == ["가온", "나래"])
    #expect(imported.skips == [.coordinateOutOfRange: 1, .nullIsland: 1, .missingCoordinate: 1])
  }
}
