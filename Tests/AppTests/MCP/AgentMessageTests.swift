import Domain
import Platform
import Testing

@testable import App

/// The wording of messages for agents, which have arguments and tools instead of options and commands.
struct AgentMessageTests {
  private static let wordings: [(App.Message, String)] = [
    ("Use a smaller \(.radius), or \(.bbox).", "Use a smaller radius_m, or within."),
    ("Add \(.at, "LAT,LNG") or \(.near, "TEXT").", "Add lat and lng or near."),
    ("Allow more time with \(.timeout).", "Allow more time with server option timeout."),
    ("Use \(.source, value: "osm").", "Use source osm."), ("Name it with \(short: .query).", "Name it with text."),
    ("\(command: .categories) lists every word.", "list_categories lists every word."),
    ("It is old.\(terminal: " Build it again: `placefind index build a.csv`")", "It is old."),
    ("\(1) of \("two" as App.Message) '--limit'", "1 of two '--limit'"),
  ]

  @Test(arguments: wordings)
  func `an option becomes an argument and a command a tool, or the part is for people only`(
    message: App.Message,
    expected: String
  ) {
    #expect(message.agentText == expected)
  }

  @Test(arguments: Option.allCases)
  func `an option is an argument of a tool, an option of the server, or marked as neither`(option: Option) {
    let name = ("\(option)" as App.Message).agentText
    let arguments = Tool.allCases.flatMap(\.arguments).filter { $0.option == option }.map(\.name)
    switch option {
    // These have another notation in a call.
    case .at: #expect(name == "lat and lng")
    case .bbox: #expect(name == "within")
    case .openNow: #expect(name == "open_at")
    case _ where !arguments.isEmpty: #expect(Set(arguments) == [name])
    case _ where option.help(in: .mcp) != nil: #expect(name == "server option \(option.names[0])")
    default: #expect(name == "command-line option \(option.names[0])")
    }
  }

  @Test func `a person reads options and commands as typed`() {
    let message: App.Message =
      "Use \(short: .category) or \(.near, "TEXT"); \(command: .near, "TEXT").\(terminal: " Or ls.")"
    #expect(message.text == "Use -c or --near TEXT; `placefind near TEXT`. Or ls.")
  }

  /// Errors of each kind that a tool call can report.
  ///
  /// No tool has pages, an order or an output.
  private static let failures: [Failure] =
    searchErrors.map { Failure($0) } + indexErrors.flatMap { [Failure($0), Failure(PlaceSearchError.index($0))] }
    + storeErrors.map { Failure($0) } + callErrors

  private static let searchErrors: [PlaceSearchError] = [
    .sourceMissing(Service.all), .keyMissing(.kakao), .keyRefused(.kakao, status: 401, message: nil),
    .clientRefused(.osm, status: 403), .clientRefused(.osm, status: 406),
    .quotaExhausted(.kakao, status: 429, message: nil), .allowanceSpent(.kakao, call: "keyword"),
    .tooManyRequests(expected: 500, allowed: 50), .budgetSpent(requests: 9), .maximumSent(requests: 9),
    .throttled(status: 200, retryAfter: nil),
    .throttled(status: 503, retryAfter: .seconds(2)), .requestRejected(status: 400, code: nil, message: nil),
    .serviceFailing(status: 500, code: nil, message: nil), .unreachable(host: "h", detail: "no route"),
    .networkNotSetUp(host: "h", .processFilesMissing), .networkNotSetUp(host: "h", .libraryMissing),
    .networkNotSetUp(host: "h", .libraryDamaged(detail: "short")),
    .networkNotSetUp(host: "h", .libraryTooOld(version: "7")), .networkNotSetUp(host: "h", .certificatesMissing),
    .timedOut(after: .seconds(10)), .untrustworthy(.notUTF8), .untrustworthy(.centerIgnored),
    .unsupported(.category("x")), .unsupported(.category("cafe", nearest: "bakery")), .unsupported(.category("a=b")),
    .unsupported(.attribute("fee", known: ["capacity"])), .unsupported(.attributes(.kakao)),
    .unsupported(.outsideServiceArea(.kakao, .gangnam, looksSwapped: false)), .unsupported(.categoryWithoutArea),
    .unsupported(.radiusTooLarge(maximum: Distance(validMeters: 20_000))),
    .unsupported(.areaTooLarge(.osm, isText: true)), .unsupported(.areaTooLarge(.osm, isText: false)), .cancelled,
  ]

