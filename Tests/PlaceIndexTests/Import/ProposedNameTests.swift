import Domain
import Testing

@testable import PlaceIndex

/// Tables with titles that resemble the title of a name column.
///
/// Such a column is the name only if its values are names, and the report calls it a guess.
@Suite struct ProposedNameTests {
  /// A table with the delimiter `;`, and the name of its first place; empty if the place has no name.
  struct Table: Sendable, CustomTestStringConvertible {
    let titles: String
    let rows: [String]
    let name: String
    var isProposal = false

    var testDescription: String { titles }

    init(_ titles: String, _ rows: [String], name: String = "", isProposal: Bool = false) {
      self.titles = titles
      self.rows = rows
      self.name = name
      self.isProposal = isProposal
    }

    var csv: String {
      let lines = rows.enumerated().map { "\($1);37.\(100 + $0);127.1" }
      return ([titles + ";lat;lng"] + lines).joined(separator: "\n") + "\n"
    }

    /// The table as an array of objects.
    var json: String {
      let keys = titles.split(separator: ";")
      let objects = rows.enumerated().map { number, row in
        let cells = row.split(separator: ";", omittingEmptySubsequences: false)
        let members = zip(keys, cells).map { "\"\($0)\":\(Double($1) == nil ? "\"\($1)\"" : String($1))" }
        return "{\(members.joined(separator: ",")),\"lat\":37.\(100 + number),\"lng\":127.1}"
      }
      return "[" + objects.joined(separator: ",\n") + "]"
    }
  }

  private static let people = ["Mary Jones", "John Smith", "Ana Silva", "Petra Novak"]
  private static func table(_ titles: String, _ values: [String]..., name: String = "", isProposal: Bool = false)
    -> Table
  {
    let rows = values[0].indices.map { row in values.map { $0[row] }.joined(separator: ";") }
    return Table(titles, rows, name: name, isProposal: isProposal)
  }

  private static let schools = ["Lincoln Elementary", "Oak Hill", "St Mary's", "Riverside High"]

  @Test(arguments: ["@name", "@_name", "gsx$name", "facility", "Estación"])
  func `a name may be an attribute of XML or the word for a facility`(key: String) throws {
    let rows = ["Riverside", "Old Mill", "North Gate"].enumerated().map { number, name in
      #"{"\#(key)":"\#(name)","@lat":"\#(48.1 + Double(number))","@lon":"11.5"}"#
    }
    let imported = try ImportedPlaces("[\(rows.joined(separator: ","))]")
    #expect(imported.rows.map(\.name) == ["Riverside", "Old Mill", "North Gate"])
  }

  /// Titles of columns with the names of persons in ten languages.
  static let persons = [
    "Principal's Name", "Pastor Name", "first_name", "Last Name", "Owner name", "contactName", "Name of Manager",
    "교장명", "대표자명", "담당자 성명", "관리책임자명", "校長名", "代表者氏名", "負責人姓名", "Name des Inhabers", "Schulleiter Name",
    "nom_directeur", "Nom du responsable", "nombre_titular", "Nombre del director", "Nome do proprietário",
    "nome_responsavel", "Nome del titolare", "nome_parroco", "eigenaarnaam", "naam contactpersoon", "imię i nazwisko",
    "nazwa właściciela", "ФИО директора", "název ředitel", "ägarens namn", "rektor namn", "müdür adı",
    "headteachername",
  ]

  @Test(arguments: persons) func `the name of a person isn't a place name`(title: String) throws {
    let table = Self.table("id;\(title)", ["1", "2", "3", "4"], Self.people)
    for text in [table.csv, table.json] {
      let imported = try ImportedPlaces(text)
      #expect(imported.rows.map(\.name) == ["", "", "", ""] && imported.input?.unnamedCount == 4)
    }
  }

  @Test(arguments: ["location_name", "Location Name", "locationName", "point_name"])
  func `the name of a location is a name, and the name of a cross street isn't`(title: String) throws {
    let table = Self.table("id;\(title);CrossStName", ["1", "2", "3", "4"], Self.schools, Self.people)
    let others = Self.table("id;CrossStName", ["1", "2", "3", "4"], Self.people)
    for (text, other) in [(table.csv, others.csv), (table.json, others.json)] {
      #expect(try ImportedPlaces(text).rows.map(\.name) == Self.schools)
      #expect(try ImportedPlaces(other).rows.map(\.name) == ["", "", "", ""])
    }
  }

