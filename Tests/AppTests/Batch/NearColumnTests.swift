import Domain
import Rows
import Testing

@testable import App

/// Rows whose centre is a name or an address.
struct NearColumnTests {
  private static let stations = ["강남역": 37.4979, "서울 중구 세종대로 110": 37.5663, "역삼역": 37.5006]

  /// Returns a source that knows some names and spells a station differently from users.
  private func source(isFree: Bool = false) throws -> ScriptedSource {
    let source = ScriptedSource(isFree: isFree)
    let provenance = Provenance(source: isFree ? .index : .kakao)
    var places: [String: Result<LocatedPlaces, PlaceSearchError>] = [:]
    for (text, latitude) in Self.stations {
      let point = try Coordinate(latitude: latitude, longitude: 127)
      let place = Place(id: text, name: text == "강남역" ? "강남" : text, coordinate: point, group: .subway)
      places[text] = .success(LocatedPlaces(candidates: [place], totalCount: 3, provenance: provenance))
    }
    places["강냠역"] = .success(
      LocatedPlaces(candidates: [], totalCount: 0, similarNames: ["강남역"], provenance: provenance)
    )
    places["거절"] = .failure(.requestRejected(status: 400, code: nil, message: nil))
    let known = places
    source.memory.withState { $0.places = known }
    return source
  }

  private func texts(_ source: ScriptedSource) -> [String] { source.memory.withState { $0.texts } }

  private static func rows(_ rows: [String], header: String = "id,lat,lng,주소") -> String {
    ([header] + rows).map { $0 + "\n" }.joined()
  }

  @Test(arguments: [false, true])
  func `a row with a name is queried around its place, and each name is geocoded once`(isFree: Bool)
    async throws
  {
    let source = try source(isFree: isFree)
    let (records, failures) = (MemorySink(), MemorySink())
    let input = Self.rows([
      "a,,,강남역", "b,37.51,127.1,강남역", "c,,,강냠역", "d,,,서울 중구 세종대로 110", "e,,,강남역", "f,,,  ", "g,,,거절",
      "h,,,\"37.52, 127.2\"", "i,,,\"https://www.google.com/maps/@37.53,127.3,15z\"", "j,,,강냠역",
      "k,,,\(String(repeating: "가", count: 101))", "l,37.5,,강남역",
    ])
    let (end, tally) = try await BatchTrial(input: input, source: source, chunkSize: 4096)
      .run(records: records, failures: failures)
    #expect(end == .finished)
    #expect(tally.total == 12)
    #expect(Set(texts(source)) == ["강남역", "강냠역", "서울 중구 세종대로 110", "거절"])
    #expect(texts(source).count == 4)
    let lines = records.lines
    #expect(lines[0].contains(#""status":"ok""#) && lines[0].contains(#""near":"강남","lat":37.4979,"lng":127,"#))
    #expect(lines[1].contains(#""near":null,"lat":37.51,"lng":127.1,"#))
    #expect(lines[2].contains(#""status":"failed""#) && lines[2].contains(#""query":null"#))
    #expect(lines[2].contains(#""code":"place_not_found","message":"No place matches '강냠역'. Did you mean 강남역?""#))
    #expect(lines[3].contains(#""lat":37.5663,"#))
    #expect(lines[4].contains(#""near":"강남","lat":37.4979,"#))
    #expect(lines[5].contains("The row has neither coordinates nor an address in a column that is recognized."))
    #expect(lines[6].contains(#""status":"failed""#) && lines[6].contains("request_rejected"))
    #expect(lines[7].contains(#""near":null,"lat":37.52,"lng":127.2,"#))
    #expect(lines[8].contains(#""near":null,"lat":37.53,"lng":127.3,"#))
    #expect(lines[9].contains("Did you mean 강남역?"))
    #expect(lines[10].contains("near_invalid"))
    #expect(lines[11].contains("The row has no longitude."))
    #expect(failures.lines.count == 6)
  }

