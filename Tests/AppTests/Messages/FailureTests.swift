import Domain
import Foundation
import Testing

@testable import App

struct FailureTests {
  @Test(arguments: [
    (PlaceSearchError.keyMissing(.kakao), "key_missing", Int32(3), false),
    (.keyRefused(.kakao, status: 401, message: nil), "key_refused", 3, false),
    (.keyRefused(.kakao, status: 403, message: "App disabled"), "key_refused", 3, false),
    (.quotaExhausted(.kakao, status: 429, message: nil), "quota_exhausted", 4, false),
    (.throttled(status: 503, retryAfter: .seconds(2)), "throttled", 5, true),
    (.requestRejected(status: 400, code: -2, message: "page is more than max"), "request_rejected", 2, false),
    (.serviceFailing(status: 500, code: nil, message: nil), "service_failing", 5, true),
    (.unreachable(host: "dapi.kakao.com", detail: "Connection refused."), "unreachable", 5, true),
    (.unreachable(host: "dapi.kakao.com", detail: "Connection reset.", wasSent: true), "unreachable", 5, true),
    (.networkNotSetUp(host: "h", .processFilesMissing), "network_not_set_up", 1, false),
    (.networkNotSetUp(host: "h", .libraryMissing), "network_not_set_up", 1, false),
    (.networkNotSetUp(host: "h", .libraryDamaged(detail: "too short.")), "network_not_set_up", 1, false),
    (.networkNotSetUp(host: "h", .libraryTooOld(version: "7.61.1")), "network_not_set_up", 1, false),
    (.networkNotSetUp(host: "h", .certificatesMissing), "network_not_set_up", 1, false),
    (.networkNotSetUp(host: "h", .certificatesUnreadable(path: "/x.pem")), "network_not_set_up", 1, false),
    (.networkNotSetUp(host: "h", .certificateRejected(detail: "expired")), "network_not_set_up", 5, false),
    (.networkNotSetUp(host: "h", .proxyRefused(status: 407)), "network_not_set_up", 5, false),
    (.networkNotSetUp(host: "h", .proxyRefused(status: 503)), "network_not_set_up", 5, false),
    (.timedOut(after: .seconds(10)), "timed_out", 5, true),
    (.throttled(status: 200, retryAfter: .seconds(32)), "throttled", 5, true),
    (.untrustworthy(.contentType("text/html")), "untrustworthy_answer", 7, true),
    (.untrustworthy(.notUTF8), "untrustworthy_answer", 7, true),
    (.untrustworthy(.unreadable(detail: "no meta")), "untrustworthy_answer", 7, true),
    (.untrustworthy(.tooLarge(limit: 8_388_608)), "untrustworthy_answer", 7, true),
    (.untrustworthy(.centerIgnored), "untrustworthy_answer", 7, false),
    (.untrustworthy(.redirected(host: "evil.example")), "untrustworthy_answer", 7, true),
    (.untrustworthy(.otherQuery(place: "곳", .outsideArea)), "untrustworthy_answer", 7, true),
    (.untrustworthy(.status(418)), "untrustworthy_answer", 7, true),
    (.endpointUnusable("x", .malformed(example: "https://example.com")), "endpoint_unusable", 2, false),
    (.endpointUnusable("http://example.com", .plainHTTPToRemoteHost), "endpoint_unusable", 2, false),
    (.endpointUnusable("https://example.com", .notChosen(variable: "A")), "endpoint_unusable", 2, false),
    (.unsupported(.outsideServiceArea(.kakao, .gangnam, looksSwapped: true)), "unsupported", 2, false),
    (.unsupported(.categoryWithoutArea), "unsupported", 2, false),
    (.unsupported(.page(.town)), "unsupported", 2, false),
    (.unsupported(.severalCategoriesOnOnePage), "unsupported", 2, false),
    (.unsupported(.filterOnOnePage(Kind(number: 0))), "unsupported", 2, false),
    (.index(.unreadable(path: "x", reason: "No such file")), "file_unreadable", 1, false),
    (.index(.damaged(path: "x", part: "places")), "data_unusable", 7, false),
    (.index(.foreignFormat(path: "x", .pdf)), "format_unreadable", 2, false),
    (.cancelled, "cancelled", 130, false),
  ])
  func `a failed search has a code, a status and whether to retry`(
    error: PlaceSearchError,
    code: String,
    status: Int32,
    isRetryable: Bool
  ) {
    let report = Failure(error)
    #expect(report.code.rawValue == code)
    #expect(report.status.rawValue == status)
    #expect(report.isRetryable == isRetryable)
    #expect(report.message.hasSuffix(".") || report.message.hasSuffix("?"))
  }