  private static let indexErrors: [IndexFileError] =
    [
      .unreadable(path: "a.pfx", reason: "no"), .unwritable(path: "a.pfx", reason: "no"),
      .notAnIndex(path: "a.csv"), .otherVersion(path: "a", version: 1, supported: 2),
      .otherVersion(path: "a", version: 3, supported: 2), .wrongLength(path: "a", expected: 2, actual: 1),
      .damaged(path: "a", part: "places"), .noInput(path: "a", word: "b", known: ["c"]),
      .onlyInput(path: "a", name: "b"), .kindUnknown(path: "a.pfx", slug: "toilets"), .changed(path: "a"),
      .outputReplaced(path: "a"), .locked(path: "a"),
      .unknownFormat(path: "a", detail: "two columns", advice: "name them with --map"),
      .openStreetMapUnreadable(path: "a", .history), .openStreetMapUnreadable(path: "a", .feature("x")),
      .openStreetMapUnreadable(path: "a", .compression("x")), .archiveUnusable(path: "a.zip", .empty),
      .archiveUnusable(path: "a.zip", .encrypted(entry: "b")), .coordinatesMissing(path: "a", columns: ["b"]),
      .coordinatesMissing(path: "a", columns: []), .coordinatesMissing(path: "a", columns: ["b"], addresses: ["b"]),
      .otherEncoding(path: "a", readings: [EncodingReading("EUC-KR", text: "가")]),
      .otherEncoding(path: "a", readings: []), .crsUnknown(path: "a", columns: ["x", "y"], candidates: []),
      .degreesWithoutPoint(path: "a", divisor: 10_000_000), .malformed(path: "a", detail: "cut", offset: 3),
      .noPlaces(skipped: []), .tooManyPlaces(limit: 9), .tooManyCategories(limitInBytes: 1 << 30),
      .outOfMemory(bytes: 1_000_000), .cancelled,
    ]
    + ForeignFormat.allCases.flatMap { format in
      [.foreignFormat(path: "a", format), .foreignFormat(path: "a", archive: "b.zip", format)]
    }

  private static let storeErrors: [StoreError] = [
    .noDirectory, .unreadable(path: "a", reason: "no"), .unwritable(path: "a", reason: "no"), .notAStore(path: "a"),
    .locked(path: "a"), .idTaken(id: "1", name: nil),
  ]

  private static let callErrors: [Failure] = [
    .placeMissing, .callTooLarge(expected: 500, allowed: 50), .argumentMissing("name"), .placeUnknown("1"),
    .unknownArgument("x", nearest: "lat", known: ["lat", "lng"]), .textTooLong(101), .conflict(.within, .radius),
    .needs(.longitude, .latitude), .unreadable(.conditions, value: "=", .condition),
    .unreadable(.at, value: "x", .coordinate),
    .outOfRange(.limit, "99", from: "0", to: "50"), .unknownCategory("zzzz", nearest: nil),
    .unknownLocation("home", in: SavedLocations()), .indexMissing("a", known: ["ab.pfx"]), .indexUnnamed,
    .shape(.nothing, as: .polygons, in: "within"), .shape(.nothing, as: .line, in: "along"),
    .shape(.notClosed(line: 1), as: .polygons, in: "within"),
    .shape(.linked("http://h/a.kml"), as: .polygons, in: "within"),
    .shape(.otherSystem("EPSG:5179"), as: .polygons, in: "within"),
    .notLocated("x", similarNames: [], source: .index, services: Service.all),
    .notLocated("x", similarNames: [], source: .sample, services: Service.all),
    .severalPlaces("x", candidates: [], totalCount: 2),
    .notSaved("1", inLastResult: nil), Failure(noPlace: "1", lastCount: 0, isEmptyResult: true),
  ]

  @Test(arguments: failures)
  func `no error of a tool call names an option or a command`(failure: Failure) { expectAgentText(failure.wording) }

  @Test func `no notice of a tool call names an option or a command`() {
    for gap in [
      PlaceCollection.Gap.byWord, .undeclaredCoverage(path: "a.pfx"), .beyondCategories([.any]),
      .kindUnknown(path: "a.pfx", kind: .kind(Kind(number: 0))), .unplaced(2), .groupsOnly,
      .untagged(.kind(Kind(number: 0))),
    ] {
      expectAgentText(gap.sentence)
    }
    expectAgentText(ResultNotices.sampleNotice(Service.all).message)
    for stop in [
      PlaceCollection.StopReason.budgetSpent(requests: 9), .maximumSent(requests: 9), .stopped, .noResponse, .timeUp,
      .putOff(.seconds(9), isRequested: true),
    ] {
      let result = PlaceCollection.collection([.full], totalCount: 9, isComplete: false, earlyEnd: stop)
      expectAgentText(PartialResult(result, maximumRequests: nil, limit: .all).sentence)
    }
    let cut = PlaceCollection.collection([.full], totalCount: 9, isComplete: false)
    for limit in [PlaceLimit.all, .standard] {
      expectAgentText(PartialResult(cut, maximumRequests: nil, limit: limit).sentence)
      expectAgentText(PartialResult(cut, maximumRequests: 9, limit: limit).sentence)
    }
    var input = InputReport(path: "a.csv", rowCount: 3, placeCount: 3)
    input.ungroupedCount = 3
    input.unnamedCount = 3
    input.encoding = "EUC-KR"
    for notice in input.notices(isBuilding: false) { expectAgentText(notice.message) }
    expectAgentText(
      DeclaredCoverage(path: "a.osm.pbf", polygonPath: "a.poly", area: .anywhere(center: nil)).notice
        .message
    )
  }

  private func expectAgentText(_ message: App.Message) {
    let text = message.agentText
    #expect(!text.isEmpty || message.text.isEmpty)
    #expect(!text.contains("--") && !text.contains("`"), "\(text)")
    #expect(!text.contains("command-line option"), "\(text)")
    #expect(!text.contains(#/placefind (-|index|near|here|find|categories|saved|history|where|show)/#), "\(text)")
    #expect(!text.contains(#/(^|[ (])-[a-z]\b/#), "\(text)")
    #expect(!text.contains(#/(osmium|ogr2ogr|iconv|unzip|duckdb|ulimit|jq) /#), "\(text)")
    #expect(!text.contains(" .") && !text.hasSuffix(" ") && !text.contains("  "), "\(text)")
  }
}