  @Test(arguments: [
    "adresse", "Dirección", "indirizzo", "endereço", "Anschrift", "住所", "所在地", "адрес", "Full Address", "병원주소",
  ])
  func `addresses have the names that an import recognizes`(title: String) async throws {
    let names = ColumnNames().locating(by: ColumnNames().addresses(among: ["id", title]))
    var row = ParsedRow()
    row.bytes = Array(#"{"id":"a","\#(title)":"강남역"}"#.utf8)
    row.reset(to: row.bytes.indices)
    row.parseObject(names: names)
    #expect(row.text(.near) == "강남역")
    for input in ["id,lat,lng,\(title)\na,,,강남역\n", "id,\(title)\na,강남역\n"] {
      let source = try source()
      let records = MemorySink()
      _ = try await BatchTrial(input: input, source: source, chunkSize: 4096).run(records: records)
      #expect(records.lines.first?.contains(#""near":"강남","lat":37.4979,"lng":127,"#) == true, "\(records.lines)")
    }
  }

  @Test(arguments: ["홈페이지주소", "이메일주소", "E-mail address", "street", "name"])
  func `other columns are not addresses`(title: String) async throws {
    let records = MemorySink()
    let input = Self.rows(["a,,,강남역"], header: "id,lat,lng,\(title)")
    _ = try await BatchTrial(input: input, source: try source(), chunkSize: 4096).run(records: records)
    #expect(records.lines.first?.contains("neither coordinates nor an address") == true)
  }

  @Test func `a name of several distant places makes a row invalid, unless the row's radius reaches them`() async throws
  {
    let source = try source()
    let points = try [37.5, 37.52].map { try Coordinate(latitude: $0, longitude: 127) }
    let places = points.enumerated().map { Place(id: "\($0)", name: "중앙역", coordinate: $1, group: .subway) }
    let located = LocatedPlaces(
      candidates: places,
      totalCount: 2,
      rivals: [points[1]],
      provenance: Provenance(source: .kakao)
    )
    source.memory.withState { $0.places["중앙역"] = .success(located) }
    let records = MemorySink()
    let input = Self.rows(["a,중앙역,1km", "b,중앙역,3km"], header: "id,near,radius")
    _ = try await BatchTrial(input: input, source: source, chunkSize: 4096)
      .run(records: records, failures: MemorySink())
    #expect(records.lines[0].contains(#""status":"invalid""#) && records.lines[0].contains("중앙역 at 37.52,127"))
    #expect(records.lines[1].contains(#""status":"ok""#) && records.lines[1].contains(#""lat":37.5,"lng":127,"#))
    #expect(texts(source) == ["중앙역"])
  }

  @Test func `a place that has only parts of the words of a row's address isn't its location`() async throws {
    let source = try source()
    let point = try Coordinate(latitude: 37.7, longitude: 127)
    let place = Place(id: "3", name: "Mainly Books", coordinate: point, group: nil, lotAddress: "77 Mainz Avenue")
    let provenance = Provenance(source: .index)
    let located = LocatedPlaces(candidates: [place], totalCount: 1, isCertain: false, provenance: provenance)
    source.memory.withState { $0.places["Main"] = .success(located) }
    let records = MemorySink()
    let trial = BatchTrial(input: Self.rows(["a,Main"], header: "id,near"), source: source, chunkSize: 4096)
    _ = try await trial.run(records: records, failures: MemorySink())
    #expect(records.lines[0].contains(#""status":"failed""#) && records.lines[0].contains("place_not_found"))
    #expect(records.lines[0].contains("Mainly Books (77 Mainz Avenue) at 37.7,127."), "\(records.lines[0])")
  }

  @Test func `an unlimited radius doesn't reach distant places with the same name`() throws {
    let points = try [37.5, 37.52].map { try Coordinate(latitude: $0, longitude: 127) }
    let places = points.map { Place(id: "", name: "중앙역", coordinate: $0, group: .subway) }
    let provenance = Provenance(source: .index)
    let located = LocatedPlaces(candidates: places, totalCount: 2, rivals: [points[1]], provenance: provenance)
    let center = LocatedCenter(located, of: try #require(SearchText("중앙역")))
    #expect(throws: Failure.self) { try center.place(within: .maximum) }
    let reaching = try #require(Distance(meters: 3_000).flatMap { SearchRadius($0) })
    #expect(try center.place(within: reaching) == places[0])
  }

  @Test(arguments: [("0,0", true), ("0.0,-0.00", true), ("0.0000001,0", true), ("0,0.01", false)])
  func `a row at 0,0 is where its address is, if it has one`(point: String, isMissing: Bool) async throws {
    let source = try source(isFree: false)
    let records = MemorySink()
    let input = Self.rows(["a,\(point),", "b,\(point),강남역"])
    let trial = BatchTrial(input: input, source: source, chunkSize: 4096)
    _ = try await trial.run(records: records, failures: MemorySink())
    #expect(records.lines[0].contains("is at 0,0, the usual value") == isMissing)
    #expect(isMissing || records.lines[0].contains(#""near":null,"lat":0"#))
    #expect(records.lines[1].contains(#""near":"강남","lat":37.4979,"#) == isMissing)
    #expect(texts(source) == (isMissing ? ["강남역"] : []))
  }

  @Test(arguments: [
    (#"{"x":{"lat":0,"lng":0}}"#, "at 0,0"), (#"{"lat":"north","lng":"east"}"#, "aren't numbers"),
    (#"{"x":{"y":1}}"#, "neither coordinates nor an address in a column that is recognized"),
  ])
  func `the error of a row without a location has the reason`(row: String, reason: String) {
    let bytes = Array(row.utf8)
    let failure = Failure.rowWithoutLocation(ObjectReader().coordinate(of: bytes, in: bytes.indices))
    #expect(failure.message.contains(reason), "\(failure.message)")
  }

  @Test(arguments: [
    ("lat,lng,address", "37.5,127,강남역", nil), ("near", "강남역", "강남역"), ("Address", "강남역", "강남역"),
    ("지번주소,도로명주소", "역삼동 858,테헤란로 1", "테헤란로 1"), ("지번주소,도로명주소", "역삼동 858,", "역삼동 858"),
    ("지번주소,도로명주소", "역삼동 858, ", "역삼동 858"), ("lat,lng,주소", "\" \",,강남역", "강남역"),
    ("주소,주소", "강남역,역삼역", "강남역"), ("소재지", "강남역", "강남역"), ("위치,at", "강남역,\"37.5,127\"", nil),
  ])
  func `columns of names and addresses are known, the preferred first`(header: String, row: String, text: String?)
    async throws
  {
    let reader = BatchReader(source: TextInput(Array("\(header)\n\(row)\n".utf8)))
    let format = try #require(try await reader.open(names: ColumnNames(), needsCoordinates: true))
    var queries = QueryReader(format: format, names: ColumnNames(), defaults: .gas)
    queries.open(try #require(try await reader.nextBlock()))
    #expect(try queries.query(at: 0).locating?.value == text)
  }

  @Test(arguments: [
    (#"{"address":"강남역"}"#, "강남역"), (#"{"address":"","주소":"강남역"}"#, "강남역"),
    (#"{"location":{"lat":1},"place":"강남역"}"#, "강남역"), (#"{"place":"역삼역","near":"강남역"}"#, "강남역"),
    (#"{"lat":37.5,"lng":127,"address":"강남역"}"#, nil), (#"{"lat":"","lng":" ","address":"강남역"}"#, "강남역"),
    (#"{"near":" ","address":"강남역"}"#, "강남역"), (#"{"address":{"type":"Text","value":"강남역"}}"#, "강남역"),
    (#"{"address":{"street":"강남대로"},"near":{"ko":"강남역"}}"#, "강남역"),
    (#"{"type":"Feature","geometry":null,"properties":{"address":"강남역"}}"#, "강남역"),
    (#"{"type":"Feature","geometry":{"type":"Point","coordinates":[127,37.5]},"properties":{"address":"강남역"}}"#, nil),
  ])
  func `members with names and addresses are recognized`(row: String, text: String?) throws {
    var queries = QueryReader(format: .ndjson, names: ColumnNames(), defaults: .gas)
    let line = Array(row.utf8)
    #expect(try queries.query(of: line, in: line.indices).locating?.value == text)
  }

  @Test func `a column that the user names is the only one`() async throws {
    let names = ColumnNames(overrides: [.near: "where"])
    func open(_ header: String) async throws -> BatchFormat? {
      try await BatchReader(source: TextInput(Array((header + "\n").utf8)))
        .open(names: names, needsCoordinates: true)
    }
    _ = try await open("id,where")
    await #expect(throws: Failure.columnMissing("where", columns: ["id", "address"])) {
      try await open("id,address")
    }
    await #expect(throws: Failure.columnTwice("where")) { try await open("where,where") }
  }

  @Test func `the centre of the options is used only for rows without one`() throws {
    var defaults = QueryDefaults.gas
    defaults.query.center = .coordinate(.gangnam)
    var queries = QueryReader(format: .ndjson, names: ColumnNames(), defaults: defaults)
    func query(_ row: String) throws -> RowQuery { try queries.query(of: Array(row.utf8), in: 0..<row.utf8.count) }
    #expect(try query(#"{"address":"역삼역"}"#).locating?.value == "역삼역")
    #expect(try query(#"{"address":null}"#).query.area.center == .gangnam)
  }

  // MARK: Resuming

  private static let table = rows(
    (1...24).map { number in
      switch number % 6 {
      case 0: "\(number),,,강냠역"
      case 1: "\(number),,,강남역"
      case 2: "\(number),37.4\(number),127,강남역"
      case 3: "\(number),,,거절"
      case 4: "\(number),,,\(number < 12 ? "강남역" : "역삼역")"
      default: "\(number),,,"
      }
    }
  )

  private func whole(isFree: Bool = false) async throws -> [UInt8] {
    let records = MemorySink()
    let trial = BatchTrial(input: Self.table, source: try source(isFree: isFree))
    #expect(try await trial.run(records: records).0 == .finished)
    return Array(records.text.utf8)
  }

  @Test func `a run resumed after a kill at any record repeats no finished query`() async throws {
    let records = try await whole()
    let lines = records.split(separator: Ascii.lineFeed).map(Array.init)
    for kept in 0...lines.count {
      // A kill leaves half of the next line.
      var earlier = lines.prefix(kept).flatMap { $0 + [Ascii.lineFeed] }
      if kept < lines.count { earlier += lines[kept].prefix(lines[kept].count / 2) }
      let file = try TemporaryFile(earlier)
      let source = try source()
      let (end, tally) = try await BatchTrial(input: Self.table, source: source).run(on: file)
      #expect(end == .finished)
      #expect(try file.content == records)
      #expect(tally.resumedRows >= kept)
      // Texts in recorded results aren't geocoded again.
      let rest = Self.table.split(separator: "\n").dropFirst(1 + kept)
      let wanted = Set(rest.compactMap { $0.contains(",,,") ? String($0.split(separator: ",").last ?? "") : nil })
      #expect(Set(texts(source)).isSubset(of: wanted), "after \(kept) rows")
      if kept >= 1 { #expect(!texts(source).contains("강남역")) }
      if kept == lines.count { #expect(source.latitudes.isEmpty && texts(source).isEmpty) }
    }
  }

  @Test func `names of failed rows are geocoded again with --retry-failed`() async throws {
    let file = try TemporaryFile(try await whole())
    let source = try source()
    let rules = ResumeRules(retriesFailed: true)
    _ = try await BatchTrial(input: Self.table, source: source).run(on: file, rules)
    #expect(Set(texts(source)) == ["강냠역", "거절"])
  }

  @Test func `other options make other queries, and another text drops a result`() async throws {
    let file = try TemporaryFile(try await whole())
    var wider = QueryDefaults.gas
    wider.query.radius = Distance(meters: 2_000).flatMap { SearchRadius($0) }
    let other = BatchTrial(input: Self.table, source: try source(), defaults: wider)
    let error = await #expect(throws: FileFailure.self) { try await other.run(on: file) }
    guard case .otherQueries(let difference)? = error?.reason else { return #expect(Bool(false)) }
    #expect(difference.member == "radius_m")
    let changed = Self.table.replacing("역삼역", with: "강남역")
    await #expect(throws: FileFailure.self) {
      try await BatchTrial(input: changed, source: try source()).run(on: file)
    }
  }

  @Test func `a row that was invalid before is queried once its address can be read`() async throws {
    let invalid =
      #"{"row":1,"id":"a","status":"invalid","input":{"id":"a","lat":null,"lng":null,"주소":"강남역"},"query":null,"#
      + #""meta":null,"places":[],"error":{"code":"coordinates_missing","message":"x","retryable":false}}"# + "\n"
    let file = try TemporaryFile(Array(invalid.utf8))
    let source = try source()
    let (end, tally) = try await BatchTrial(input: Self.rows(["a,,,강남역"]), source: source)
      .run(on: file)
    #expect(end == .finished)
    #expect(tally[.ok] == 1)
    #expect(texts(source) == ["강남역"])
  }

  @Test func `a row with its text in a repeated column is found again in its record`() async throws {
    let file = try TemporaryFile()
    for existing in ["--force", "--resume"] {
      let source = try source()
      let line = "-c gas -o \(file.path) \(existing)"
      let outcome = await BatchOutcome(of: line, rows: Self.rows(["a,,강남역"], header: "id,주소,주소"), from: source)
      #expect(outcome.status == 0, "\(outcome.errors)")
      #expect(texts(source) == (existing == "--force" ? ["강남역"] : []))
    }
  }

  @Test func `no request geocodes a row that the source cannot process`() async throws {
    let source = try source()
    let records = MemorySink()
    let input = Self.rows(["a,,,강남역,30km", "b,,,역삼역,1km"], header: "id,lat,lng,주소,radius")
    #expect(try await BatchTrial(input: input, source: source).run(records: records).0 == .finished)
    #expect(texts(source) == ["역삼역"])
    #expect(records.lines[0].contains(#""status":"invalid""#) && records.lines[0].contains(#""code":"unsupported""#))
    #expect(records.lines[1].contains(#""status":"ok""#))
  }

  private func forecast(
    _ input: String,
    defaults: QueryDefaults = .gas,
    costs: any EstimateUseCase = ScriptedSource()
  ) async throws -> BatchForecast {
    let reader = BatchReader(source: TextInput(Array(input.utf8)))
    let format = try #require(try await reader.open(names: ColumnNames(), needsCoordinates: true))
    var forecast = BatchForecast(QueryReader(format: format, names: ColumnNames(), defaults: defaults), costs: costs)
    while let block = try await reader.nextBlock() { forecast.count(block) }
    return forecast
  }

  @Test(arguments: [("주소", "역삼역"), ("at", "역삼역"), ("주소", " 역삼역 "), ("at", " 역삼역")])
  func `a row with the name of a saved location is queried around it without a geocoding request`(
    column: String,
    cell: String
  ) async throws {
    let source = try source()
    let records = MemorySink()
    let home = try #require(SavedLocation(name: "역삼역", coordinate: Coordinate(latitude: 35.1, longitude: 129.04)))
    var defaults = QueryDefaults.gas
    defaults.savedLocations = SavedLocations(locations: [home])
    let input = Self.rows(["a,\(cell)", "b,\(cell)"], header: "id,\(column)")
    let file = try TemporaryFile([])
    let (end, _) = try await BatchTrial(input: input, source: source, defaults: defaults).run(records: records)
    #expect(end == .finished && texts(source).isEmpty)
    #expect(records.lines.count == 2)
    #expect(records.lines.allSatisfy { $0.contains(#""near":"역삼역","lat":35.1,"lng":129.04,"#) })
    // Its record is found again, wherever the location is now.
    _ = try await BatchTrial(input: input, source: source, defaults: defaults).run(on: file)
    let moved = try #require(SavedLocation(name: "역삼역", coordinate: Coordinate(latitude: 35.2, longitude: 129)))
    defaults.savedLocations = SavedLocations(locations: [moved])
    let count = source.latitudes.count
    let (again, tally) = try await BatchTrial(input: input, source: source, defaults: defaults).run(on: file)
    #expect(again == .finished && tally[.ok] == 2 && source.latitudes.count == count)
    let counts = try await forecast(input, defaults: defaults)
    let located = try await forecast("id,lat,lng\na,37.5,127\n")
    #expect(counts.geocodingCount == 0 && counts.duplicates == 1 && counts.requests == located.requests)
  }

  @Test func `a dry run counts rows that the source does not support as invalid, as the run does`() async throws {
    let input = Self.rows(["a,,,강남역,30km", "b,37,127,,30km", "c,37,127,,1km"], header: "id,lat,lng,주소,radius")
    let counts = try await forecast(input)
    #expect((counts.rows, counts.invalid, counts.requests) == (3, 2, 1...2))
    #expect(counts.errors.map(\.row) == [1, 2])
  }

  @Test func `a dry run counts the requests to find centres`() async throws {
    let input = Self.rows(["a,,,강남역", "b,,,강남역", "c,37,127,강남역"])
    let counts = try await forecast(input)
    #expect(counts.duplicates == 1)
    #expect(counts.requests == 3...7)
  }

  @Test func `a dry run compares each kind of request with its own quota`() async throws {
    let input = "id,query,lat,lng\n" + (1...30).map { "\($0),\($0 > 20 ? "역" : ""),37,\(120 + $0)\n" }.joined()
    let counts = try await forecast(input, costs: TownCosts())
    #expect(counts.requests == 30...60)
    // 20 of 1,000 for categories, 10 of 50 for texts.
    #expect(counts.scarcest?.allowance == 50 && counts.scarcest?.requests == 10...20)
    let report = DryRunReport(
      forecast: counts,
      source: .service(.town),
      lacksKey: false,
      requestsPerSecond: 0,
      service: .town
    )
    #expect(report.text.contains("quota       20 % to 40 % of the day's 50 requests\n"), "\(report.text)")
    #expect(String(decoding: report.json, as: UTF8.self).contains(#""allowance":50"#))
  }
}

private struct TownCosts: EstimateUseCase {
  func cost(of query: PlaceQuery) -> SearchCost { SearchCost(requests: 1...2) }
  func provenance() -> Provenance { Provenance(source: .service(.town)) }
}
