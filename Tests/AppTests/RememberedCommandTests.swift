import Domain
import Testing

@testable import App

struct RememberedCommandTests {
  private func place(_ name: String, _ id: String = "1", _ latitude: Double = 37.5) throws -> Place {
    Place(
      id: id,
      name: name,
      coordinate: try Coordinate(latitude: latitude, longitude: 127),
      group: .subway,
      lotAddress: "서울 강남구 역삼동 1",
      url: "https://place.map.kakao.com/\(id)"
    )
  }

  private func recalled(_ id: String) throws -> StoredPlace {
    .recalled(try place("이름\(id)", id), meters: 250, bearing: 91.2, attribution: "©")
  }

  private func locating(
    _ names: [String],
    totalCount: Int? = nil,
    mayHaveMore: Bool = false,
    similar: [String] = []
  ) throws -> Run {
    let run = Run()
    let places = try names.map { try place($0) }
    run.provider.memory.withState {
      $0.located = .named(places, totalCount: totalCount, mayHaveMore: mayHaveMore, similarNames: similar)
    }
    return run
  }

  @Test func `near uses the first match, and reports it and the number of others`() async throws {
    let run = try locating(["강남역 2호선", "강남역 신분당선", "강남역사거리"])
    let outcome = await run("-c cafe --near 강남역 -f json")
    #expect(outcome.status == 0)
    #expect(outcome.output.contains(#""near":"강남역 2호선","lat":37.5,"lng":127,"#))
    #expect(outcome.output.contains(#""requests":3,"#))
    #expect(outcome.errors == "placefind: Near 강남역 2호선 (서울 강남구 역삼동 1). 2 others match: `placefind near 강남역`\n")
    #expect(run.provider.requests.query?.area.center == (try? Coordinate(latitude: 37.5, longitude: 127)))
    #expect(await run("-c cafe --near 강남역 --quiet").errors.isEmpty)
  }

  @Test func `a name without a match ends with status 9 and similar names`() async throws {
    let outcome = try await locating([], similar: ["강남역"])("-c cafe --near 강남욕")
    #expect(outcome.status == 9)
    #expect(outcome.output.isEmpty)
    #expect(outcome.errors == "placefind: Error: No place matches '강남욕'. Did you mean 강남역?\n")
  }

  @Test func `all options are checked before a name is geocoded`() async throws {
    for line in ["--near 강남역", "-c cafe --near 강남역 --at 1,2", "-c cafe --near 강남역 --bbox 1,2,3,4 -r 5"] {
      let run = try locating(["강남역"])
      #expect(await run(line).status == 2)
      #expect(run.provider.memory.withState { $0.texts }.isEmpty)
    }
  }

  @Test func `near lists the matches, with coordinates`() async throws {
    let run = try locating(["강남역 2호선", "강남역 신분당선"])
    #expect(await run("near 강남역 -f json").output.contains(#""lat":37.5,"lng":127"#))
    #expect(await run("near 강남역 -f table").output.hasPrefix("NAME"))
    #expect(await run("near 강남 역 -f csv").status == 0)
    #expect(run.provider.memory.withState { $0.texts } == ["강남역", "강남역", "강남 역"])
    #expect(await run("near").status == 2)
    // Distances from the default location are only for people.
    #expect(await run("here home --at 37.6,127").status == 0)
    #expect(await run("here --default home").status == 0)
    #expect(await run("near 강남역 -f json").output.contains(#""distance_m":null"#))
    #expect(await run("near 강남역 -f table").output.contains("11.1"))
    #expect(try await locating([])("near 없음").status == 9)
  }

