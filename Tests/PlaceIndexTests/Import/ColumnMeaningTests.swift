import Domain
import Testing

@testable import PlaceIndex

/// The meaning of a column according to its title, and titles without meaning.
@Suite struct ColumnMeaningTests {
  private static let people = [
    "Head name", "Contact Name", "Chef Name", "Principal Name", "manager_name", "AgentName", "headteacher_name", "점주명",
    "교장명", "원장명", "소유자명", "관리자명", "대표자 성명", "代表者名", "achternaam", "nom_responsable", "Nombre del director",
    "nomeResponsável", "nama_kepala_sekolah", "Müdür Adı", "kullanici_adi", "Tên hiệu trưởng", "اسم المدير",
  ]
  private static let others = [
    "Ward Name", "Council Name", "LA (name)", "Trust name", "town_name", "WD22NM", "Neighborhood.Name",
    "neighbourhood_name", "Zone Name", "시공사명", "교육지원청명", "지자체명",
    "都道府県名", "市区町村名", "nom_commune", "nom_de_la_commune", "NOM_COM", "nom_operateur", "nombre_municipio",
    "nombre_places", "Nombre de bornes", "nome_bairro", "gemeentenaam", "nomenclature", "nominal",
    "nama_kabupaten", "il_adi", "İlçe Adı", "Mahalle Adı", "judet_denumire",
  ]