  @Test func `an empty column of names and a brand leave the name to another column`() throws {
    let empty = Self.table("store_nm;s_name", ["", "", "", ""], Self.schools)
    let chain = Self.table("brand;city", ["Oak", "Oak", "Oak", "Oak"], Self.schools)
    let branded = Self.table("brand;s_name", ["Oak", "Oak", "Oak", "Oak"], Self.schools)
    for text in [empty.csv, empty.json, branded.csv] {
      #expect(try ImportedPlaces(text).rows.map(\.name) == Self.schools)
    }
    for text in [chain.csv, chain.json] {
      let imported = try ImportedPlaces(text)
      #expect(imported.rows.map(\.name) == ["Oak", "Oak", "Oak", "Oak"])
      #expect(imported.input?.mapping?.columns.first { $0.field == "brand" }?.reason == .exact)
    }
  }

  @Test func `a mark of all columns of a place isn't a part of their names`() throws {
    let titles = "fecha,local_id,local_nombre,local_direccion,local_telefono"
    let text = "\(titles),local_lat,local_lng\n1,7,가온,x 1,02-1,37.5,127\n"
    let row = try #require(try ImportedPlaces(text).rows.first)
    #expect(row.name == "가온" && row.id == "7" && row.lotAddress == "x 1" && row.phone == "02-1")
    let other = try ImportedPlaces("lat,lng,dest_lat,dest_lng,dest_addr\n37.5,127,37.6,127.1,x 1\n")
    #expect(other.rows.map(\.lotAddress) == [""])
    let both = try ImportedPlaces("name,x_name,x_lat,x_lng\n가온,b,37.5,127\n")
    #expect(both.rows.map(\.name) == ["가온"])
  }

  @Test(arguments: ["store_", "hospital_", "School ", "Facility_", "premise_"])
  func `the other titles of a place begin as the title of its name`(mark: String) throws {
    let titles = ["id", "name", "address", "phone1"].map { mark + $0 }.joined(separator: ",")
    let row = try #require(try ImportedPlaces("\(titles),lat,lng\n7,가온,x 1,02-1,37.5,127\n").rows.first)
    #expect(row.name == "가온" && row.id == "7" && row.lotAddress == "x 1" && row.phone == "02-1")
  }

  @Test(arguments: ["owner_", "category_", "file_", "nearest_school_", "operator_"])
  func `titles of something else are no titles of the place`(mark: String) throws {
    let text = "\(mark)name,\(mark)address,\(mark)phone,lat,lng\n가온,x 1,02-1,37.5,127\n"
    let row = try #require(try ImportedPlaces(text).rows.first)
    #expect(row.lotAddress == "" && row.phone == "")
    let named = try ImportedPlaces("name,school_name,school_phone,lat,lng\n가온,나래,02-1,37.5,127\n")
    #expect(named.rows.map(\.phone) == [""])
  }