  @Test(arguments: [
    (
      ResponseMismatch.distance(reported: Distance(validMeters: 87), measured: Distance(validMeters: 3_412)),
      "곳 has a distance of 87 m, but its coordinates are 3.41 km away."
    ),
    (.outsideArea, "곳 is outside the area."),
    (.category(code: "CE7"), "곳 has the category CE7, which wasn't requested."),
    (.category(code: nil), "곳 has no category, although one was requested."),
    (.name, "곳 has another name than the requested one."),
  ])
  func `a response to another query is reported with one of its places`(mismatch: ResponseMismatch, sentence: String) {
    let message = Failure(PlaceSearchError.untrustworthy(.otherQuery(place: "곳", mismatch))).message
    #expect(message.contains("another query: " + sentence), "\(message)")
  }

  @Test func `a missing key is named as its service names it, with its service`() {
    let message = Failure(PlaceSearchError.keyMissing(.town)).message
    #expect(message.contains("Set TOWN_KEY to the token of your account of the town, or name its"), "\(message)")
  }

  @Test func `a quota that resets soon reports when`() {
    let message = Failure(PlaceSearchError.quotaExhausted(.kakao, status: 429, retryAfter: .seconds(120), message: nil))
      .message
    #expect(message.contains("Wait 2 min") && !message.contains("midnight"))
  }

