import Domain
import Tables
import Testing

@testable import PlaceIndex

/// Coordinate notations of publishers and programs, other than the standards.
struct OpenDataTests {
  @Test(arguments: ["Q,50,50\rR,51,51\rS,52,52\n", "\"Q\",\"50\",\"50\"\r\"R\",\"51\",\"51\"\n"])
  func `a table with lone carriage returns further down is refused`(lines: String) {
    #expect(throws: IndexFileError.unknownFormat(path: "input", detail: LineEnds.mixed)) {
      try ImportedPlaces("name,lat,lng\nP,1,2\n" + lines)
    }
  }

  @Test func `a carriage return in a text is a part of it`() throws {
    #expect(try ImportedPlaces("name,lat,lng,note\na,37.1,127.1,x\ry\n").rows.count == 1)
  }

  @Test(arguments: [
    #"{"A":{"latitude":"35.80","longitude":"51.43"},"B":{"name":"B","latitude":"35.79","longitude":"51.44"}}"#,
    #"{"A":{"geometry":{"type":"Point","coordinates":[51.43,35.80]}},"B":{"geometry":{"type":"Point","coordinates":[51.44,35.79]}}}"#,
    #"{"ok":true,"stations":{"A":{"lat":35.80,"lng":51.43},"B":{"location":[51.44,35.79]}}}"#,
    #"{"results":[{"name":"A","geometry":{"location":{"lat":35.80,"lng":51.43},"viewport":{"x":{"lat":1,"lng":2}}}},"#
      + #"{"name":"B","geometry":{"location":{"lat":35.79,"lng":51.44}}}]}"#,
    #"[{"ID":1,"AddressInfo":{"ID":9,"name":"A","Latitude":35.80,"Longitude":51.43}},"#
      + #"{"ID":2,"more":{"AddressInfo":{"name":"B","Latitude":35.79,"Longitude":51.44}}}]"#,
  ])
  func `coordinates inside objects are found`(text: String) throws {
    let imported = try ImportedPlaces(text)
    #expect(imported.rows.map(\.name) == ["A", "B"] && imported.skipped.isEmpty, "\(imported)")
    #expect(imported.rows.map(\.latitude) == [35.80, 35.79] && imported.rows.map(\.longitude) == [51.43, 51.44])
  }

  @Test func `a row with several nested coordinates is skipped for that reason`() throws {
    let trip = #"{"id":1,"from":{"lat":1.5,"lng":2.5},"to":{"lat":3.5,"lng":4.5}}"#
    #expect(try ImportedPlaces("[\(trip),\(trip)]").skips == [.severalCoordinates: 2])
    #expect(try ImportedPlaces("\(trip)\n\(trip)\n").skips == [.severalCoordinates: 2])
  }

  @Test(arguments: [
    #"[{"name":"A","nearest_station":{"name":"S","lat":1.5,"lng":2.5}}]"#,
    #"[{"name":"A","more":{"인근역":{"name":"S","lat":1.5,"lng":2.5}}}]"#,
  ])
  func `a coordinate of something near a place is not its own`(text: String) throws {
    #expect(try ImportedPlaces(text).skips == [.missingCoordinate: 1])
  }

  @Test(arguments: [
    ("Latitud;Longitud (WGS84)", "37,5;127,1"), ("Latitude (WGS84);Longitude", "37,5;127,1"),
    ("Latitud (WGS84);Longitud (WGS84)", "37,5;127,1"),
  ])
  func `a WGS 84 mark on only one of two columns or keys is accepted`(titles: String, row: String) throws {
    #expect(try ImportedPlaces("name;\(titles)\na;\(row)\n").rows.map(\.longitude) == [127.1])
    let members = zip(titles.split(separator: ";"), row.split(separator: ";")).map { "\"\($0)\":\"\($1)\"" }
    #expect(try ImportedPlaces("{\(members.joined(separator: ","))}").rows.map(\.latitude) == [37.5])
  }

  @Test func `a coordinate in brackets at the end of a cell is the row's`() throws {
    let rows = "A,\"1 Main St\nNew York, NY\n(40.7, -73.9)\"\nB,\"Main St, New York (40.8, -73.8)\"\nC,Main St\n"
    let imported = try ImportedPlaces("Name,Location 1\n" + rows)
    #expect(imported.rows.map(\.latitude) == [40.7, 40.8] && imported.rows.map(\.longitude) == [-73.9, -73.8])
  }

  @Test func `metres of an unknown CRS, or with swapped titles, are refused with their columns`() {
    #expect(throws: IndexFileError.crsUnknown(path: "input", columns: ["X", "Y"], candidates: [])) {
      try ImportedPlaces("nombre,X,Y\nA,440000,4474000\nB,441000,4475000\n")
    }
    #expect {
      try ImportedPlaces("name,lat,lon\nHelsinki,383000,6674000\nEspoo,371000,6678000\n")
    } throws: { error in
      guard case .systemForeign(_, let systems, ["lat", "lon"], _)? = error as? IndexFileError else { return false }
      return systems.contains { $0.code == "EPSG:3067" }
    }
  }

  @Test(arguments: [("37566535", "126977969", 1_000_000), ("375665350", "1269779690", 10_000_000)])
  func `degrees without a decimal point are divided, and the report mentions it`(
    latitude: String,
    longitude: String,
    divisor: Int
  ) throws {
    let row = "{\"lat\":\(latitude),\"lng\":\"\(longitude)\"}"
    let naver = "{\"items\":[{\"title\":\"a\",\"mapx\":\"\(longitude)\",\"mapy\":\"\(latitude)\"}]}"
    let texts = [
      "이름,위도,경도\n가온,\(latitude),\(longitude)\n", "x,y\n\(longitude),\(latitude)\n", "[\(row),\(row)]", naver,
    ]
    for text in texts {
      let imported = try ImportedPlaces(text)
      let found = try #require(imported.rows.first)
      #expect(found.latitude == 37.566535 && found.longitude == 126.977969, "\(text)")
      #expect(imported.input?.degreeDivisor == divisor)
    }
  }

  @Test(
    arguments: [
      ("latitude;longitude;geom", ["4620100;519800;46.201, 5.198", "4621842;522767;46.21842, 5.22767"]),
      ("latitude;longitude;geom", ["46201000;5198000;46.201 5.198", "46218420;5227670;46.21842 5.22767"]),
      ("longitude;latitude;wkt", ["51980000;462010000;5.198,46.201", "52276700;462184200;5.22767,46.21842"]),
      ("latitude;longitude;geo", [";;46.201, 5.198", "46.21842;5.22767;46.21842, 5.22767"]),
      ("latitude;longitude;geom", [";;46.201, 5.198", ";;46.21842, 5.22767"]),
      ("X;Y;position", ["869800;6568000;46.201, 5.198", "871800;6569900;46.21842, 5.22767"]),
    ] as [(String, [String])]
  )
  func `the order of two numbers in a column follows from the other columns`(titles: String, rows: [String]) throws {
    let imported = try ImportedPlaces("name;\(titles)\na;\(rows[0])\nb;\(rows[1])\n")
    #expect(imported.rows.map(\.latitude) == [46.201, 46.21842] && imported.rows.map(\.longitude) == [5.198, 5.22767])
    let names = titles.split(separator: ";")
    let objects = rows.map { row in
      let cells = row.split(separator: ";", omittingEmptySubsequences: false)
      return "{\"id\":\"\(cells[2])\"," + zip(names, cells).map { "\"\($0)\":\"\($1)\"" }.joined(separator: ",") + "}"
    }
    let json = try ImportedPlaces("[" + objects.joined(separator: ",") + "]")
    #expect(json.rows.map(\.latitude) == [46.201, 46.21842] && json.rows.map(\.longitude) == [5.198, 5.22767])
  }

  @Test func `a column of rising metres shows which column is the latitude`() throws {
    let rows = (0..<8).map {
      "p\($0);\(869_800.5 + Double($0 * $0) * 100);\(6_568_000.5 - Double($0) * 100);\(5.198 + Double($0 * $0) / 800) \(46.201 - Double($0) / 1100)"
    }
    let imported = try ImportedPlaces("name;x_l93;y_l93;location\n" + rows.joined(separator: "\n"))
    #expect(imported.rows.count == 8 && imported.rows.allSatisfy { $0.latitude > 46 && $0.longitude < 6 })
  }

  @Test(arguments: [
    "lat,lng\n451583,197984\n452040,198811\n", "lat,lng\n4518371.5,14135131.5\n", "x,y\n519800,4620100\n",
  ])
  func `metres are not taken for degrees`(text: String) {
    #expect(throws: IndexFileError.self) { try ImportedPlaces(text) }
  }

  @Test func `an unsupported CRS in a file is refused even for one feature`() {
    #expect {
      try ImportedPlaces(
        #"{"type":"FeatureCollection","crs":{"type":"name","properties":{"name":"urn:ogc:def:crs:EPSG::28992"}},"#
          + #""features":[{"type":"Feature","geometry":{"type":"Point","coordinates":[155000,463000]}}]}"#
      )
    } throws: { error in
      guard case .systemForeign(_, let systems, [], _)? = error as? IndexFileError else { return false }
      return systems.map(\.code) == ["EPSG:28992"]
    }
  }

  @Test(arguments: [false, true])
  func `UTF-16 without a mark is recognised by its zero bytes`(isBig: Bool) throws {
    let text = "이름,lat,lng\r\n가온 나래,37.5,127.1\r\n다솜,37.6,127.2\r\n"
    let bytes = text.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
    let ordered = isBig ? stride(from: 0, to: bytes.count, by: 2).flatMap { [bytes[$0 + 1], bytes[$0]] } : bytes
    #expect(try ImportedPlaces(ordered).rows.map(\.name) == ["가온 나래", "다솜"])
  }

  @Test func `a single zero byte in a short table is part of a text`() throws {
    #expect(try ImportedPlaces("name,lat,lng\nA\u{0}B,1,1\nC,2,2\n").rows.count == 2)
  }
}
