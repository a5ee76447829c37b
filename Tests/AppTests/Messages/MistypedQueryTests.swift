import Domain
import Platform
import Testing

@testable import App

/// The suggestions for mistyped queries.
struct MistypedQueryTests {
  @Test(arguments: [
    ("gas 37.49 127.02", "`placefind -c gas --at 37.49,127.02`"),
    ("cafe 52.1,5.1", "`placefind -c cafe --at 52.1,5.1`"),
    ("37.49 127.02 gas", "`placefind -c gas --at 37.49,127.02`"), ("gas", "`placefind -c gas --at LAT,LNG`"),
    ("gas -33.9 18.4", "`placefind -c gas --at -33.9,18.4`"),
    ("cafe bank 52.1 5.1 -r 2km", "`placefind -c cafe,bank --at 52.1,5.1 -r 2km`"),
    ("gas --at 37.49,127.02", "`placefind -c gas --at 37.49,127.02`"),
    ("find gas 37.49 127.02", "Use -c gas --at 37.49,127.02"), ("-c gas 37.49 127.02", "use --at 37.49,127.02"),
    ("find cafe bank", "use -c cafe,bank"),
    ("-c gas --at 37.5,127 -r 5 miles", "-r 5miles"), ("-c gas --at 37.5,127 -r 3 kilometres", "-r 3kilometres"),
    ("-c gas --at 37.5,127 --sort name", "Places can't be sorted by 'name'. --sort takes distance"),
    ("-c gas --at 37.5,127 --sort address_name --source kakao", "can't be sorted by 'address_name'"),
    ("-c gas --at 37.5,127 --sort Address --source osm", "can't be sorted by 'Address'"),
    ("-c gas --at 37.5,127 --sort website --index p.pfx", "can't be sorted by 'website'"),
    ("-c gas --bbox 37.49,127.02,37.51,127.04", "Did you mean --bbox 127.02,37.49,127.04,37.51?"),
    ("-c gas --bbox -33.9,151.1,-33.8,151.3", "Did you mean --bbox 151.1,-33.9,151.3,-33.8?"),
    ("-c gas --at 37.5,127 --source OpenStreetMap", "Did you mean osm?"),
    ("-c gas --at 37.5,127 --source openstreetmaps", "Did you mean osm?"),
    ("-c gas --at 37.5,127 -s kako", "Did you mean kakao?"),
  ])
  func `the message suggests the probable word`(line: String, words: String) async {
    let outcome = await Run(services: Service.all)(line)
    #expect(outcome.status == 2)
    #expect(outcome.errors.contains(words), "\(outcome.errors)")
    #expect(!outcome.errors.contains("Kakao"), "\(outcome.errors)")
  }

  @Test func `a variable with the title of a service gets its word`() async {
    let run = Run(environment: ["PLACEFIND_SOURCE": "OpenStreetMap"], services: Service.all)
    #expect(await run("-c gas --at 37.5,127").errors.contains("'OpenStreetMap'. Did you mean osm? It takes auto"))
  }

  @Test func `an edge order beyond the area of a service is recognised`() throws {
    // Both orders are valid boxes, but only one is in Korea.
    let box = try BoundingBox(west: 37.4, south: 80, east: 37.5, north: 85)
    let message = UnsupportedQuery.boxOutsideServiceArea(.kakao, box).failure.message
    #expect(message.contains("--source osm") && !message.contains("Did you mean"))
  }

  @Test(arguments: [
    ("shop", "shop=car", "-c 'shop=*'"), ("amenity", "amenity=bench", "-c 'amenity=*'"),
    ("shp", "shop", "Did you mean shop?"),
  ])
  func `a tag key isn't a category, but all of its values are`(word: String, nearest: String, words: String) {
    let message = Failure.unknownCategory(word, nearest: nearest).message
    #expect(message.contains(words), "\(message)")
  }

  @Test(arguments: ["berlin", "Berlin", "berlin-3k"])
  func `the index with a similar name is proposed`(name: String) async {
    let run = Run(environment: ["XDG_DATA_HOME": "/d"], services: Service.all)
    run.provider.indexFiles.withState { state in
      state.known = ["berlin-3km", "utrecht-5km"].map { StubIndexFiles.summary(path: "/d/placefind/\($0).pfx") }
    }
    for line in ["index info \(name)", "-c gas --at 52,5 --index \(name)", "categories --index \(name)"] {
      let outcome = await run(line)
      #expect(outcome.status == 1 && outcome.errors.contains("Did you mean berlin-3km?"), "\(line): \(outcome.errors)")
    }
    #expect(await run("index info paris").errors.contains("`placefind index list`"))
  }

  @Test(arguments: ["\"0123456789abcdef\"", "'0123456789abcdef'", " \"0123456789abcdef\" ", "“0123456789abcdef”"])
  func `a key may be in quotation marks`(text: String) {
    #expect(APIKey(text) == APIKey("0123456789abcdef"))
    #expect(KeyParser(variable: "K").key(in: text + "\n") == APIKey("0123456789abcdef"))
    #expect(KeyParser(variable: "K").key(in: "K=\(text)\n") == APIKey("0123456789abcdef"))
  }

  @Test(arguments: ["\"", "\"\"", "\"abc", "'a\""])
  func `a lone quotation mark is part of a key, or refused`(text: String) {
    #expect(APIKey(text)?.secret != "" && APIKey(text)?.secret != "abc")
  }

  @Test func `a busy service is reported while its response is awaited`() async throws {
    let run = Run(errorColumns: 80, services: Service.all)
    _ = await run("-c gas --at 52,5 --source osm")
    run.provider.memory.withState { $0.reportWait }?(.seconds(30))
    let sentence = Service.all[1].busySentence(.seconds(30))
    #expect(sentence == "OpenStreetMap is busy or failing. The next request is sent in 30 s.")
  }

  @Test(arguments: [true, false])
  func `a process that ends announces no request`(isRequested: Bool) {
    for status in [200, 429, 504] {
      let message = Failure(
        PlaceSearchError.throttled(status: status, retryAfter: .seconds(30), isRequested: isRequested)
      )
      .message
      #expect(!message.contains("next request") && message.contains(/(Try again in|Wait) 30 s/), "\(message)")
    }
  }

  @Test func `the error for a missing key suggests OpenStreetMap`() throws {
    let point = try Coordinate(latitude: 52, longitude: 5)
    let errors: [PlaceSearchError] = [
      .keyMissing(.kakao), .keyRefused(.kakao, status: 401, message: nil),
      .quotaExhausted(.kakao, status: 429, message: nil), .sourceMissing(Service.all),
      .unsupported(.outsideServiceArea(.kakao, point, looksSwapped: false)),
      .unsupported(.boxOutsideServiceArea(.kakao, try BoundingBox(west: 5, south: 52, east: 6, north: 53))),
    ]
    for error in errors { #expect(Failure(error).message.contains("--source osm"), "\(Failure(error).message)") }
  }

  @Test func `the number of a result without places gets the reason`() async throws {
    let run = Run()
    #expect(await run("show 1").errors.contains("No result is recorded yet"))
    run.provider.memory.withState { $0.last = [] }
    let outcome = await run("show 1")
    #expect(outcome.status == 9 && outcome.errors.contains("The last query found nothing"), "\(outcome.errors)")
  }
}