  static let traps = [
    table(
      "NBHDName;BranchName",
      ["Mount Olive", "Malvern", "Woburn", "Annex"],
      ["Albion", "Albert Campbell", "Bayview", "Lillian"],
      name: "Albion"
    ),
    table(
      "Bank Name;Branch",
      ["Alpha Bank", "Beta Bank", "Gamma Bank", "Delta Bank"],
      ["Main Street", "North", "South", "East"],
      name: "Alpha Bank Main Street",
      isProposal: true
    ),
    table(
      "nombre_sucursal;nombre_calle;nombre_colonia",
      ["Farmacia Norte", "Farmacia Norte", "Botica Sol", "Farmacia Norte"],
      ["Avenida Hidalgo", "Calle Morelos", "Avenida Vallarta", "Avenida Juárez"],
      ["Centro", "Americana", "Providencia", "Chapalita"],
      name: "Farmacia Norte",
      isProposal: true
    ),
    table(
      "LIC_NAME;STR_NAME",
      ["COLD STORE", "COLD STORE", "FISH SHOP", "FAIR MARKET"],
      ["GEYLANG ROAD", "ORCHARD ROAD", "GEYLANG ROAD", "HILL STREET"],
      name: "COLD STORE",
      isProposal: true
    ),
    table(
      "school;primary",
      ["Lincoln", "Oak Hill", "St Mary's", "Hill"],
      ["Y", "N", "Y", "Y"],
      name: "Lincoln",
      isProposal: true
    ),
    table("School;Principal's Name", schools, people, name: "Lincoln Elementary", isProposal: true),
    table(
      "Church;Pastor Name",
      ["Grace Chapel", "Trinity"],
      ["Fr. Brown", "Fr. Green"],
      name: "Grace Chapel",
      isProposal: true
    ),
    table(
      "title;first_name;last_name;clinic",
      ["Dr.", "Dr.", "Prof."],
      ["Mary", "Ana", "John"],
      ["J", "S", "B"],
      ["Oak Clinic", "Hill Practice", "City Practice"],
      name: "Oak Clinic",
      isProposal: true
    ),
    table(
      "Name;Vorname;Amt",
      ["Meier", "Huber", "Bauer"],
      ["Hans", "Karl", "Josef"],
      ["A", "B", "C"],
      name: "Meier",
      isProposal: true
    ),
    table(
      "nombre;apellido;farmacia",
      ["Ana", "Luis", "Eva"],
      ["Lopez", "Gil", "Rojo"],
      ["Farmacia Sol", "Botica Luna", "Farmacia Mar"],
      name: "Farmacia Sol",
      isProposal: true
    ),
    table(
      "name;surname;company",
      ["Ann", "Bob", "Eve"],
      ["Lee", "Ray", "Fox"],
      ["A", "B", "C"],
      name: "Ann",
      isProposal: true
    ),
    table("title;tel", ["Dr.", "Mr", "Mrs"], ["1", "2", "3"]),
    table("nombre_arbres;essence", ["14", "3", "25"], ["Chêne", "Hêtre", "Pin"]),
    table("nombre;essence", ["14", "3", "25"], ["Chêne", "Hêtre", "Pin"]),
    table("Nombre de places;commune", ["14", "3", "25"], ["a", "b", "c"]),
    table("수용인원(명);비고", ["320", "40", "1,200"], ["a", "b", "c"]),
    table("정원(명)", ["320명", "40명", "12명"]),
    table("학생수(명);설립구분명", ["320", "40", "12"], ["공립", "공립", "공립"]),
    table("개방여부명", ["개방", "개방", "미개방", "개방"]),
    table("승인일자명", ["2024-01-02", "2024-03-05"]),
    table("status_name", ["open", "open", "open", "closed"]),
    table("name_code", ["A12", "B-13", "C14"]),
    table("ad_type;time;il", ["video", "text", "text"], ["noon", "dawn", "dusk"], ["1", "2", "3"]),
    table("ten;ad;ime", ["10", "11", "12"], ["yes", "no", "no"], ["1", "2", "3"]),
    table(
      "ime;prezime",
      ["Ana", "Ivo", "Eva"],
      ["Horvat", "Babić", "Novak"],
      name: "Ana",
      isProposal: true
    ),
    table("radi;tradi", ["1", "2", "3"], ["0", "1", "1"]),
    table("tip;hours_total", ["1", "2", "3"], ["3", "4", "5"]),
    table("Name of Council;beds", ["Kent", "Kent", "Kent", "Kent"], ["1", "2", "3", "4"]),
    table("opening_name", ["01/02/2020", "12 Jan 2024", "3 May 2021"]),
    table("kapasitas nama;x", ["120", "80", "70"], ["a", "b", "c"]),
    table("Kategoriebezeichnung", ["A1", "A1", "A1"]),
    table("Anzahl Plätze Bezeichnung", ["12", "30", "25"]),
    table("numero_nome", ["10/A", "12", "14"]),
    table("aantal naam", ["10", "12", "14"]),
    table("operator_name;ref", ["Shell", "Esso", "BP"], ["1", "2", "3"]),
    table("cityName;zone", ["Bern", "Basel", "Genf"], ["1", "2", "3"]),
    table("件数名", ["3件", "12件", "8件"]),
    table("定員（名）", ["30", "45", "60"]),
    table("有無名", ["有", "無", "有", "有"]),
    table("gatunamn_kod;x", ["12A", "13B", "14C"], ["1", "2", "3"]),
    table("liczba nazwa", ["10", "20", "30"]),
    table("počet název", ["10", "20", "30"]),
    table("email name", ["a@example.org", "b@example.org", "c@example.org"]),
    table("link_name", ["https://a.example", "https://b.example"]),
    table("pharmacy", ["yes", "no", "yes", "yes"]),
    table("bank;iban", ["Y", "N", "Y"], ["CH12", "CH13", "CH14"]),
    table(
      "station_label;line",
      ["Victoria", "Euston", "Paddington"],
      ["1", "2", "3"],
      name: "Victoria",
      isProposal: true
    ),
    table(
      "nom_station;commune",
      ["Bastille", "Nation", "Opéra"],
      ["Paris", "Paris", "Paris"],
      name: "Bastille",
      isProposal: true
    ),
    table(
      "nombre_centro;municipio",
      ["Colegio Sol", "Colegio Mar"],
      ["Madrid", "Madrid"],
      name: "Colegio Sol",
      isProposal: true
    ),
    table("쉼터명칭명;수용인원(명)", ["가온 쉼터", "나래 쉼터"], ["30", "40"], name: "가온 쉼터", isProposal: true),
    table("약국", ["가온약국", "나래약국"], name: "가온약국", isProposal: true),
    table("駅名称名", ["新宿", "渋谷", "品川"], name: "新宿", isProposal: true),
    table(
      "name;principal_name;School",
      ["Gaon", "Narae"],
      ["Mary Jones", "John Smith"],
      ["x y", "z z"],
      name: "Gaon"
    ),
    table(
      "Anlagenbezeichnung;Ort",
      ["Freibad Nord", "Hallenbad Süd"],
      ["Ulm", "Ulm"],
      name: "Freibad Nord",
      isProposal: true
    ),
  ]