  @Test(
    arguments: [
      (Duration.seconds(7), " 7 s"), (.milliseconds(62), " 1 s"), (.seconds(200), " 3 min 20 s"),
      (.seconds(7_500), " 2 h 5 min"), (.seconds(Int32.max), " more than a year"), (.zero, nil),
    ] as [(Duration, String?)]
  )
  func `a wait is printed in a fitting unit, and no wait is not printed`(wait: Duration, text: String?) {
    for error in [
      PlaceSearchError.quotaExhausted(.kakao, status: 429, retryAfter: wait, message: nil),
      .throttled(status: 503, retryAfter: wait),
    ] {
      let message = Failure(error).message
      #expect(message.contains("Wait") == (text != nil))
      if let text { #expect(message.contains("Wait\(text)"), "\(message)") }
    }
  }

  @Test func `a pause that the service did not request is not attributed to it`() {
    let message = Failure(PlaceSearchError.throttled(status: 504, retryAfter: .seconds(30), isRequested: false)).message
    #expect(message.contains("Try again in 30 s") && !message.contains("asks to"), "\(message)")
  }

  @Test func `coordinates that look swapped are shown the right way round`() throws {
    let point = try Coordinate(latitude: 37.5, longitude: 127)
    let message = Failure(PlaceSearchError.unsupported(.outsideServiceArea(.kakao, point, looksSwapped: true))).message
    #expect(message.contains("Did you swap"))
    #expect(message.contains("127,37.5"))
  }

  @Test func `an error is one sentence or one line of JSON`() {
    let report = Failure(PlaceSearchError.timedOut(after: .milliseconds(500)))
    #expect(
      Self.text(of: report)
        == "placefind: Error: No response within 500 ms. Try again, or allow more time with --timeout.\n"
    )
    #expect(
      Self.text(of: report, "--error-format=json")
        == #"{"error":{"code":"timed_out","message":"No response within 500 ms. Try again, or allow more time with "#
        + #"--timeout.","retryable":true,"exit":5}}"# + "\n"
    )
  }

  @Test func `a name in an advised command is quoted for the shell`() {
    let report = Failure(IndexFileError.notAnIndex(path: "a b$(x).csv"))
    #expect(report.message.contains("index build 'a b$(x).csv'`"))
    #expect(Failure(IndexFileError.notAnIndex(path: "standard input")).message.contains("`placefind index build FILE`"))
    var rows = InputReport(path: "it's.csv", rowCount: 1, placeCount: 1)
    rows.ungroupedCount = 1
    #expect(rows.notices().map(\.text).joined().contains(#"use 'it'\''s.csv'=WORD."#))
  }

  @Test(arguments: [("a b.csv", "'a b.csv'=WORD."), ("standard input", "-c WORD.")])
  func `a category for all rows is proposed as it can be written`(path: String, advice: String) {
    var rows = InputReport(path: path, rowCount: 1, placeCount: 1)
    rows.ungroupedCount = 1
    #expect(rows.notices().map(\.text).joined().hasSuffix(" To set one for all, use \(advice)"))
    let sentence = rows.notices(isBuilding: false).map(\.text).joined()
    #expect(sentence.hasSuffix(" use `placefind index build` with \(advice)"), "\(sentence)")
    rows.archive = path
    #expect(rows.notices().map(\.text).joined().hasSuffix(" To set one for all, use \(advice)"))
  }

  @Test func `if no place has a name, the message suggests the option for the name column`() {
    var rows = InputReport(path: "a.csv", rowCount: 2, placeCount: 2)
    rows.unnamedCount = 2
    let remedy = "no name. No column of names was recognized. To name the column, use --map name=COLUMN."
    #expect(rows.notices().map(\.text) == ["Warning: 2 of 2 places of a.csv have \(remedy)"])
    rows.mapping = ColumnMapping()
    rows.mapping?.columns = [ColumnMapping.Column("name", "Título", .exact)]
    #expect(rows.notices().contains { $0.text.contains(" have no name. 'Título' has no names. To name the column, ") })
    rows.mapping?.columns = [ColumnMapping.Column("name", "", .chosen)]
    #expect(rows.notices().map(\.text) == ["Warning: 2 of 2 places of a.csv have no name."])
    rows.unnamedCount = 1
    #expect(rows.notices().map(\.text) == ["1 of 2 places of a.csv has no name."])
  }

  @Test func `an unread encoding is named with the option for it, or shown as each candidate reads`() {
    let japanese = IndexFileError.otherEncoding(path: "a b.csv", readings: [EncodingReading("EUC-JP", text: "東京")])
    #expect(
      Failure(japanese).message
        == "a b.csv isn't UTF-8 but EUC-JP, in which its first name is '東京'. Pass --encoding euc-jp."
    )
    let texts = [("ISO-8859-1", "café"), ("CP1252", "café"), ("CP1251", "cafй")]
    let unclear = IndexFileError.otherEncoding(path: "a.csv", readings: texts.map { EncodingReading($0, text: $1) })
    #expect(
      Failure(unclear).message
        == "a.csv is neither UTF-8 nor CP949, and its encoding can't be detected. Its first name would be "
        + "'café' in ISO-8859-1 and CP1252, 'cafй' in CP1251. Pass --encoding iso-8859-1, or the encoding "
        + "in which the name is right."
    )
  }

  @Test func `each CRS that fits unnamed metres is proposed with the place of the first row`() throws {
    let first = try Coordinate(latitude: 37.566535, longitude: 126.9779692)
    let second = try Coordinate(latitude: 36.6654321, longitude: 126.97799)
    let candidates = [CRSCandidate(.centralBelt, firstRow: first), CRSCandidate(.centralBelt2010, firstRow: second)]
    #expect(
      Failure(IndexFileError.crsUnknown(path: "a.csv", columns: ["X"], candidates: candidates)).message.contains(
        "The first row would be at 37.56654,126.97797 with --crs EPSG:5181, at 36.66543,126.97799 with --crs EPSG:5186. "
      )
    )
  }

  @Test func `a table without coordinates is refused with the options, and one without a header with the missing line`()
  {
    let named = Failure(IndexFileError.coordinatesMissing(path: "a.csv", columns: ["이름", "주소"])).message
    #expect(named.hasSuffix("Name them with --map lat=COLUMN and --map lng=COLUMN. The columns are '이름', '주소'."))
    let row = Failure(IndexFileError.coordinatesMissing(path: "a.csv", columns: [])).message
    #expect(
      row.hasSuffix(
        "such as id,lat,lng, before it, or pass --header none with --map lat=N and --map lng=N, where N is the number of the column."
      )
    )
    let values = Failure.headerMissing(columns: ["x", "127.0276", "37.4979", "12"]).message
    #expect(values.contains("with --map lat=3 and --map lng=2. The first line is"))
    let crs = Failure(IndexFileError.crsUnknown(path: "a.csv", columns: ["X", "Y"], candidates: [])).message
    #expect(
      crs.hasSuffix(
        "convert the file: `ogr2ogr -f GeoJSONSeq places.geojsonl a.csv -s_srs EPSG:CODE -t_srs EPSG:4326"
          + " -oo X_POSSIBLE_NAMES=X -oo Y_POSSIBLE_NAMES=Y`"
      )
    )
    #expect(!crs.contains("--crs"))
    let degrees = Failure(IndexFileError.degreesWithoutPoint(path: "a.csv", divisor: 1_000_000)).message
    #expect(degrees == "a.csv has degrees without a decimal point. Pass --scale 1000000.")
  }

  @Test func `a table of addresses is geocoded, and metres of another country are converted`() {
    let addresses = Failure(IndexFileError.coordinatesMissing(path: "a.csv", columns: ["이름", "주소"], addresses: ["주소"]))
      .message
    #expect(addresses.hasPrefix("a.csv has addresses (주소) and no columns"))
    #expect(addresses.contains("Geocode the addresses and add"))
    let systems = [
      ForeignSystem(code: "EPSG:27700", country: "Britain"), ForeignSystem(code: "EPSG:2157", country: "x"),
    ]
    let table = Failure(IndexFileError.systemForeign(path: "a b.txt", systems: systems, columns: ["East", "N\"orth"]))
      .message
    #expect(table.contains("EPSG:27700 of Britain, EPSG:2157 of x"))
    #expect(
      table.hasSuffix(
        "ogr2ogr -f GeoJSONSeq places.geojsonl 'CSV:a b.txt' -s_srs EPSG:27700 -t_srs EPSG:4326"
          + " -oo X_POSSIBLE_NAMES=East -oo Y_POSSIBLE_NAMES='N\"orth'`"
      )
    )
    let named = Failure(
      IndexFileError.systemForeign(path: "a.json", systems: [ForeignSystem(code: "EPSG:2154")], columns: [])
    )
    #expect(
      named.message == "a.json has coordinates in EPSG:2154, which isn't supported. Convert it: `"
        + "ogr2ogr -f GeoJSONSeq places.geojsonl a.json -s_srs EPSG:2154 -t_srs EPSG:4326`"
    )
  }

  @Test func `a truncated file and swapped coordinates are reported`() {
    let example = SkippedRows.Example(path: "a.csv", row: 2, text: "b,37")
    let rows = SkippedRows(reason: .cut, count: 1, example: example)
    #expect(Failure(IndexFileError.noPlaces(skipped: [rows])).message.contains("the last row is truncated"))
    for isElement in [false, true] {
      let unplaced = SkippedRows.Example(path: "a", row: 1, text: "relation/10", isElement: isElement)
      let skipped = SkippedRows(reason: .missingCoordinate, count: 1, example: unplaced)
      let message = Failure(IndexFileError.noPlaces(skipped: [skipped])).message
      #expect(
        message.contains("--map lat=COLUMN") == !isElement && message.contains("out center") == isElement,
        "\(message)"
      )
    }
    var input = InputReport(path: "a.csv", rowCount: 3, placeCount: 3)
    input.reversedCount = 1
    #expect(
      input.notices().map(\.text) == [
        "1 of 3 places of a.csv has latitude and longitude in another order than the column, and was read in the order "
          + "that is on the globe."
      ]
    )
  }

  @Test func `an assumed order of two numbers is reported`() {
    var input = InputReport(path: "a.csv", rowCount: 3, placeCount: 3)
    input.columnOfAssumedOrder = "GPS position"
    #expect(
      input.notices().map(\.text) == [
        "The first number in 'GPS position' of a.csv was read as the latitude, because neither the name nor the values "
          + "show the order. If that is wrong, use --map 'lnglat=GPS position'."
      ]
    )
    input.isLongitudeAssumedFirst = true
    #expect(
      input.notices().map(\.text) == [
        "The first number in 'GPS position' of a.csv was read as the longitude, because neither the name nor the values "
          + "show the order. If that is wrong, use --map 'latlng=GPS position'."
      ]
    )
  }

  @Test func `a guessed column is reported by what its values are`() {
    var input = InputReport(path: "a.csv", rowCount: 3, placeCount: 3)
    input.mapping = ColumnMapping()
    input.mapping?.columns = [
      ColumnMapping.Column("name", "label", .proposal), ColumnMapping.Column("category", "type", .proposal),
      ColumnMapping.Column("category", "tipo", .proposal),
    ]
    var texts = input.notices().map(\.text)
    #expect(
      texts.count == 2 && texts[0].hasPrefix("The name of a.csv is taken from 'label', whose values look like names. ")
    )
    #expect(
      texts[1].hasPrefix("The category of a.csv is taken from 'type', though no value is a known kind of place. ")
    )
    input.mapping?.kindCount = 2
    texts = input.notices().map(\.text)
    #expect(texts[1].hasPrefix("The category of a.csv is taken from 'type', whose values look like kinds of places. "))
  }

  @Test func `a column that may be the hemisphere is reported`() {
    var input = InputReport(path: "a.csv", rowCount: 3, placeCount: 3)
    input.mapping = ColumnMapping()
    input.mapping?.possibleHemispheres = [ColumnMapping.Column("lat_hemisphere", "dir", .proposal)]
    #expect(
      input.notices().map(\.text) == [
        "'dir' of a.csv has only hemispheres, and the latitudes have no signs. If they belong together, use --map "
          + "lat_hemisphere=dir."
      ]
    )
  }

  @Test func `a result that was cut short is reported`() {
    var input = InputReport(path: "a.json", rowCount: 3, placeCount: 3)
    input.remark = "runtime error: Query timed out"
    #expect(
      input.notices().map(\.text) == [
        "Warning: a.json is a response that the service truncated (runtime error: Query timed out). Places are missing, "
          + "and no result from it is complete."
      ]
    )
  }

  @Test func `places beyond the border of an extract are counted`() {
    var input = InputReport(path: "a.osm.pbf", rowCount: 3, placeCount: 3)
    input.partialCount = 2
    #expect(
      input.notices().map(\.text) == [
        "2 of 3 places of a.osm.pbf reach beyond the border of the data. The coordinate is the middle of the part "
          + "inside."
      ]
    )
  }

  @Test func `a service cannot steer the terminal through an error`() {
    let report = Failure(PlaceSearchError.keyRefused(.kakao, status: 401, message: "a\u{1B}[2Jb\nc"))
    let text = Self.text(of: report)
    #expect(text.contains("a[2Jb c"))
    #expect(text.filter { $0 == "\n" }.count == 1)
  }

  /// Returns the text that a failure writes to standard error.
  private static func text(of failure: Failure, _ arguments: String...) -> String {
    let errors = MemorySink()
    _ = Console(world: Run().world(arguments, errors: errors)).report(failure)
    return errors.text
  }

  private func report(used: Int) -> QuotaReport {
    QuotaReport(
      service: .kakao,
      day: "2026-11-22",
      uses: [QuotaUse(call: .keyword, today: used, month: used)],
      resetsAtSeconds: 7_200,
      nowSeconds: 0
    )
  }

  @Test(
    arguments: [
      (0, 100_000, nil), (99_990, 10, nil), (99_990, 11, "the rest takes another day"),
      (0, 100_001, "the rest takes another day"), (100_000, 1, "it takes another day"),
      (100_000, 1, "(in 2 h 0 min)"), (0, 250_000, "the rest takes 2 more days"),
    ] as [(Int, Int, String?)]
  )
  func `requests beyond the allowance are reported, with their days`(used: Int, requests: Int, part: String?) {
    let sentence = QuotaSentence(report: report(used: used), call: .keyword, requests: requests).notice?.text
    #expect((sentence == nil) == (part == nil))
    if let part { #expect(sentence?.contains(part) == true, "\(sentence ?? "")") }
  }

  @Test func `a query is written as its command line`() throws {
    let query = try PlaceQuery(
      categories: [.group(.cafe), .group(.bank)],
      text: SearchText("a b"),
      area: .circle(center: Coordinate(latitude: 37.5, longitude: 127), radius: .standard)
    )
    let limited = query.limited(to: .all)
    #expect(limited.commandLine() == "-c cafe,bank -q 'a b' --at 37.5,127 -n all")
  }

  @Test func `a card has a line for each known field and attribute`() throws {
    let place = Place(
      id: "7",
      name: "가온",
      coordinate: try Coordinate(latitude: 37.5, longitude: 127),
      group: .cafe,
      categoryPath: "amenity=cafe",
      phone: "02-000-0007",
      lotAddress: "역삼동 1",
      url: "https://example.org/7",
      attributes: [PlaceAttribute(key: "opening_hours", value: "24/7"), PlaceAttribute(key: "fee", value: "no\u{1B}")]
    )
    let found = FoundPlace(place: place, distance: nil)
    let recalled = StoredPlace(
      found: found,
      center: nil,
      bearing: nil,
      source: .index,
      attribution: nil,
      origin: .result
    )
    #expect(
      PlaceCard(place: recalled, note: "good").text == """
        가온
          category  cafe · amenity=cafe
          lot       역삼동 1
          phone     02-000-0007
          hours     always open
          at        37.5,127
          page      https://example.org/7
          id        7
          fee       no
          note      good
          source    index

        """
    )
  }

  @Test func `a card in Korean has Korean labels, and its values in one column`() throws {
    let place = Place(
      id: "7",
      name: nil,
      coordinate: try Coordinate(latitude: 37.5, longitude: 127),
      group: .cafe,
      lotAddress: "역삼동 1",
      attributes: [PlaceAttribute(key: "opening_hours", value: "24/7"), PlaceAttribute(key: "wheelchair", value: "no")]
    )
    let recalled = StoredPlace(
      found: FoundPlace(place: place, distance: Distance(meters: 120)),
      center: try Coordinate(latitude: 37.499, longitude: 127),
      bearing: 0,
      source: .index,
      attribution: nil,
      origin: .result
    )
    #expect(
      PlaceCard(place: recalled, note: "좋음", language: .korean).text == """
        카페, 이름 없음
          분류      카페
          지번      역삼동 1
          영업시간  연중무휴 24시간
          휠체어    불가
          위치      37.5,127
          거리      37.499,127에서 120 m 북쪽 (0°)
          id        7
          메모      좋음
          출처      색인

        """
    )
    let english = PlaceCard(place: recalled, note: nil).text.split(separator: "\n").dropFirst()
    let starts = english.map { line in line.dropFirst(2).prefix { $0 != " " }.count }
    #expect(english.contains("  wheelchair no") && starts.max() == 10, "\(english)")
  }

  @Test(arguments: [(0.0, "north"), (44, "north-east"), (180, "south"), (359, "north"), (270, "west")])
  func `a direction has an arrow`(bearing: Double, name: String) { #expect(PlaceCard.direction(bearing) == name) }

  @Test func `the error for JSON without coordinates says where rows were searched for`() {
    let example = SkippedRows.Example(path: "a.json", row: 1, text: #"{"a":{"b":1}}"#, isElement: false)
    let rows = [SkippedRows(reason: .missingCoordinate, count: 1, example: example)]
    let message = Failure(IndexFileError.noPlaces(skipped: rows)).message
    #expect(message.contains("Lists of objects with coordinates were searched"), "\(message)")
  }
}
