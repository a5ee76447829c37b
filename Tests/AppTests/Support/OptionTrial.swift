import Domain
import Foundation
import Platform
import Synchronization
import TestSupport

@testable import App

/// Runs command lines in worlds in which every option can have an effect.
///
/// Compares all effects of a command line: what it prints, writes, saves and opens, its queries to the source, and the
/// configuration of the source.
struct OptionTrial {
  /// The properties of the world.
  enum Circumstance: CaseIterable {
    case script
    case terminal
    /// The clock advances quickly, so that progress is shown.
    case slowTerminal
    case nothingFound
    case partialResult
  }

  /// The effects of a command line.
  struct Effect: Equatable {
    var status: Int32 = 0
    var output = ""
    var errors = ""
    /// The configuration of the source; `nil` if the source wasn't queried.
    var configuration: SourceConfiguration?
    var query: PlaceQuery?
    var built: IndexBuildRequest?
    var fetched: [IndexFetchRequest] = []
    var savedLocations = SavedLocations()
    var saved: [String] = []
    var entryCount = 0
    var files: [String: String] = [:]
    var opened: [String] = []
    var screen = ""
    /// The maximum number of concurrent queries of a batch; 2 means several.
    var inFlight = 0
  }

  /// A handshake with a server, and a call.
  private static let call = """
    {"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25"}}
    {"jsonrpc":"2.0","id":2,"method":"tools/call",\
    "params":{"name":"find_places","arguments":{"text":"x","lat":37.5,"lng":127}}}

    """

  /// The directory of the files of a batch, which are on disk.
  let directory = TemporaryDirectory()

  func run(_ words: [String], _ circumstance: Circumstance = .script, configuration: String? = nil) async throws
    -> Effect
  {
    var run = Run(services: Service.all)
    run.environment = ["DISPLAY": ":0", "XDG_DATA_HOME": "/data", "LANG": "C.UTF-8"]
    var files = ["key": "0123456789abcdef", "old.csv": "old", "i.pfx": "index", "p.pfx": "index"]
    files["area.geojson"] = #"{"type":"Polygon","coordinates":[[[127,37],[127.2,37],[127,37.2],[127,37]]]}"#
    if let configuration {
      files["config"] = configuration
      run.environment["PLACEFIND_CONFIG_PATH"] = "config"
    }
    run.files = MemoryFiles(files)
    let desktop = StubDesktop()
    run.desktop = desktop
    let clock = ManualClock()
    run.provider = provider(circumstance, clock)
    Self.fill(run.provider)
    let isTerminal = circumstance == .terminal || circumstance == .slowTerminal
    if isTerminal { (run.outputColumns, run.errorColumns) = (80, 80) }
    let isBatch = words.first == Command.batch.rawValue
    let rows = CrowdedSource()
    Self.fill(memory: rows.memory)
    if isBatch { try await prepareFiles() }
    let terminal = words.first == Command.browse.rawValue ? StubTerminal() : nil
    run.terminal = terminal
    let (output, errors) = (MemorySink(), MemorySink())
    var world = run.world(words, output: output, errors: errors)
    if isBatch { world.files = MixedFiles(memory: run.files, directory: directory.path) }
    world.processorCount = 2
    let input = words.first == Command.mcp.rawValue ? Self.call : CrowdedSource.rows
    world.openInput = { _ in TextInput(Array(input.utf8), chunkSize: 1 << 14, sizeInBytes: 4_000) }
    world.stopSignals = { AsyncStream { $0.finish() } }
    if circumstance == .slowTerminal {
      world.now = {
        clock.advance(by: .seconds(2))
        return clock.now
      }
    }
    let options = Mutex<SourceConfiguration?>(nil)
    let application = Application(world: world, services: run.services) { [provider = run.provider] given in
      options.withLock { $0 = given }
      return isBatch ? rows : provider
    }
    let typing = Task {
      // Keys are typed when the places are shown; Q always prints the command.
      await terminal?.wait(for: "샘플주유소")
      terminal?.type(circumstance == .terminal ? "q" : "Q")
    }
    var effect = Effect()
    effect.status = await application.run()
    typing.cancel()
    (effect.output, effect.errors, effect.opened) = (output.text, errors.text, desktop.opened)
    effect.screen = terminal?.text ?? ""
    effect.files = run.files.all
    if isBatch {
      for name in directory.names { effect.files[name] = directory.text(of: name) }
      effect.inFlight = min(2, rows.mostInFlight)
      effect.configuration = rows.mostInFlight > 0 ? options.withLock { $0 } : nil
      return effect
    }
    let (requests, index) = (run.provider.requests, run.provider.indexFiles.state)
    effect.query = requests.query
    (effect.built, effect.fetched) = (index.request, index.fetched)
    let geocodingCount = run.provider.memory.withState { state in
      effect.savedLocations = state.savedLocations
      effect.saved = state.saved.map { "\($0.id) \($0.note ?? "")" }
      effect.entryCount = state.entries.count
      return state.geocodingCount
    }
    if requests.query != nil || geocodingCount > 0 || index.geocodingCount > 0 || !index.fetched.isEmpty {
      effect.configuration = options.withLock { $0 }
    }
    return effect
  }

