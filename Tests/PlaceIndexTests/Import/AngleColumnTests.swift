import Domain
import Testing

@testable import PlaceIndex
@testable import Rows

/// Coordinates in degrees, minutes and seconds: in columns of their own, or without separators.
@Suite struct AngleColumnTests {
  @Test(arguments: [
    "name,latitude_deg,latitude_min,longitude_deg,longitude_min\nA,13,45.5,100,29.25\n",
    "name,Lat,Lat_min,Lon,Lon_min\nA,13,45.5,100,29.25\n",
    "name,latitude,latitude_minutes,latitude_seconds,longitude,longitude_minutes,longitude_seconds\n"
      + "A,13,45,30,100,29,15\n",
    "name,LatD,LatM,LatS,LonD,LonM,LonS\nA,13,45,30,100,29,15\n",
    "name,Latitude [deg],Latitude [min],N/S,Longitude [deg],Longitude [min],E/W\nA,13,45.5,N,100,29.25,E\n",
    "name,Latitude,,,Longitude,,\n,deg,min,sec,deg,min,sec\nA,13,45,30,100,29,15\n",
    "name,Latitude,,Longitude,\nA,13,45.5,100,29.25\n",
    "name;Latitude;;Longitude;;Notes\nA;13;45,5;100;29,25;x\n",
    "name,lat_deg,lat_min,lng_deg,lng_min,lat,lng\nA,13,45.5,100,29.25,13.758333333,100.4875\n",
    "name,lat,lat_deg,lat_min,lng,lng_deg,lng_min\nA,13.758333333,13,45.5,100.4875,100,29.25\n",
    "name,lat_deg,lat_min,lng_deg,lng_min,lng_sec\nA,13,45.5,100,29,15\n",
    "name,lat_deg,lat_min,lng_deg\nA,13,45.5,100.4875\n", "name,lat,lng_deg,lng_min\nA,13.7583333,100,29.25\n",
  ])
  func `minutes and seconds in columns of their own are added`(text: String) throws {
    let imported = try ImportedPlaces(text)
    let row = try #require(imported.rows.first)
    #expect(abs(row.latitude - 13.7583333) < 1e-6 && abs(row.longitude - 100.4875) < 1e-6, "\(row)")
    #expect(imported.rows.count == 1)
  }

  @Test(
    arguments: [
      ("-0", "30", -0.5), ("-13", "30", -13.5), ("13", "", 13), ("13.25", "15", 13.25), ("0", "30", 0.5),
    ] as [(String, String, Double)]
  )
  func `the sign of the degrees is the sign of the sum`(degrees: String, minutes: String, sum: Double) throws {
    let row = try ImportedPlaces("name,lat,lat_min,lng,lng_min\nA,\(degrees),\(minutes),100,0\n").rows.first
    #expect(row?.latitude == sum)
  }

  @Test func `minutes in another hemisphere count away from the equator`() throws {
    let text = "name,lat_deg,lat_min,ns,lng_deg,lng_min,ew\nA,13,30,S,100,15,W\n"
    let row = try #require(try ImportedPlaces(text).rows.first)
    #expect(row.latitude == -13.5 && row.longitude == -100.25)
  }

  @Test(arguments: ["61", "x"])
  func `minutes that aren't minutes make a coordinate unreadable`(minutes: String) throws {
    let imported = try ImportedPlaces("name,lat,lat_min,lng,lng_min\nA,13,\(minutes),100,0\nB,13,1,100,2\n")
    #expect(imported.rows.map(\.name) == ["B"] && imported.skips == [.unreadableCoordinate: 1])
  }

  @Test func `a box next to a coordinate isn't its minutes`() throws {
    let text = "name,lat,lng,lat_min,lng_min,lat_max,lng_max\nA,13,100,12,40,14,41\n"
    let row = try #require(try ImportedPlaces(text).rows.first)
    #expect(row.latitude == 13 && row.longitude == 100)
  }

  @Test func `the mapping names the columns of the minutes`() throws {
    let mapping = try ImportedPlaces("name,lat,lat_min,lng,lng_min\nA,13,1,100,2\n").input?.mapping
    let columns = mapping?.columns.map { "\($0.field) \($0.title)" }.filter { $0.hasPrefix("l") }
    #expect(columns == ["lat lat", "lat lat_min", "lng lng", "lng lng_min"])
  }

  @Test func `angles without separators are refused as such`() {
    let rows = (0..<5).map { "A\($0),2152\(40 + $0),10217\(10 + $0)" }.joined(separator: "\n")
    #expect {
      try ImportedPlaces("name,LATITUD,LONGITUD\n\(rows)\n")
    } throws: { "\($0)".contains("degrees, minutes and seconds without separators") }
  }

  @Test(arguments: ["latlng", "LatLng", "lat_lon"])
  func `a column for both coordinates may have whole numbers`(title: String) throws {
    let rows = try ImportedPlaces("name,\(title)\nA,\"37.5,127\"\nB,\"37,127\"\nC,\"37.6,127\"\n").rows
    #expect(rows.map(\.latitude) == [37.5, 37, 37.6] && rows.allSatisfy { $0.longitude == 127 })
  }
}
