import Domain
import Testing

@testable import PlaceIndex

/// Addresses in objects, and in columns and properties with other names.
@Suite struct AddressPartTests {
  private func address(_ json: String) throws -> String {
    let row = try #require(try ImportedPlaces(#"[{"name":"A","lat":54.1,"lng":-1.5,\#(json)}]"#).rows.first)
    return row.roadAddress.isEmpty ? row.lotAddress : row.roadAddress
  }

  @Test(
    arguments: [
      (#"{"street":"Main St","city":"Leeds","postcode":"LS1"}"#, "Main St, Leeds"),
      (#"{"line1":"5 Park Rd","line2":"","city":"Leeds"}"#, "5 Park Rd, Leeds"),
      (
        #"{"@type":"PostalAddress","streetAddress":"7 High St","addressLocality":"York","postalCode":"YO1"}"#,
        "7 High St, York"
      ),
      (#"[{"streetAddress":"7 High St","addressLocality":"York"}]"#, "7 High St, York"),
      (#"{"streetAndNumber":"8 High St","city":"York"}"#, "8 High St, York"),
      (#"{"full":"9 High St, York"}"#, "9 High St, York"),
      (#"{"road":"High Street","house_number":"11","town":"York","country_code":"gb"}"#, "11 High Street, York"),
      (#"{"strasse":"Hauptweg","hausnummer":"7","plz":"80331","ort":"Ulm"}"#, "Hauptweg 7, Ulm"),
      (#"{"logradouro":"Travessa A","numero":"70","cep":"123","municipio":"Campinas"}"#, "Travessa A 70, Campinas"),
      (#"{"calle":"Calle Mayor","número":5,"ciudad":"Madrid","codigo_postal":"28001"}"#, "Calle Mayor 5, Madrid"),
      (#"{"via":"Via Roma","civico":"5","comune":"Perugia","cap":"06100"}"#, "Via Roma 5, Perugia"),
      (#"{"rue":"Rue X","numero":"5","ville":"Paris","code_postal":"75001"}"#, "5 Rue X, Paris"),
      (#"{"ulica":"Prosta","numer":"5","miasto":"Gdynia","kod":"00-001"}"#, "Prosta 5, Gdynia"),
      (#"{"nr":"5","straße":"Weg","ort":"Bonn"}"#, "Weg 5, Bonn"),
      (#"{"x":1}"#, ""), (#"{"status":"open","name":"Hall","phone":"1"}"#, "Hall"),
    ] as [(String, String)]
  )
  func `an address is composed from the parts of an object`(object: String, expected: String) throws {
    #expect(try address(#""address":\#(object)"#) == expected)
    for key in ["endereço", "postalAddress", "Adresse", "addressInfo"] {
      #expect(try address(#""\#(key)":\#(object)"#) == expected, "\(key)")
    }
    #expect(try address(#""contact":{"address":\#(object)}"#) == expected)
  }

  @Test func `contacts supply a telephone number, a website and an address, but no name`() throws {
    let contact = #"{"name":"Ana","tel":"02-1","web":"a.example","email":"x@a.example","adresse":"Weg 5"}"#
    let row = try #require(try ImportedPlaces(#"[{"lat":54.1,"lng":-1.5,"contact":\#(contact)}]"#).rows.first)
    #expect(row.name == "" && row.phone == "02-1" && row.url == "a.example" && row.lotAddress == "Weg 5")
  }

  @Test func `an address by road next to a lot address is an address by road in tables and objects`() throws {
    let table = "name,lat,lng,address,lot_address\nA,37.5,127,서울 강남구 테헤란로 152,역삼동 737\n"
    let json = #"[{"name":"A","lat":37.5,"lng":127,"address":"서울 강남구 테헤란로 152","lot_address":"역삼동 737"}]"#
    for text in [table, json] {
      let row = try #require(try ImportedPlaces(text).rows.first)
      #expect(row.roadAddress == "서울 강남구 테헤란로 152" && row.lotAddress == "역삼동 737")
    }
  }

  @Test func `an address next to its parts stays`() throws {
    #expect(try address(#""street":"Main St","address":"1 Main St, Leeds LS1""#) == "1 Main St, Leeds LS1")
    #expect(try address(#""street":"Main Street","housenumber":1,"city":"Leeds""#) == "1 Main Street, Leeds")
  }

  @Test(
    arguments: [
      ("address,city", "5 King St,Clarkston", "5 King St, Clarkston"),
      ("address,Town", "5 King St,Clarkston", "5 King St, Clarkston"),
      ("address,locality", "5 King St,Clarkston", "5 King St, Clarkston"),
      ("address,city,state,zip", "5 King St,Clarkston,WA,99403", "5 King St, Clarkston, WA, 99403"),
      ("address,city,state,postal_code,country", "5 King St,Leeds,,LS1,GB", "5 King St, Leeds, LS1, GB"),
      ("address,city,state", "5 King St WA,Clarkston,WA", "5 King St WA, Clarkston"),
      ("address,city,state", "5 King St,Clarkston,active", "5 King St, Clarkston"),
      ("address,city,zip", #""5 KING ST, CLARKSTON",Clarkston,99403"#, "5 KING ST, CLARKSTON"),
      ("address,city", "5 King St,1017", "5 King St"),
      ("address,state,zip", "5 King St,WA,99403", "5 King St"),
      ("address,city", "Улица Ленина 5,Moscow", "Улица Ленина 5"),
      ("address,city", "Улица Ленина 5,Москва", "Улица Ленина 5, Москва"),
      ("street,housenumber,city,state", "King Street,5,Clarkston,WA", "5 King Street, Clarkston"),
      ("street,housenumber,city", "King Street,5,King", "5 King Street, King"),
      ("location,street,city", "Former Walgreens,1717 McFarland Blvd,Tuscaloosa", "1717 McFarland Blvd, Tuscaloosa"),
      ("location,street,city", "1717 McFarland Blvd,McFarland Blvd,Tuscaloosa", "1717 McFarland Blvd, Tuscaloosa"),
      ("location,street,city", "Former Walgreens,,Tuscaloosa", "Former Walgreens, Tuscaloosa"),
      ("address,street,city", "12,King Street,Leeds", "12 King Street, Leeds"),
      ("address,street,city", "12,5 King Street,Leeds", "5 King Street, Leeds"),
      ("address,street,city", "King Street 12,King Street,Leeds", "King Street 12, Leeds"),
      ("NUMBER,STREET,UNIT,CITY", "507,KING ST,,LEEDS", "507 KING ST, LEEDS"),
      ("number,street", "7,12 King Street", "12 King Street"),
      ("number,open,street", "7,yes,King Street", "King Street"),
      ("address,city,locality", "Shop 12 Dilli Haat,New Delhi,INA", "Shop 12 Dilli Haat, INA, New Delhi"),
      ("address,locality,city", "Shop 12 Dilli Haat,INA,New Delhi", "Shop 12 Dilli Haat, INA, New Delhi"),
      ("address,city,state", "5 King St,New York,NEW YORK", "5 King St, New York"),
      ("street,city,state", "King St,Leeds,{'isocode': 'GB-LDS'}", "King St, Leeds"),
      ("address,city,state", "5 King St,Leeds,{'isocode': 'GB-LDS'}", "5 King St, Leeds"),
      ("address,city", "['5 King St'],Leeds", "['5 King St'], Leeds"),
      ("address,city", "{'line': '5 King St'},Leeds", ""),
      ("street,number,country", "Broadway,12,US", "12 Broadway"),
      ("street,number,city,country", "Kingsway,12,Leeds,United Kingdom", "12 Kingsway, Leeds"),
      ("street,number,country", "Broadway,12,DE", "Broadway 12"),
      ("ulica,NrDomu", "Długa,5", "Długa 5"),
      ("numer,ulica", "5,Długa", "Długa 5"),
      ("logradouro,numero", "Rua Augusta,12", "Rua Augusta 12"),
      ("calle,numero", "Calle Mayor,12 b", "Calle Mayor"),
      ("calle,numero", "Calle Mayor,12b", "Calle Mayor 12b"),
      ("via,civico", "Via Roma,5", "Via Roma 5"),
      ("straat,huisnummer", "Kerkstraat,5", "Kerkstraat 5"),
      ("улица,дом", "Ленина,5", "Ленина 5"),
      ("rua,número", "Rua Augusta,12", "Rua Augusta 12"),
      ("numéro,rue", "3,Rue de la Paix", "3 Rue de la Paix"),
      ("calle,altura", "Gallo,1330", "Gallo 1330"), ("altura,zona", "12,Gallo", ""),
      ("strasse_nr,ort", "Weg 5,Bonn", "Weg 5, Bonn"), ("Straße und Hausnummer,Stadt", "Weg 5,Bonn", "Weg 5, Bonn"),
      ("Straße/Nr.,PLZ", "Weg 5,53111", "Weg 5"), ("Adresse1,Ville", "Quai 5,Guise", "Quai 5, Guise"),
      ("Adresse_postale,Code_postal,Commune", "24 rue X,02120,Guise", "24 rue X, Guise, 02120"),
      ("direccion,municipio", "\"Calle 5, LEON\",Leon", "Calle 5, LEON"),
      ("indirizzo,comune", "\"Via Roma 5, PERUGIA\",Perugia", "Via Roma 5, PERUGIA"),
      ("street_address_1,street_address_2,city", "Park Rd 5,Hall,Leeds", "Park Rd 5, Leeds"),
      ("postal_address,street,city", "PO Box 7,King St,Leeds", "King St, Leeds"),
      ("postal_address,address", "PO Box 7,5 King St", "5 King St"), ("Postal Address,x", "5 King St,1", "5 King St"),
      ("ADDRESS_EN,ADDRESS_TC", "5 King St,國王街 5", "國王街 5"), ("E_ADDR,C_ADDR", "5 King St,國王街 5", "國王街 5"),
      ("ENGLISH ADDRESS,中文地址", "5 King St,國王街 5", "國王街 5"),
      ("Gateadresse,Postnummer,Poststed", "Storgata 5,0155,Oslo", "Storgata 5, Oslo"),
      ("Gateadresse,Kommune,Poststed", "Storgata 5,Bamble,Herre", "Storgata 5, Herre"),
      ("gatuadress,postort", "Storgatan 5,Umeå", "Storgatan 5, Umeå"),
      ("vejnavn,husnr,postdistrikt", "Nørregade,5,Odense C", "Nørregade 5, Odense C"),
      ("Strasse u. Nr,Ort", "Weg 5,Bonn", "Weg 5, Bonn"),
      ("adrese,pilsēta", "Brīvības iela 5,Rīga", "Brīvības iela 5, Rīga"),
      ("adresă,localitate", "Strada Lungă 5,Brașov", "Strada Lungă 5, Brașov"),
      ("Ulice,Číslo domovní,Obec", "Dlouhá,5,Brno", "Dlouhá 5, Brno"),
      ("ulica,mesto", "Ilica 5,Zagreb", "Ilica 5, Zagreb"),
      ("utca,házszám,település", "Fő utca,5,Győr", "Fő utca 5, Győr"),
      ("Cadde,Kapı No,İlçe", "Atatürk Caddesi,5,Fatih", "Atatürk Caddesi 5, Fatih"),
      ("alamat,kecamatan,kota", "Jl. Merdeka 5,Menteng,Jakarta", "Jl. Merdeka 5, Menteng, Jakarta"),
      ("adresa,grad", "Ilica 5,Zagreb", "Ilica 5, Zagreb"), ("адрес,город", "Ленина 5,Омск", "Ленина 5, Омск"),
      ("direccion,distrito", "Calle Lima 5,Miraflores", "Calle Lima 5, Miraflores"),
      ("endereco,bairro,cidade", "Rua A 70,Centro,Campinas", "Rua A 70, Centro, Campinas"),
      ("Indirizzo,CAP,Comune", "Via Roma 5,06100,Perugia", "Via Roma 5, Perugia, 06100"),
      ("address,city,cap", "5 King St,Leeds,120", "5 King St, Leeds"),
      ("address,lan,grad", "5 King St,Yes,no", "5 King St"), ("address,il,grad", "5 King St,ja,nein", "5 King St"),
      ("address_street,address_city", "King St 5,Leeds", "King St 5, Leeds"),
      ("address.street,address.house_number,address.city", "King St,5,Leeds", "5 King St, Leeds"),
      ("location.address,location.city", "5 King St,Leeds", "5 King St, Leeds"),
      ("tags.addr:street,tags.addr:housenumber", "King St,5", "5 King St"),
    ]
  )
  func `an address is completed by the columns of its parts`(titles: String, cells: String, expected: String) throws {
    let table = try ImportedPlaces("name,lat,lng,\(titles)\nA,46.1,-117,\(cells)\n")
    let address = table.rows.map { $0.roadAddress.isEmpty ? $0.lotAddress : $0.roadAddress }
    #expect(address == [expected])
  }

  @Test(
    arguments: [
      ("서울특별시 강남구 역삼동 1", "Seoul", "서울특별시 강남구 역삼동 1"), ("강남구 역삼동 1", "서울", "서울 강남구 역삼동 1"),
      ("서울특별시 강남구 역삼동 1", "서울", "서울특별시 강남구 역삼동 1"),
    ]
  )
  func `a Korean address is completed by its city in Korean`(address: String, city: String, expected: String) throws {
    let table = try ImportedPlaces("name,lat,lng,address,city\nA,37.5,127,\(address),\(city)\n")
    #expect(table.rows.map(\.lotAddress) == [expected])
  }

  @Test(arguments: ["location", "Position", "위치정보", "addr:street_address"])
  func `texts without coordinates under a name for positions are addresses`(title: String) throws {
    let table = try ImportedPlaces("name,\(title),lat,lng\nA,Park Road 1,37.1,127.1\nB,Park Road 2,37.2,127.2\n")
    #expect(table.rows.map(\.lotAddress) == ["Park Road 1", "Park Road 2"])
    #expect(table.input?.mapping?.columns.contains { $0.field == "point" } == false)
    let json = try ImportedPlaces(#"[{"name":"A","\#(title)":"Park Road 1","lat":37.1,"lng":127.1}]"#)
    #expect(json.rows.map(\.lotAddress) == ["Park Road 1"])
  }

  @Test func `a position stays one, and an address precedes it`() throws {
    let text = "name,location,lat,lng\nA,\"37.1,127.1\",,\nB,\"37.2,127.2\",37.2,127.2\n"
    #expect(try ImportedPlaces(text).rows.map(\.latitude) == [37.1, 37.2])
    let angles = "name,POINT,lat,lng,address\nA,\"18 28m 15.168s S, 47 24m 18.432s W\",-18.4,-47.4,Park Road 1\n"
    #expect(try ImportedPlaces(angles).rows.map(\.lotAddress) == ["Park Road 1"])
    let alone = "name,POINT\nA,\"18 28m 15.168s S, 47 24m 18.432s W\"\n"
    #expect(try ImportedPlaces(alone).rows.map(\.longitude) == [-47.4051200])
    let hexadecimal = "name,location,lat,lng\nA,0101000020E61000000AF7CABC55304DC0795A7EE02A4741C0,37.1,127.1\n"
    #expect(try ImportedPlaces(hexadecimal).rows.map(\.lotAddress) == [""])
    let both = try ImportedPlaces("name,location,address,lat,lng\nA,Hall 2,Park Road 1,37.1,127.1\n")
    #expect(both.rows.map(\.lotAddress) == ["Park Road 1"])
  }

  @Test func `the parts of OpenAddresses are an address in JSON too`() throws {
    #expect(try address(#""number":"507","street":"KING ST","unit":"","city":"LEEDS""#) == "507 KING ST, LEEDS")
    #expect(try address(#""address":{"street":"Main St","locality":"INA","city":"Delhi"}"#) == "Main St, INA, Delhi")
  }

  @Test func `display_name is the name only if there is no other`() throws {
    let both = #"[{"display_name":"Boots, 7, High Street","name":"Boots","lat":"53.9","lon":"-1.0"}]"#
    #expect(try ImportedPlaces(both).rows.map(\.name) == ["Boots"])
    #expect(try ImportedPlaces(both.replacing(#""name""#, with: #""x""#)).rows.map(\.name) == ["Boots, 7, High Street"])
  }

  @Test func `the geocoder of ArcGIS marks the columns of its input`() throws {
    let table = "Loc_name,Status,Match_addr,X,Y,USER_施設名称,USER_住所\nWorld,M,1 High St,139.1,35.1,가온,x y\n"
    let rows = try ImportedPlaces(table).rows
    #expect(rows.map(\.name) == ["가온"] && rows.map(\.lotAddress) == ["x y"])
    #expect(try ImportedPlaces("Loc_name,X,Y\nWorld,139.1,35.1\n").rows.map(\.name) == [""])
    #expect(try ImportedPlaces("USER_Name,X,Y\n가온,139.1,35.1\n").rows.map(\.name) == ["가온"])
    #expect(try ImportedPlaces("USER_NAME,X,Y\n가온,139.1,35.1\n").rows.map(\.name) == [""])
  }

  @Test func `features may contain OpenStreetMap elements`() throws {
    let feature = #"""
      {"type":"FeatureCollection","features":[{"type":"Feature","properties":{"type":"way","id":304,"tags":\#
      {"name":"Hof","shop":"farm"}},"geometry":{"type":"Point","coordinates":[8.3,47.0]}}]}
      """#
    let row = try #require(try ImportedPlaces(feature).rows.first)
    #expect(row.name == "Hof" && row.id == "way/304" && row.sourceCategory == "shop=farm")
  }
}