  @Test(arguments: people + others)
  func `the name of a person, an owner, an authority or an area is not the place's name`(title: String) throws {
    let imported = try ImportedPlaces("\(title),lat,lng\nx,37.1,127.1\n")
    #expect(imported.rows.map(\.name) == [""] && imported.input?.unnamedCount == 1)
    let json = try ImportedPlaces(#"{"\#(title)":"x","Establishment":"가온","lat":37.1,"lng":127.1}"#)
    #expect(json.rows.map(\.name) == ["가온"])
    let table = try ImportedPlaces("\(title),EstablishmentName,lat,lng\nx,가온,37.1,127.1\n")
    #expect(table.rows.map(\.name) == ["가온"])
  }

  @Test(arguments: [
    "nom", "NOMBRE", "título", "Titulo", "naam", "nome", "nazwa", "navn", "namn", "nimi", "название", "libelle",
    "Libellé",
    "nom_etablissement", "nomStation", "Nom de l'établissement", "nombre_centro", "Nombre de la estación",
    "nome_fantasia",
    "Einrichtung", "施設名称", "店名", "機構名稱", "Rótulo", "駅名", "schoolnaam", "Establishment", "EstablishmentName", "DBA Name",
    "避難所名", "避難場所名称", "Appellation officielle", "OrganisationName", "Company Name", "agency_name", "Program Name",
    "trailhead_name", "villaName", "RecAreaName", "충전소장소명", "시장명", "연회장명", "nama", "nama_rs", "Nama Sekolah",
    "NAZIV", "naziv_ustanove", "denumire", "Denumire unitate", "okul_adi", "Hastane Adı", "navn_skole", "الاسم",
    "اسم المدرسة", "نام", "ชื่อ", "ชื่อสถานที่", "नाम", "विद्यालय का नाम", "pavadinimas", "emri", "tên", "Tên trường", "שם",
    "Intézmény neve", "Наименование объекта", "Название организации", "ad", "ime", "ten", "English Name", "中文名稱",
  ])
  func `the name of a place has many titles`(title: String) throws {
    #expect(try ImportedPlaces("a;\(title);lat;lng\nx;가온;37.1;127.1\n").rows.map(\.name) == ["가온"])
    #expect(try ImportedPlaces(#"{"\#(title)":"가온","lat":37.1,"lng":127.1}"#).rows.map(\.name) == ["가온"])
  }

  @Test func `the name of a place precedes the name of its company, which many places may share`() throws {
    let both = try ImportedPlaces("Company Name,Site Name,lat,lng\nAlpha,가온,37.1,127.1\nBeta,나래,37.2,127.1\n")
    #expect(both.rows.map(\.name) == ["가온", "나래"])
    let coded = "OrganisationCode,OrganisationName,ParentName,lat,lng\nA1,가온,Alpha,37.1,127.1\nA2,나래,Beta,37.2,127.1\n"
    #expect(try ImportedPlaces(coded).rows.map(\.name) == ["가온", "나래"])
    let rows = (0..<4).map { "Alpha,37.\($0),127.1\n" }
    let shared = try ImportedPlaces("Company Name,lat,lng\n" + rows.joined())
    #expect(shared.rows.map(\.name) == ["", "", "", ""])
  }

  @Test(arguments: [
    ("응급실전화,대표전화1", "02-9,02-1"), ("응급실전화,시설대표전화", "02-9,02-1"), ("관리기관전화번호,전화번호", "02-9,02-1"),
    ("Phone 1,Phone 2", "02-1,02-9"), ("電話番号1,電話番号2", "02-1,02-9"), ("Teléfono1,Teléfono2", "02-1,02-9"),
    ("응급실전화,x", "02-1,02-9"), ("N° de téléphone mobile,N° de téléphone fixe", "02-9,02-1"),
  ])
  func `the main or first telephone number of a place is used`(titles: String, cells: String) throws {
    #expect(try ImportedPlaces("name,\(titles),lat,lng\n가온,\(cells),37.1,127.1\n").rows.map(\.phone) == ["02-1"])
  }

  @Test(arguments: [
    ("ns", "ew", "S", "W"), ("N/S", "E/W", "s", "w"), ("lat_dir", "lon_dir", "South", "West"),
    ("lat_ref", "lon_ref", "S", "W"), ("GPSLatitudeRef", "GPSLongitudeRef", "South", "West"),
    ("lat_hemisphere", "lng_hemisphere", "Sur", "Oeste"), ("Hemisphere", "longitudeDirection", "남위", "서경"),
  ])
  func `a hemisphere in a column of its own is the sign of its number`(
    titles: (north: String, east: String, south: String, west: String)
  ) throws {
    let (north, east, south, west) = titles
    let table = "name,lat,\(north),lng,\(east)\na,33.45,\(south),70.66,\(west)\nb,-33.45,\(south),70.66,\n"
    let json = """
      [{"name":"a","\(north)":"\(south)","lat":33.45,"lng":70.66,"\(east)":"\(west)"},
      {"name":"b","lat":-33.45,"\(north)":"\(south)","\(east)":null,"lng":70.66}]
      """
    for text in [table, json] {
      let imported = try ImportedPlaces(text)
      #expect(imported.rows.map(\.latitude) == [-33.45, -33.45] && imported.rows.map(\.longitude) == [-70.66, 70.66])
      #expect(imported.input?.mapping?.unused == [])
    }
  }

  @Test(arguments: [("geo_epgs_4326_x", "geo_epgs_4326_y"), ("geo_epgs_4326_lat", "geo_epgs_4326_lon")])
  func `Barcelona's columns of degrees are next to its columns of metres`(latitude: String, longitude: String) throws {
    let table = "name,geo_epgs_25831_x,geo_epgs_25831_y,\(latitude),\(longitude)\na,427389.3,4583882.7,41.403,2.131\n"
    let rows = try ImportedPlaces(table).rows
    #expect(rows.map(\.latitude) == [41.403] && rows.map(\.longitude) == [2.131])
  }

  @Test func `a hemisphere that contradicts its number or has two meanings is unreadable`() throws {
    let rows = ["a,-33.45,N,70.66,E", "b,33.45,S,70.66,O", "c,33.45,S,70.66,W"]
    let imported = try ImportedPlaces("name,lat,ns,lng,ew\n" + rows.joined(separator: "\n") + "\n")
    #expect(imported.rows.map(\.name) == ["c"] && imported.skips == [.unreadableCoordinate: 2])
  }

  @Test(arguments: [("37.1", "N", []), ("37.1", "S", ["dir"]), ("-37.1", "S", []), ("37.1", "x", [])])
  func `an unused column of hemispheres next to numbers without signs is reported`(
    input: (latitude: String, direction: String, reported: [String])
  ) throws {
    let table = "name,lat,lng,dir\na,37.2,127.1,N\nb,\(input.latitude),127.1,\(input.direction)\n"
    let json = """
      [{"name":"a","lat":37.2,"lng":127.1,"dir":"N"},
      {"name":"b","lat":\(input.latitude),"lng":127.1,"dir":"\(input.direction)"}]
      """
    for text in [table, json] {
      let mapping = try ImportedPlaces(text).input?.mapping
      #expect(mapping?.possibleHemispheres.map(\.title) == input.reported && mapping?.unused == ["dir"])
    }
  }

  @Test func `a property of directions next to longitudes with signs in an object isn't reported`() throws {
    let features = [("E", -123.07), ("W", -123.12)].map { direction, longitude in
      #"{"type":"Feature","geometry":{"type":"Point","coordinates":[\#(longitude),49.25]},"#
        + #""properties":{"name":"A","dir":"\#(direction)","geo_point_2d":{"lon":\#(longitude),"lat":49.25}}}"#
    }
    let json = #"{"type":"FeatureCollection","features":[\#(features.joined(separator: ","))]}"#
    #expect(try ImportedPlaces(json).input?.mapping?.possibleHemispheres.isEmpty == true)
  }

  @Test func `a column with other values than hemispheres isn't one`() throws {
    for text in ["lat,ns,lng\n33.45,S,70.66\n33.45,db,70.66\n", "lat,ns,lng\n33.45,W,70.66\n33.45,E,70.66\n"] {
      #expect(try ImportedPlaces(text).rows.map(\.latitude) == [33.45, 33.45])
    }
  }

  @Test(arguments: ["category_name", "categoryName", "Category Name"])
  func `category_name is the category if no other column is`(title: String) throws {
    let table = try ImportedPlaces("name,\(title),lat,lng\na,Cafe,48.8,2.3\nb,Pharmacy,48.9,2.3\n")
    let objects = [("a", "Cafe"), ("b", "Pharmacy")].map {
      #"{"name":"\#($0)","\#(title)":"\#($1)","lat":48.8,"lng":2.3}"#
    }
    let json = try ImportedPlaces("[\(objects.joined(separator: ","))]")
    for imported in [table, json] {
      #expect(imported.rows.map(\.group) == [.cafe, .pharmacy])
      #expect(imported.input?.mapping?.column(of: "category")?.title == title)
    }
    let path = try ImportedPlaces("name,\(title),category,lat,lng\na,Cafe > Bank,Pharmacy,48.8,2.3\n")
    #expect(path.rows.map(\.groups) == [[.pharmacy]])
  }

  @Test(arguments: ["type", "typ", "tipo", "categorie"])
  func `a property of kinds of places is the category`(key: String) throws {
    let kinds = ["cafe", "bank", "library", "pharmacy", "atm"]
    let features = kinds.enumerated().map { number, kind in
      #"{"type":"Feature","properties":{"name":"A\#(number)","\#(key)":"\#(kind)"},"#
        + #""geometry":{"type":"Point","coordinates":[2.3,48.\#(number + 1)]}}"#
    }
    let collection = #"{"type":"FeatureCollection","features":[\#(features.joined(separator: ","))]}"#
    for (text, count) in [(collection, 5), (features[0], 1)] {
      let imported = try ImportedPlaces(text)
      #expect(imported.input?.ungroupedCount == 0 && imported.rows.count == count)
      #expect(imported.input?.mapping?.column(of: "category")?.title == key)
    }
  }

  @Test func `a property with other types is unused`() throws {
    let imported = try ImportedPlaces(
      #"{"type":"Feature","properties":{"name":"a","type":"A1"},"geometry":{"type":"Point","coordinates":[2.3,48.1]}}"#
    )
    #expect(imported.input?.mapping?.unused == ["type"] && imported.rows.map(\.sourceCategory) == [""])
  }

  @Test func `a label next to a name isn't proposed as the name`() throws {
    let features = (1...3).map { number in
      #"{"type":"Feature","properties":{"Name":"Green Park Cafe \#(number)","Label":"GPC"},"#
        + #""geometry":{"type":"Point","coordinates":[2.3,48.\#(number)]}}"#
    }
    let imported = try ImportedPlaces(#"{"type":"FeatureCollection","features":[\#(features.joined(separator: ","))]}"#)
    #expect(imported.input?.mapping?.proposals == [] && imported.input?.mapping?.column(of: "name")?.title == "Name")
  }

  @Test(arguments: [
    #"{"A":{"name":"x","lat":48.85,"lng":2.35},"B":null,"C":{"name":"y","lat":48.86,"lng":2.35}}"#,
    #"{"version":1,"A":{"name":"x","lat":48.85,"lng":2.35},"C":{"name":"y","lat":48.86,"lng":2.35}}"#,
    #"{"stations":{"A":{"name":"x","lat":48.85,"lng":2.35},"B":null,"C":{"name":"y","lat":48.86,"lng":2.35}}}"#,
  ])
  func `members that aren't objects don't hide the rows next to them`(text: String) throws {
    #expect(try ImportedPlaces(text).rows.map(\.name) == ["x", "y"])
  }

  @Test func `the fields of a record are its properties`() throws {
    let opendatasoft = #"""
      [{"datasetid":"x","recordid":"abc","fields":{"nom":"가온","tel":"1","geo_point_2d":[48.85,2.35]},\#
      "geometry":{"type":"Point","coordinates":[2.35,48.85]}}]
      """#
    let airtable = #"{"records":[{"id":"rec1","fields":{"Name":"가온","tel":"1","lat":48.85,"lng":2.35}}]}"#
    for text in [opendatasoft, airtable] {
      let row = try #require(try ImportedPlaces(text).rows.first)
      #expect(row.name == "가온" && row.phone == "1" && row.latitude == 48.85 && row.longitude == 2.35)
    }
  }

  @Test(arguments: [
    "telephoneNumber", "TelephoneNum", "telefono", "Teléfono", "téléphone", "telefone", "fon", "連絡先", "numero_contacto",
  ])
  func `a telephone number has many titles`(title: String) throws {
    #expect(try ImportedPlaces("name,\(title),lat,lng\n가온,02-1,37.1,127.1\n").rows.map(\.phone) == ["02-1"])
  }

  @Test(arguments: [
    "NOT AVAILABLE", "Not Applicable", "N/A", "n.a.", "unknown", "None", "NULL", "-", "--", "없음", "해당없음", "なし",
    "No phone",
  ])
  func `a word for a missing value isn't a telephone number, website or address`(word: String) throws {
    let table = try ImportedPlaces("name,phone,website,address,lat,lng\n가온,\(word),\(word),\(word),37.1,127.1\n")
    let json = try ImportedPlaces(
      #"{"name":"가온","phone":"\#(word)","website":"\#(word)","address":"\#(word)","lat":37.1,"lng":127.1}"#
    )
    for row in [table, json].flatMap(\.rows) {
      #expect(row.phone == "" && row.url == "" && row.lotAddress == "" && row.roadAddress == "")
    }
  }

  @Test(
    arguments: [
      ("STATUS", "CLOSED", true), ("status", "Permanently closed", true), ("EstablishmentStatus", "Closed", true),
      ("EstablishmentStatus (name)", "Closed", true), ("상태", "폐업", true), ("status", "폐점", true),
      ("영업여부", "N", true), ("STATUS", "OPEN", false), ("status", "active", false), ("Status", "existing", false),
      ("status", "planned", false), ("status", "Academy sponsor led", false), ("상태", "주문취소", false),
      ("status", "03", false), ("status", "삭제", false), ("status", "no", false), ("영업여부", "Y", false),
      ("EstablishmentStatus", "Open, but proposed to close", false),
    ] as [(String, String, Bool)]
  )
  func `a status closes a place only if its value is plain`(title: String, value: String, isClosed: Bool) throws {
    let json = #"{"name":"가온","lat":37.1,"lng":127.1,"\#(title)":"\#(value)"}"#
    for text in ["name,\(title),lat,lng\n가온,\"\(value)\",37.1,127.1\n", json] {
      #expect(try ImportedPlaces(text).skips == (isClosed ? [.closed: 1] : [:]))
    }
  }

  @Test func `a status of something else does not say that a place with a closing date is open`() throws {
    let text = "name,status,폐업일자,lat,lng\n가온,A,2020-01-01,37.1,127.1\n나래,A,,37.2,127.1\n"
    #expect(try ImportedPlaces(text).rows.map(\.name) == ["나래"])
  }

  @Test func `a toilet of the national map of Australia does not get the kind of its surroundings`() throws {
    let text = """
      Name,Type,Latitude,Longitude,Parking,AdultChange,BabyCareRoom,Ambulant,ToiletNote
      Gaon,Car park,-36.4,142.0,FALSE,FALSE,FALSE,TRUE,
      Narae,Airport,-36.5,142.0,FALSE,FALSE,FALSE,TRUE,

      """
    let imported = try ImportedPlaces(text)
    #expect(imported.rows.map(\.kinds) == [["toilets"], ["toilets"]] && imported.rows.allSatisfy { $0.group == nil })
  }

  @Test func `a header of several rows gives each column the title that is nearest above its cells`() throws {
    let text = """
      "대여소
      번호",보관소(대여소)명,소재지(위치),,,,설치형태,
      ,,,,,,LCD,QR
      ,,자치구,상세주소,위도,경도,,
      ,,,,,,"거치
      대수",거치대수
      ,,,,,,,
      102,망원역 1번출구 앞,마포구,월드컵로 72,37.55,126.91,,15

      """
    let imported = try ImportedPlaces(text)
    #expect(imported.rows.map(\.name) == ["망원역 1번출구 앞"] && imported.rows.map(\.id) == ["102"])
    #expect(imported.rows.map(\.kinds) == [["bicycle-dock"]] && imported.skips.isEmpty)
    var rules = ImportRules()
    rules.columns.columns["name"] = "보관소(대여소)명"
    #expect(try ImportedPlaces(text, rules: rules).rows.map(\.name) == ["망원역 1번출구 앞"])
  }

  @Test func `a title above a table isn't part of its header`() throws {
    for text in ["List of shops,,,\nname,lat,lng,\n가온,37.1,127.1,\n", "Shops,,,\n,name,lat,lng\n1,가온,37.1,127.1\n"] {
      let imported = try ImportedPlaces(text)
      #expect(imported.rows.map(\.name) == ["가온"] && imported.skips.isEmpty)
    }
  }

  @Test(arguments: [
    "name,amenity,lat,lng\n가온,cafe,37.5,127.1\n나래,bank,37.6,127.1\n",
    #"[{"name":"가온","amenity":"cafe","lat":37.5,"lng":127.1},{"name":"나래","amenity":"bank","lat":37.6,"lng":127.1}]"#,
  ])
  func `without a column of categories, keys of OpenStreetMap give none either`(text: String) throws {
    var rules = ImportRules()
    #expect(try ImportedPlaces(text, rules: rules).rows.map(\.groups) == [[.cafe], [.bank]])
    rules.columns.columns["category"] = ""
    #expect(try ImportedPlaces(text, rules: rules).rows.map(\.groups) == [[], []])
  }
}