  @Test(arguments: [("", true), ("-n 2", false), ("-n 3", true), ("-n 30", true), ("-n all", true)])
  func `near reports when it lists fewer matches than requested`(limit: String, isLess: Bool) async throws {
    let run = try locating(["강남역 2호선", "강남역 신분당선"], totalCount: 20)
    for format in ["json", "csv", "table"] {
      let errors = await run("near 강남역 \(limit) -f \(format)").errors
      #expect(errors.contains("2 of 20 matching places. No more can be listed") == isLess, "\(errors)")
      #expect(
        errors.contains("2 of 20 matching places. Use --limit all for the rest") == (!isLess && format == "table")
      )
    }
  }

  @Test func `near doesn't claim all matches if the source may have more`() async throws {
    let run = try locating(Array(repeating: "강남역", count: 15), mayHaveMore: true)
    #expect(await run("near 강남역").output.contains(#""total_count":null,"returned":15,"complete":false"#))
    #expect(await run("near 강남역 -n 0").output.contains(#""total_count":null,"returned":0,"complete":false"#))
    #expect(await run("near 강남역 -n 0 -f csv").errors.contains("15 or more matching places."))
    #expect(await run("near 강남역 -f csv").errors.contains("15 of 15 or more matching places. Use --limit all"))
    #expect(await run("near 강남역 -n all").errors.contains("15 of 15 or more matching places. No more can be listed"))
  }

  @Test(arguments: [("csv", true), ("ndjson", true), ("geojson", false), ("json", false), ("csv -n 15", false)])
  func `near reports the matches beyond the default limit`(format: String, isReported: Bool) async throws {
    let run = try locating(Array(repeating: "강남역", count: 15), totalCount: 23)
    let sentence = "placefind: 15 of 23 matching places. No more can be listed. A more precise text finds others.\n"
    #expect(await run("near 강남역 -f \(format)").errors == (isReported ? sentence : ""))
  }

  @Test(arguments: ["csv", "tsv", "ndjson", "json", "table"])
  func `history reports the queries beyond the default limit, in every format`(format: String) async throws {
    let run = Run()
    let query = try PlaceQuery(text: SearchText("x"), area: .anywhere(center: nil))
    let recorded = query
    run.provider.memory.withState {
      $0.entries = (0..<23).map {
        HistoryEntry(queriedAtSeconds: $0, query: recorded, source: .kakao, returned: 1, totalCount: 1)
      }
    }
    let sentence = "placefind: 20 of 23 queries. Use --limit all for the rest.\n"
    #expect(await run("history -f \(format)").errors == sentence)
    #expect(await run("history -n 20 -f \(format)").errors == (format == "table" ? sentence : ""))
  }

  @Test func `a location is saved, used by name or by default, and removed`() async throws {
    let run = Run()
    #expect(await run("here").errors.contains("No locations are saved"))
    #expect(await run("here home --at 37.5,127").errors == "placefind: Saved home (37.5,127).\n")
    #expect(await run("-c cafe --at home").output.contains(#""near":"home","lat":37.5,"lng":127,"#))
    #expect(await run("-q x").output.contains(#""lat":null"#))
    #expect(await run("here --default home").status == 0)
    let outcome = await run("-c cafe")
    #expect(outcome.output.contains(#""near":"home","lat":37.5"#))
    #expect(outcome.errors == "placefind: Near home (37.5,127), the default location.\n")
    #expect(await run("-c cafe -r 500").output.contains(#""radius_m":500"#))
    #expect(await run("here -f csv").output == "name,lat,lng,near,default\nhome,37.5,127,,true\n")
    #expect(await run("-c cafe --at hom").errors.contains("Did you mean home?"))
    #expect(await run("-c cafe --at hom").status == 2)
    #expect(await run("here home --remove").status == 0)
    #expect(await run("here --remove home").status == 2)
    #expect(await run("here 37 --at 1,2").status == 2)
    #expect(await run("here --at 1,2").status == 2)
    for name in ["none", "remove", "rm"] {
      #expect(await run("here \(name) --at 1,2").errors.contains("'\(name)' can't name a location"), "\(name)")
    }
    run.provider.memory.withState { $0.error = .notAStore(path: "/p") }
    #expect(await run("-c cafe --at home").status == 1)
    #expect(await run("-q x").status == 0, "a default that cannot be read costs no answer")
  }

  @Test(arguments: ["--at home", "--near home"])
  func `the name of a saved location works in every option without querying a source`(place: String)
    async throws
  {
    let run = try locating(["Home Cafe"], totalCount: 5)
    #expect(await run("here home --at 35.1,129.04").status == 0)
    let found = await run("-c cafe \(place) -v")
    #expect(found.output.contains(#""near":"home","lat":35.1,"lng":129.04,"#))
    #expect(found.errors.contains("\nplacefind: Near home (35.1,129.04), a saved location.\n"))
    #expect(await run("-c cafe \(place)").errors.isEmpty)
    #expect(await run("where \(place) -f csv").output.contains("\n35.1,129.04,"))
    #expect(await run("here work \(place)").errors.contains("work (35.1,129.04)"))
    #expect(await run("here -f csv").output.contains("work,35.1,129.04,home,"))
    #expect(run.provider.memory.withState { $0.texts }.isEmpty)
    #expect(await run("-c cafe --near Home").output.contains(#""near":"Home Cafe","lat":37.5,"#))
    #expect(run.provider.memory.withState { $0.texts } == ["Home"])
  }

  @Test(arguments: ["", "--source sample", "--source kakao -v", "--index places.pfx"])
  func `the coordinate of a saved location needs no source`(options: String) async throws {
    let run = try locating(["Home Cafe"])
    #expect(await run("here home --at 35.1,129.04").status == 0)
    let outcome = await run("near home \(options) -f csv --fields place_name,lat,lng")
    #expect(outcome.status == 0 && outcome.output == "place_name,lat,lng\nhome,35.1,129.04\n")
    let isVerbose = options.hasSuffix("-v")
    #expect(outcome.errors.hasSuffix(isVerbose ? "\nplacefind: Near home (35.1,129.04), a saved location.\n" : ""))
    #expect(outcome.errors.isEmpty != isVerbose)
    #expect(run.provider.memory.withState { $0.texts }.isEmpty)
  }

  @Test(arguments: OutputFormat.all(of: .places))
  func `near writes a saved location as a place, in every format`(format: OutputFormat) async throws {
    let run = try locating(["Home Cafe"])
    #expect(await run("here home --at 35.1,129.04").status == 0)
    let outcome = await run("near home -f \(format.rawValue)")
    #expect(outcome.status == 0 && outcome.errors.isEmpty)
    #expect(outcome.output.contains("home"), "\(outcome.output)")
    #expect(format.isDrawing || outcome.output.contains("35.1"), "\(outcome.output)")
    guard !format.extensions.isEmpty else { return }
    #expect(await run("near home -o home.\(format.extensions[0])").status == 0)
    #expect(run.files["home.\(format.extensions[0])"]?.contains("home") == true)
  }

  @Test func `near writes the coordinate of a saved location where scripts expect it`() async throws {
    let run = Run()
    #expect(await run("here home --at 35.1,129.04").status == 0)
    let output = await run("near home -f json").output
    #expect(output.contains(#""text":"home""#) && output.contains(#""total_count":1,"returned":1,"complete":true"#))
    #expect(output.contains(#"{"id":null,"place_name":"home""#) && output.contains(#""lat":35.1,"lng":129.04"#))
    #expect(await run("near home -n 0 -f json").output.contains(#""total_count":1,"returned":0,"#))
    #expect(await run("near home -f table").output == "NAME        LAT         LNG\nhome  35.100000  129.040000\n")
  }

  @Test func `where prints the address`() async throws {
    let outcome = await Run()("where --at 37.5,127")
    #expect(outcome.status == 0)
    #expect(outcome.output.contains(#""address_name":"서울 강남구 역삼동 1""#))
    #expect(await Run()("where").status == 2)
    let run = Run()
    run.provider.memory.withState { $0.regionError = .untrustworthy(.status(404)) }
    let part = await run("where --at 37.5,127")
    #expect(part.status == 0 && part.output == outcome.output)
    #expect(part.errors.contains("The regions are missing: The response can't be trusted: HTTP 404"))
  }

  @Test func `where prints the distance of the nearest place as every result does`() async throws {
    let run = Run()
    let nearest = FoundPlace(place: FoundPlace.full.place, distance: Distance(meters: 43.9))
    run.provider.memory.withState { $0.nearest = nearest }
    let outcome = await run("where --at 37.5,127")
    #expect(outcome.output.contains(#""nearest_distance_m":43}"#), "\(outcome.output)")
    #expect(outcome.errors.contains(", 43 m away."), "\(outcome.errors)")
  }

  @Test func `a query without a place is listed with the default location`() async throws {
    let run = Run()
    let home = try #require(SavedLocation(name: "home", coordinate: .gangnam))
    let query = try PlaceQuery(text: SearchText("text"), area: .anywhere(center: nil))
    let recorded = query
    run.provider.memory.withState {
      $0.savedLocations = SavedLocations(locations: [home], defaultName: "home")
      $0.entries = [HistoryEntry(queriedAtSeconds: 0, query: recorded, source: .kakao, returned: 1, totalCount: 2)]
    }
    #expect(await run("history -f tsv --fields query --no-header").output == "-q text --anywhere\n")
  }

  @Test func `history is filtered by words, and runs a query again`() async throws {
    let run = Run()
    let circle = SearchArea.circle(center: .gangnam, radius: .standard)
    let named = try PlaceQuery(categories: [.group(.cafe)], area: circle, near: "강남역 2호선")
    let cafe = named
    let bank = try PlaceQuery(categories: [.group(.bank)], area: circle).limited(to: .all)
    run.provider.memory.withState {
      $0.entries = [cafe, bank].map {
        HistoryEntry(queriedAtSeconds: 0, query: $0, source: .kakao, returned: 1, totalCount: 2)
      }
    }
    let list = await run("history -f csv --no-header").output.split(separator: "\n")
    #expect(list.count == 2)
    #expect(list.first?.hasPrefix("1,1970-01-01T00:00:00Z,-c cafe --near '강남역 2호선',kakao,1,2,") == true)
    #expect(await run("history bank -f csv --no-header").output.hasPrefix("2,1970"))
    #expect(await run("history bank -f csv --fields source,number").output == "source,number\nkakao,2\n")
    #expect(await run("history --fields source,nummer").errors.contains("Did you mean number?"))
    #expect(await run("history 은행 -f csv --no-header").output.hasPrefix("2,1970"))
    #expect(await run("history ＢＡＮＫ -f csv --no-header").output.hasPrefix("2,1970"))
    #expect(await run("history nothing").errors.contains("No recorded query contains 'nothing'."))
    #expect(await run("history --rerun 2").status == 0)
    #expect(run.provider.requests.limit == .all)
    #expect(await run("history --rerun 2 -f csv --fields id").output.split(separator: "\n").first == "id")
    #expect(await run("history --rerun 2 --fields nosuch").status == 2)
    #expect(await run("history --rerun 3").errors.contains("The list has no query 3; the last one is 2."))
    #expect(await run("history bank --rerun 1").errors.contains("The list has no query 1; the last one is 2."))
    #expect(await run("history nothing --rerun 1").status == 2)
    run.provider.memory.withState { state in
      state.entries = [("http://127.0.0.1:1", Source.service(.kakao)), (nil, .index)].map {
        HistoryEntry(queriedAtSeconds: 0, query: cafe, source: $1, endpoint: $0, returned: 1, totalCount: 2)
      }
    }
    #expect(await run("history --rerun 1").status == 0)
    #expect(run.provider.requests.options?[.kakao].addresses["PLACEFIND_ENDPOINT"] == "http://127.0.0.1:1")
    let pipe = await run("history --rerun 2")
    #expect(
      pipe.status == 2 && pipe.errors.contains("searched an index on standard input. Pass it again with --index -.")
    )
    run.provider.memory.withState {
      $0.entries = [cafe, bank].map {
        HistoryEntry(queriedAtSeconds: 0, query: $0, source: .kakao, returned: 1, totalCount: 2)
      }
    }
    #expect(await run("history clear").errors == "placefind: Removed 2 queries and their results.\n")
    #expect(await run("history --json").output == "{\"schema\":1,\n \"history\":[]}\n")
  }

  @Test func `a query is recorded at a terminal, in a script only by option`() async throws {
    func records(_ line: String, terminal: Bool, _ environment: [String: String] = [:]) async -> Bool? {
      let run = Run(environment: environment, errorColumns: terminal ? 80 : nil)
      _ = await run(line)
      return run.provider.requests.options?.stores.recordsHistory
    }
    #expect(await records("-c gas --at 37,127", terminal: true) == true)
    #expect(await records("-c gas --at 37,127", terminal: false) == false)
    #expect(await records("-c gas --at 37,127 --record", terminal: false) == true)
    #expect(await records("-c gas --at 37,127 --no-history", terminal: true) == false)
    #expect(await records("-c gas --at 37,127", terminal: true, ["PLACEFIND_NO_HISTORY": "1"]) == false)
  }

  @Test func `find and near record their results, and finding a centre doesn't`() async throws {
    let run = Run()
    run.provider.memory.withState { $0.located = .named([FoundPlace.full.place]) }
    for line in ["-c gas --at 37,127", "-c gas --near 강남역 -n 3", "-c gas --at 37,127 --page 2", "near 강남역"] {
      #expect(await run(line).status == 0)
    }
    let (recorded, candidates) = run.provider.memory.withState { ($0.recorded, $0.recordedCandidates.count) }
    #expect(recorded.map { $0.near == nil } == [true, false, true])
    #expect(
      recorded.map(\.limit) == [
        .standard, .first(try #require(PlaceCount(3))),
        .page(try #require(PageRequest(number: 2))),
      ]
    )
    #expect(candidates == 1)
  }

  @Test func `the directories follow XDG`() async throws {
    func stores(_ environment: [String: String], _ line: String = "-c gas --at 37,127") async -> StoreConfiguration? {
      let run = Run(environment: environment)
      _ = await run(line)
      return run.provider.requests.options?.stores
    }
    let home = await stores(["HOME": "/h"])
    #expect(home?.configDirectory == "/h/.config/placefind")
    #expect(home?.stateDirectory == "/h/.local/state/placefind")
    #expect(home?.cacheDirectory == "/h/.cache/placefind")
    let named = await stores(["HOME": "/h", "XDG_CACHE_HOME": "/c", "XDG_STATE_HOME": "relative"])
    #expect(named?.cacheDirectory == "/c/placefind")
    #expect(named?.stateDirectory == "/h/.local/state/placefind")
    #expect(await stores([:])?.configDirectory == nil)
    #expect(await stores([:], "-c gas --at 37,127 --no-cache")?.cacheLifetime == .zero)
    #expect(await stores([:], "-c gas --at 37,127 --refresh")?.readsCache == false)
    #expect(await stores([:], "-c gas --at 37,127 --cache-ttl 1h")?.cacheLifetime == .seconds(3_600))
  }

  @Test func `show finds a place by its number or id, and opens its page`() async throws {
    var run = Run()
    let (one, two) = (try recalled("11"), try recalled("22"))
    run.provider.memory.withState { $0.last = [one, two] }
    #expect(await run("show 2").output.contains(#""id":"22""#))
    #expect(await run("show 11").output.contains(#""bearing_deg":91,"#))
    for number in ["3", "0", "-1", "9223372036854775807", "-9223372036854775808"] {
      #expect(await run("show \(number)").status == 9, "\(number)")
    }
    #expect(await run("show").status == 2)
    let card = await run("show 1 -f table").output
    #expect(card.hasPrefix("이름11\n"))
    #expect(card.contains("250 m east (91°) of 37.4979,127.0276"))
    #expect(await run("show 1 --open").output == "https://place.map.kakao.com/11\n", "there is no desktop")
    run.environment = ["DISPLAY": ":0"]
    #expect(await run("show 1 --open").status == 0)
  }

  @Test func `a place is saved with a note, listed in every format, and removed`() async throws {
    let run = Run()
    let one = try recalled("11")
    run.provider.memory.withState { $0.last = [one] }
    #expect(await run(["saved", "add", "1", "--note", "good, \"late\""]).errors == "placefind: Saved 이름11 (11).\n")
    #expect(await run("saved --json").output.contains(#""note":"good, \"late\"""#))
    // The distances of saved places are from different centres.
    #expect(
      await run("saved --json").output.contains(#""distance_m":null,"place_url":"https://place.map.kakao.com/11""#)
    )
    for format in ["table", "json", "ndjson", "csv", "tsv", "geojson", "map", "html"] {
      let outcome = await run("saved -f \(format)")
      #expect(outcome.status == 0 && outcome.output.contains("이름11"), "\(format)")
    }
    #expect(await run("saved remove 11").status == 0)
    #expect(await run("saved remove 11").status == 9)
    #expect(await run("saved ad 1").status == 2)
    #expect(await run("saved -f csv --no-header").output.isEmpty)
  }

  @Test func `several places are saved or removed together or not at all`() async throws {
    let run = Run()
    let (one, two) = (try recalled("11"), try recalled("22"))
    run.provider.memory.withState { $0.last = [one, two] }
    #expect(await run("saved add 1 99 2").status == 9)
    #expect(run.provider.memory.withState { $0.saved }.isEmpty)
    #expect(await run("saved add 1 2").status == 0)
    #expect(await run("saved remove 11 99 22").status == 9)
    #expect(run.provider.memory.withState { $0.saved }.count == 2)
    let removals = ["Removed 이름11 (11).", "Removed 이름22 (22)."].map { "placefind: \($0)\n" }
    #expect(await run("saved remove 11 22 11").errors == removals.joined())
    #expect(run.provider.memory.withState { $0.saved }.isEmpty)
  }

  @Test func `saved places of several sources are shown with the notice of each`() async throws {
    let run = Run()
    let saved = try ["© A", "© B", "© A", nil].enumerated().map { position, attribution in
      let place = try self.place("이름", String(position))
      return SavedPlace(place: .recalled(place, attribution: attribution), note: nil, savedAtSeconds: 0)
    }
    run.provider.memory.withState { $0.saved = saved }
    #expect(await run("saved -f geojson").output.contains(#""attribution":"© A; © B""#))
  }

  @Test(arguments: [(100_000, true), (10, false)])
  func `a warning precedes a search beyond the quota`(used: Int, isReported: Bool) async throws {
    let run = Run(environment: ["KAKAO_REST_API_KEY": "0123456789abcdef"])
    run.provider.memory.withState { $0.quota = [QuotaUse(call: .category, today: used, month: used)] }
    let outcome = await run("-c gas --at 37.4979,127.0276")
    #expect(outcome.status == 0)
    #expect(outcome.errors.contains("0 of 100,000 are left today") == isReported, "\(outcome.errors)")
  }

  @Test func `quota and cache show their counts`() async throws {
    let run = Run()
    run.provider.memory.withState { $0.quota = [QuotaUse(call: .keyword, today: 99_990, month: 120_000)] }
    #expect(await run("quota --json").output.contains(#"{"api":"keyword","used":99990,"left":10,"#))
    run.provider.memory.withState { $0.quota.append(QuotaUse(call: .nominatim, today: 3, month: 3)) }
    #expect(await run("quota -f table").errors.contains("nominatim requests are sent at most once every 1.1 s."))
    for word in ["index", "sample"] {
      let refused = await run("quota --source \(word)")
      #expect(refused.status == 2 && refused.errors.contains("--source \(word) sends no requests"), "\(refused.errors)")
    }
    #expect(await run("cache info --json").output.contains(#""responses":2,"fresh_responses":1,"#))
    #expect(await run("cache clear").status == 0)
    #expect(await run("cache").status == 2)
    #expect(await run("cache inf").status == 2)
  }
}