  @Test(arguments: traps) func `only a column of names is a name column, and a guess is reported`(table: Table) throws {
    for (text, kind) in [(table.csv, "table"), (table.json, "JSON")] {
      let imported = try ImportedPlaces(text)
      #expect(imported.rows.first?.name == table.name, "\(kind)")
      let proposals = imported.input?.mapping?.columns.filter { $0.reason == .proposal && $0.field == "name" } ?? []
      #expect(proposals.isEmpty != table.isProposal, "\(kind)")
    }
  }

  @Test func `only exact titles supply further names`() throws {
    for (text, name) in [
      (Self.table("name;정원(명);약국명", ["가온", "나래"], ["320", "40"], ["다솜약국", "라온약국"]), "가온"),
      (Self.table("이름;기관명;영문명;수용인원(명)", ["가온", "나래"], ["갑", "을"], ["Gaon", "Narae"], ["3", "4"]), "가온"),
    ] {
      for input in [text.csv, text.json] {
        #expect(try ImportedPlaces(input).rows.first?.name == name)
      }
    }
  }

  @Test(
    arguments: [
      (["Bank", "Court", "Station", "Plaza", "Depot", "Warehouse", "Kiosk"], false),
      (["bank", "Locker", "Booth", "Atrium"], false), (["Bank", "Bank", "School", "Pharmacy"], true),
      (["cafe", "bakery", "Bank"], true), (["Alpha", "Beta"], false),
    ] as [([String], Bool)]
  )
  func `a type column is a category column only if most types are kinds`(types: [String], areKinds: Bool) throws {
    for title in ["type", "Tipo", "Typ", "тип"] {
      let table = Self.table("name;\(title)", types.indices.map { "Place \($0)" }, types)
      let groups = try ImportedPlaces(table.csv).rows.flatMap(\.groups)
      #expect(groups.isEmpty != areKinds)
    }
    let table = Self.table("name;type", types.indices.map { "Place \($0)" }, types)
    #expect(try ImportedPlaces(table.json).rows.flatMap(\.groups).isEmpty != areKinds)
  }
}
