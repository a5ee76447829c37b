import Domain
import Testing

@testable import PlaceIndex

/// The country of a row determines the meaning of its two numbers.
@Suite struct CountryTests {
  private static let pairs: [(country: String, latitude: String, longitude: String)] = [
    ("FR", "46.201", "5.198"), ("France", "46.201", "5.198"), ("DEU", "52.52", "13.405"),
    ("Deutschland", "52.52", "13.405"),
    ("Italia", "41.9", "12.5"), ("Österreich", "48.2", "16.37"), ("India", "19.07", "72.88"),
    ("Kenya", "-1.29", "36.82"),
    ("United States", "40.71", "-74.01"), ("Brasil", "-15.79", "-47.88"), ("GB", "51.5", "-0.12"),
    ("Polska", "52.23", "21.01"),
  ]

  @Test(arguments: pairs.indices)
  func `a pair has the order in which it is in its country`(number: Int) throws {
    let (country, latitude, longitude) = Self.pairs[number]
    for order in [
      "\(latitude), \(longitude)", "\(longitude), \(latitude)", "[\(longitude),\(latitude)]",
      "[\(latitude),\(longitude)]",
    ] {
      let table = try ImportedPlaces("name;coordinates;country\na;\(order);\(country)\nb;\(order);\(country)\n")
      let shape = try ImportedPlaces("name\tcountry_code\tgeom\na\t\(country)\t\(order)\nb\t\(country)\t\(order)\n")
      let text = "{\"name\":\"a\",\"country\":\"\(country)\",\"location\":\"\(order)\"}"
      let json = try ImportedPlaces("[\(text),\(text)]")
      let list = "{\"name\":\"a\",\"location\":[\(order.filter { $0 != "[" && $0 != "]" })],\"country\":\"\(country)\"}"
      let lists = try ImportedPlaces("[\(list),\(list)]")
      for row in [table, shape, json, lists].flatMap(\.rows) {
        #expect(row.latitude == Double(latitude) && row.longitude == Double(longitude), "\(order)")
      }
      #expect([table, shape, json, lists].allSatisfy { !$0.rows.isEmpty })
    }
  }

  @Test func `an unknown country, or one in which both orders are valid, keeps the usual order`() throws {
    for country in ["Bayern", "", "TR"] {
      let rows = try ImportedPlaces("name;coordinates;land\na;37.5, 37.9;\(country)\n").rows
      #expect(rows.map(\.latitude) == [37.5] && rows.map(\.longitude) == [37.9])
    }
  }

  @Test func `columns called x and y are in the order of their country`() throws {
    let rows = try ImportedPlaces("name,x,y,country\na,52.52,13.405,DE\nb,48.1,11.6,DE\n").rows
    #expect(rows.map(\.latitude) == [52.52, 48.1] && rows.map(\.longitude) == [13.405, 11.6])
  }

  @Test func `a fifth of the rows may determine the order of columns called x and y`() throws {
    let longitudes = (0..<10).map { $0 < 8 ? 80 + $0 : 84 + $0 }
    let rows = try ImportedPlaces("name,x,y\n" + longitudes.map { "a,27.5,\($0)\n" }.joined()).rows
    #expect(rows.map(\.latitude) == [Double](repeating: 27.5, count: 10))
    #expect(rows.map(\.longitude) == longitudes.map(Double.init))
  }

  @Test func `a row outside its country in both orders says nothing about the order`() throws {
    let rows = try ImportedPlaces("name,x,y,country\na,52.52,13.405,DE\nb,48.1,11.6,DE\nc,48.85,2.35,DE\n").rows
    #expect(rows.map(\.latitude) == [52.52, 48.1, 48.85] && rows.map(\.longitude) == [13.405, 11.6, 2.35])
  }

  @Test func `columns latitude and longitude with swapped numbers are refused`() throws {
    #expect {
      try ImportedPlaces("name,latitude,longitude,country\na,5.198,46.201,FR\nb,2.35,48.85,FR\n")
    } throws: { error in
      guard case .unknownFormat(_, _, let advice)? = error as? IndexFileError else { return false }
      return (advice ?? "").contains("--map 'lat=longitude' --map 'lng=latitude'")
    }
  }

  @Test(
    arguments: [
      // The metres of Amsterdam would also fit a German CRS; those of Stockholm and Budapest would fit New Zealand's.
      ("NL", "5237000", "489000", "latitude", "longitude"), ("SE", "5933000", "1806000", "lat", "lng"),
      ("Hungary", "4750000", "1905000", "latitude", "longitude"), ("DK", "5568000", "857000", "y", "x"),
    ] as [(String, String, String, String, String)]
  )
  func `degrees times 100,000 that fit a CRS are read by their country`(
    country: String,
    latitude: String,
    longitude: String,
    north: String,
    east: String
  ) throws {
    let table = "naam,\(north),\(east),country\na,\(latitude),\(longitude),\(country)\n"
    let json = "[{\"naam\":\"a\",\"\(north)\":\(latitude),\"\(east)\":\(longitude),\"country\":\"\(country)\"}]"
    for text in [table, json] {
      let imported = try ImportedPlaces(text)
      #expect(imported.rows.map(\.latitude) == [(Double(latitude) ?? 0) / 100_000])
      #expect(imported.input?.degreeDivisor == 100_000)
    }
  }

  @Test func `degrees times 100,000 are divided without a country if none of its CRSs has such numbers`() throws {
    let imported = try ImportedPlaces("name,latitude,longitude\na,5933000,1806000\nb,5934000,1807000\n")
    #expect(imported.rows.map(\.latitude) == [59.33, 59.34] && imported.input?.degreeDivisor == 100_000)
  }

  @Test(arguments: [
    "nom,latitude,longitude\na,6862000,652000\nb,6863000,653000\n",
    "name,latitude,longitude,country\na,6862000,652000,France\nb,6863000,653000,France\n",
    "naam,adres,latitude,longitude\na,x,5334000,691000\nb,x,5335000,692000\n",
    "이름,위도,경도\n가온,444192,208836\n나래,444292,208936\n", "name,lat,lng\na,530000,180000\nb,531000,181000\n",
    "Name,Ort,Breitengrad,Längengrad\na,x,5334000,691000\n", "nazwa,latitude,longitude\na,487000,637000\n",
    "nimi,lat,lon\na,6674000,383000\n",
  ])
  func `metres in columns latitude and longitude stay metres`(text: String) {
    #expect(throws: IndexFileError.self) { try ImportedPlaces(text) }
  }
}
