import Domain
import Testing

@testable import PlaceIndex

/// The meaning of titles in combination, and the meaning of a column according to its values.
@Suite struct TitlesTogetherTests {
  private static let point = #""geometry":{"type":"Point","coordinates":[9.37,47.42]}"#

  @Test func `the geometry name of a feature is not the place's name`() throws {
    let feature = #"{"type":"Feature","id":"1","geometry_name":"geom","properties":{"standort":"x"},\#(Self.point)}"#
    #expect(try ImportedPlaces(feature).rows.map(\.name) == [""])
  }

  @Test func `next to a first name, Name is a person's if the place has another name`() throws {
    let table = "Vorname;Name;Bezeichnung;lat;lng\nEmanuela;Urgesi;가온;47.1;9.1\n;;나래;47.2;9.1\n"
    #expect(try ImportedPlaces(table).rows.map(\.name) == ["가온", "나래"])
    let feature =
      #"{"type":"Feature","properties":{"vorname":"Emanuela","name":"Urgesi","bezeichnun":"가온"},\#(Self.point)}"#
    #expect(try ImportedPlaces(feature).rows.map(\.name) == ["가온"])
    #expect(try ImportedPlaces("first_name,name,lat,lng\nx,가온,47.1,9.1\n").rows.map(\.name) == ["가온"])
    // With first and last names, Name is the place's.
    let whole = "name,first_name,last_name,lat,lng\n가온,Ana,Lopez,47.1,9.1\n"
    #expect(try ImportedPlaces(whole).rows.map(\.name) == ["가온"])
  }

  @Test func `an empty name column is replaced by the next one`() throws {
    let table = "名　　称,開設者,latitude,longitude,name\n가온,x,34.1,134.1,\n나래,x,34.2,134.1,\n"
    #expect(try ImportedPlaces(table).rows.map(\.name) == ["가온", "나래"])
    let filled = "name,title,lat,lng\n가온,x,34.1,134.1\n,y,34.2,134.1\n"
    #expect(try ImportedPlaces(filled).rows.map(\.name) == ["가온", ""])
  }

  @Test(arguments: [(10, "가온"), (11, "나래")])
  func `a name column with values in fewer than a tenth of the rows is replaced`(rowCount: Int, name: String) throws {
    let rows = (0..<rowCount).map { "\($0 == 0 ? "가온" : ""),나래,34.\($0 + 100),134.1\n" }
    #expect(try ImportedPlaces("name,placename,lat,lng\n" + rows.joined()).rows.first?.name == name)
  }

  @Test func `an object with an empty name has the name of another property`() throws {
    let rows = (0..<12).map { number in
      let (name, title) = number == 0 ? ("가온", "") : ("", "나래 \(number)")
      return #"{"denominazione":"\#(name)","titolo":"\#(title)","lat":34,"lng":\#(number)}"#
    }
    let names = try ImportedPlaces("[" + rows.joined(separator: ",") + "]").rows.map(\.name)
    #expect(names.first == "가온" && names.last == "나래 11")
  }

  @Test(arguments: [
    "bezeichnun", "facility_n", "station_na", "denominazi", "Lagebezeichnung", "Name of Library", "name_of_the_park",
  ])
  func `a name truncated by a shapefile is recognised by its beginning`(title: String) throws {
    #expect(try ImportedPlaces("id;\(title);lat;lng\n1;가온;47.1;9.1\n").rows.map(\.name) == ["가온"])
  }

  @Test(arguments: ["Name of Owner", "districtName", "informatio", "parking_nu"])
  func `the beginning of a name of something else is not a name`(title: String) throws {
    #expect(try ImportedPlaces("id;\(title);lat;lng\n1;가온;47.1;9.1\n").rows.map(\.name) == [""])
  }

  @Test func `attributes under truncated names are stored, and numbers of hours are not opening hours`() throws {
    let text = "name;oeffnungsz;descripcio;lat;lng\n가온;Mo-Fr 7-9;x;47.1;9.1\n"
    #expect(try AttributeImportTests.attributes(text) == [["opening_hours": "Mo-Fr 7-9", "description": "x"]])
    #expect(
      try AttributeImportTests.attributes("name;opening_hours;lat;lng\n가온;24;47.1;9.1\n") == [["opening_hours": "24"]]
    )
    let hours = "name;hours;lat;lng\n가온;72;47.1;9.1\n나래;24/7;47.2;9.1\n다솜;10.5;47.3;9.1\n"
    #expect(try AttributeImportTests.attributes(hours) == [[:], ["opening_hours": "24/7"], [:]])
  }

  @Test(
    arguments: [
      ("fútbol 5", ""), ("actividades", ""), ("Closed", ""), ("문의", ""), ("119", "119"), ("02-1", "02-1"), ("1", "1"),
      ("０８７－１", "０８７－１"), ("Tel. 311", "Tel. 311"), ("۱۲۳", "۱۲۳"),
    ] as [(String, String)]
  )
  func `words aren't a telephone number`(value: String, phone: String) throws {
    #expect(try ImportedPlaces("name,phone,lat,lng\n가온,\(value),37.1,127.1\n").rows.map(\.phone) == [phone])
  }

  @Test(
    arguments: [
      ("http://a.example/pin.png", ""), ("a.example/photo.JPG", ""), ("As above", ""), ("yes", ""),
      ("a.example", "a.example"), ("http://a.example/png", "http://a.example/png"),
    ] as [(String, String)]
  )
  func `a picture isn't a website, and neither are words`(value: String, url: String) throws {
    #expect(try ImportedPlaces("name,url,lat,lng\n가온,\(value),37.1,127.1\n").rows.map(\.url) == [url])
  }
}