  private func provider(_ circumstance: Circumstance, _ clock: ManualClock) -> StubProvider {
    let step = SearchProgress(requests: 2, places: 15, cellsDone: 1, cellsKnown: 9)
    return switch circumstance {
    case .nothingFound: StubProvider(.success(.collection([])), clock: clock)
    case .partialResult: StubProvider(.success(.collection([.full], totalCount: 9, isComplete: false)), clock: clock)
    default: StubProvider(reports: [(.seconds(2), step), (.seconds(2), step)], clock: clock)
    }
  }

  private static func fill(_ provider: StubProvider) { fill(memory: provider.memory) }

  private static func fill(memory: StubMemory) {
    guard let home = try? Coordinate(latitude: 37.51, longitude: 127.06),
      let position = SavedLocation(name: "home", coordinate: home),
      let area = SearchRadius(Distance(meters: 500) ?? .zero).map({ SearchArea.circle(center: home, radius: $0) }),
      let query = try? PlaceQuery(categories: [.group(.cafe)], area: area),
      let nearer = try? [(37.5105, 127.0605), (37.498, 127.0277), (37.5005, 127.0005), (37.0501, 127.0501)].map({
        try Coordinate(latitude: $0.0, longitude: $0.1)
      })
    else { return }
    let place = Place(
      id: "11",
      name: "이름",
      coordinate: home,
      group: .cafe,
      url: "https://place.map.kakao.com/11"
    )
    let other = query.limited(to: .all)
    let first = query
    memory.withState { state in
      state.savedLocations = SavedLocations(locations: [position], defaultName: "home")
      state.last = [.recalled(place, meters: 3)]
      state.saved = [SavedPlace(place: .recalled(place), note: nil, savedAtSeconds: 0)]
      state.indexed = ["x9": .recalled(place, meters: 5)]
      state.located = .named([place], totalCount: 5)
      state.surroundings = nearer.map { Place(id: "s", name: "가까운역", coordinate: $0, group: .subway) }
      state.quota = [QuotaUse(call: .keyword, today: 3, month: 4)]
      state.entries = [first, other].map {
        HistoryEntry(queriedAtSeconds: 0, query: $0, source: .kakao, returned: 1, totalCount: 1)
      }
    }
  }

  // MARK: - The files of a batch

  /// Creates the files of earlier runs: one to continue, and one with a record of another row.
  private func prepareFiles() async throws {
    for name in directory.names { try FileManager.default.removeItem(atPath: directory.file(name)) }
    let earlier = await BatchOutcome(of: "-c gas", rows: CrowdedSource.rows, from: CrowdedSource()).output
    try directory.write(earlier, to: "earlier.ndjson")
    let stranger = earlier.split(separator: "\n")[0].replacing("37.5,", with: "37.7,")
    try directory.write(earlier + stranger + "\n", to: "more.ndjson")
  }
}

/// A source whose queries wait for each other: the first query ends after another one if several may be concurrent.
final class CrowdedSource: StubUseCases {
  /// Rows with columns of other names, one without a point, one that the source rejects, and one in metres.
  static let rows = """
    id,lat,lng,lat2,lng2,near2,cat2,q2,r2,n2,id2
    a,37.5,127,37.51,127.01,강남역,bank,글,300,1,A
    b,37.6,127.1,37.61,127.11,"역삼역",bank,글,300,1,B
    c,,,37.62,127.12,선릉역,bank,글,300,1,C
    d,38.9,127,37.63,127.13,삼성역,bank,글,300,1,D
    e,1950000,955000,37.64,127.14,잠실역,bank,글,300,1,E

    """

  let memory = StubMemory()
  let indexFiles = StubIndexFiles()
  private let state = Mutex<(open: Int, most: Int, ended: Int)>((0, 0, 0))

  var mostInFlight: Int { state.withLock { $0.most } }

  func provenance() -> Provenance { Provenance(source: .kakao) }
  func cost(of query: PlaceQuery) -> SearchCost { SearchCost(requests: 1...1) }

  func places(
    matching query: PlaceQuery,
    progress: (@Sendable (SearchProgress) -> Void)?
  ) async throws(PlaceSearchError) -> PlaceCollection {
    guard let center = query.area.center ?? query.area.enclosingBox?.middle else {
      throw .unsupported(.categoryWithoutArea)
    }
    state.withLock { state in
      state.open += 1
      state.most = max(state.most, state.open)
    }
    defer {
      state.withLock { state in
        state.open -= 1
        state.ended += 1
      }
    }
    // A query that stays alone gives up waiting. On a busy machine, the thread of another query may pause longer than
    // all yields take.
    for attempt in 0..<350 where state.withLock({ center.latitude == 37.5 ? $0.ended == 0 : $0.most < 2 }) {
      if attempt < 300 { await Task.yield() } else { try? await Task.sleep(for: .milliseconds(1)) }
    }
    if center.latitude > 38 { throw .requestRejected(status: 400, code: nil, message: nil) }
    let places = (0..<min(20, query.limit.count ?? 20)).map { number in
      let place = Place(id: "\(center.latitude)-\(number)", name: "곳", coordinate: center, group: .gas)
      return FoundPlace(place: place, distance: Distance(meters: Double(number)))
    }
    return PlaceCollection(
      places: places,
      totalCount: 20,
      isComplete: places.count == 20,
      provenance: Provenance(source: .kakao, requests: 1)
    )
  }
}
