import Domain
import PlaceIndex
import Tables
import Testing

@testable import App

/// The mapping of columns as people see it.
struct ColumnMappingTests {
  private static let table = """
    School;Type;Y;X;Notes;Ward;Phone
    Alpha;cafe;37.5;127.1;x;1;02-123-4567
    Beta;pharmacy;37.6;127.2;;2;
    Gamma;cafe;37.7;127.3;y;3;02-123-4568

    """

  private func mapping(of text: String, _ options: String = "") throws -> ColumnMapping {
    let words = ["index", "build", "a.csv", "-o", "a.pfx"] + options.split(separator: " ").map(String.init)
    var importer = PlaceImporter(rules: try Arguments(ArgumentParser.parse(words)).index.rules)
    try importer.read(Array(text.utf8), name: "a.csv")
    return try #require(importer.inputs.last?.mapping)
  }

  @Test func `a mapping is one line`() throws {
    #expect(
      try mapping(of: Self.table).line
        == #"name ← "School" (a guess)  category ← "Type" (2 kinds) (a guess)  lat,lng ← "Y","X"  phone ← "Phone"  "#
        + #"unused: "Notes", "Ward""#
    )
    #expect(
      try mapping(of: Self.table, "--map name=Notes --map category=").line
        == #"name ← "Notes"  lat,lng ← "Y","X"  phone ← "Phone"  unused: "School", "Type", "Ward""#
    )
    #expect(
      try mapping(of: "name,lat,lng,a,b,c,d\nx,37.5,127,1,2,3,4\n").line
        == #"name ← "name"  lat,lng ← "lat","lng"  unused: "a", "b", "c", … (4)"#
    )
  }

  @Test(
    arguments: [
      ("name,lat,lng,kind,category\na,1,2,cafe,xyz\nb,1,3,bank,zyx\n", "kind"),
      ("name,lat,lng,kind,category\na,1,2,cafe,bank\nb,1,3,bank,cafe\n", "category"),
      (#"[{"type":"PointOfInterest","category":"museum","name":"A","lat":42.6,"lng":-8.7}]"#, "category"),
      (#"[{"type":"PointOfInterest","category":["museum"],"name":"A","lat":42.6,"lng":-8.7}]"#, "category"),
      (#"[{"kind":"museum","category":"xyz","name":"A","lat":42.6,"lng":-8.7}]"#, "kind"),
    ]
  )
  func `a mapping names the column whose categories are used first`(text: String, title: String) throws {
    let mapping = try mapping(of: text)
    #expect(mapping.column(of: "category")?.title == title, "\(mapping.line)")
    #expect(mapping.columns.allSatisfy { $0.title != "type" })
  }

  @Test func `a mapping is in full with reasons, values, and the command for it`() throws {
    let mapping = try mapping(of: Self.table, "--map url=")
    #expect(
      mapping.details == [
        #"name ← "School" (guessed from its values): Alpha | Beta"#,
        #"category ← "Type" (guessed from its values): cafe | pharmacy"#, #"lat ← "Y" (known title): 37.5 | 37.6"#,
        #"lng ← "X" (known title): 127.1 | 127.2"#, #"phone ← "Phone" (known title): 02-123-4567 | 02-123-4568"#,
        "url: none, as chosen", #"unused: "Notes", "Ward""#,
      ]
    )
    let options =
      "--delimiter ';' --encoding cp949 --crs EPSG:5186 --lang ko --min-confidence 0.5 --keep all --keep Notes "
      + "--include-closed"
    let words =
      ["index", "build", "a.csv", "-o", "a.pfx"] + options.split(separator: " ").map { $0 == "';'" ? ";" : "\($0)" }
    var rules = try Arguments(ArgumentParser.parse(words)).index.rules
    rules.forcedCategory = .group(.cafe)
    rules.includesClosed = true
    #expect(
      mapping.command(forInput: "a b.csv", by: rules, output: "a.pfx")
        == "placefind index build 'a b.csv=cafe' -o a.pfx \(options) --map category=Type --map name=School --map url="
    )
    // The rules are stored as text.
    var stored = ImportRules(text: rules.text)
    (stored.columns, stored.includesGround) = (rules.columns, rules.includesGround)
    #expect(stored == rules)
    #expect(try self.mapping(of: "x|1|2\n", "--header none --map lat=2 --map lng=3").unused == ["1"])
  }

  @Test(
    arguments: [
      ("name,lat,lng,city,zip\na,1,2,b,3\n", #"unused: "city", "zip""#),
      ("name,lat,lng,city,address\na,1,2,b,c 3\n", #"address ← "address"  city ← "city""#),
      (#"[{"name":"a","lat":1,"lng":2,"city":"b"}]"#, #"unused: "city""#),
    ]
  )
  func `a mapping has the parts of an address only with the address`(text: String, part: String) throws {
    #expect(try mapping(of: text).line.contains(part))
  }

  private static let rows = #"[{"title":"A","lat":48.1,"lng":11.5,"tel":"1","x":{"y":"B"}}]"#

  @Test(
    arguments: [
      ("--map name=nmae", "nmae", "lat"), ("--map lat=latt", "latt", "lat, "),
      ("--map phone=telx", "telx", "tel, "), ("--map myattr=zzz", "zzz", ""), ("--map name=x.z", "x.z", ""),
      ("--map name=properties.title", "properties.title", "title, "), ("--map name=count", "count", ""),
    ]
  )
  func `a chosen property that no row has is an error`(options: String, title: String, similar: String) {
    for text in [Self.rows, #"{"count":1,"places":\#(Self.rows)}"#] {
      let error = #expect(throws: IndexFileError.self) { try mapping(of: text, options) }
      guard case .unknownFormat(_, let detail, _) = error else {
        Issue.record("\(options): \(String(describing: error))")
        continue
      }
      let start = "no row has a property '\(title)'; similar properties are "
      #expect(detail.hasPrefix(start + similar), "\(detail)")
    }
  }

  @Test(
    arguments: [
      ("--map name=title", #"name ← "title""#), ("--map name=x.y", #"name ← "x.y""#),
      ("--map phone=", #"lat,lng ← "lat","lng""#), ("--map myattr=tel", #"myattr ← "tel""#),
    ]
  )
  func `a chosen property that a row has is used`(options: String, part: String) throws {
    // The property is missing in the other row, and far from the beginning.
    let others = Array(repeating: #"{"lat":48.1,"lng":11.5}"#, count: 2_000).joined(separator: ",")
    for text in [Self.rows, "[\(others),\(Self.rows.dropFirst())"] {
      let line = try mapping(of: text, options).line
      #expect(text != Self.rows && !options.contains(".") || line.contains(part), "\(line)")
    }
  }

  @Test func `a trial of the first rows reports no path that they lack`() throws {
    var rules = ImportRules()
    rules.columns.columns = ["name": "x.z", "phone": "x.y"]
    var importer = PlaceImporter(rules: rules)
    importer.maximumByteCount = 1
    let row = #"{"x":{"y":"B"},"lat":48.1,"lng":11.5}"#
    try importer.read(Array(Array(repeating: row, count: 10_000).joined(separator: "\n").utf8), name: "a.json")
    #expect(importer.rowCount < 10_000)
    #expect(importer.inputs.last?.mapping?.columns.filter { $0.title.contains(".") }.map(\.title) == ["x.y"])
  }

  @Test(arguments: ["--dry-run -o p.pfx", "-o p.pfx"])
  func `inputs without places show their mapping`(options: String) async throws {
    let run = Run()
    var report = InputReport(path: "a.csv", rowCount: 1, placeCount: 0)
    report.mapping = try mapping(of: "name,lat,lng\na,,\n")
    run.provider.indexFiles.fail(with: .noPlaces(skipped: [], inputs: [report]))
    let errors = await run("index build a.csv \(options)").errors
    #expect(errors.contains(#"a.csv: name ← "name"  lat,lng ← "lat","lng""#), "\(errors)")
    #expect(errors.contains("No row became a place"))
  }
}
