import Domain
import Synchronization
import System
import Tables

@testable import App

/// Rows in memory, read in chunks of the given size.
final class TextInput: BatchInput {
  private let bytes: [UInt8]
  private let chunkSize: Int
  private let failure: FileFailure?
  private let at = Mutex(0)

  /// Makes an input.
  ///
  /// If `failure` is set, the input fails at its end.
  init(_ bytes: [UInt8], chunkSize: Int = 64, sizeInBytes: Int? = nil, failure: FileFailure? = nil) {
    (self.bytes, self.chunkSize, self.sizeInBytes, self.failure) = (bytes, chunkSize, sizeInBytes, failure)
  }

  let sizeInBytes: Int?
  var identity: FileIdentity? { nil }

  func keepForRereading(nextTo path: String) {}
  func rewind() { at.withLock { $0 = 0 } }

  func read(upTo count: Int) async throws(FileFailure) -> [UInt8] {
    let chunk = at.withLock { at in
      let end = min(bytes.count, at + min(count, chunkSize))
      defer { at = end }
      return Array(bytes[at..<end])
    }
    if chunk.isEmpty, let failure { throw failure }
    return chunk
  }
}

/// A source that computes results from the query, after a number of yields that depends on the query.
final class ScriptedSource: StubUseCases {
  /// The source's behaviour for a latitude.
  typealias Script = @Sendable (_ latitude: Double, _ turn: Int) throws(PlaceSearchError) -> Int

  /// Whether it is an offline source, which costs nothing.
  private let isFree: Bool
  /// The turn at which the request budget of the run is exhausted within a query.
  private let budget: Int?
  /// The reasons why the results for some latitudes are incomplete.
  private let cutShort: [Double: PlaceCollection.StopReason]
  let memory = StubMemory()
  let indexFiles = StubIndexFiles()
  private let script: Script
  private let reading: InputReading?
  /// The distance of the nearest place with unknown opening hours, in metres; `nil` without such a place.
  private let undecided: Double?
  /// The distance from a centre within which no place is missing, in metres.
  private let proven: Double
  private let state = Mutex<(latitudes: [Double], costed: [PlaceQuery], inFlight: Int, mostInFlight: Int)>(
    ([], [], 0, 0)
  )

  init(
    isFree: Bool = false,
    budget: Int? = nil,
    cutShort: [Double: PlaceCollection.StopReason] = [:],
    reading: InputReading? = nil,
    proven: Double = .infinity,
    undecided: Double? = 1_000,
    script: @escaping Script = { _, _ in 2 }
  ) {
    (self.isFree, self.budget, self.cutShort, self.reading) = (isFree, budget, cutShort, reading)
    self.proven = proven
    self.undecided = undecided
    self.script = script
  }

  /// The queried latitudes, in order.
  var latitudes: [Double] { state.withLock { $0.latitudes } }
  /// The queries whose cost was estimated, in order.
  var costed: [PlaceQuery] { state.withLock { $0.costed } }
  /// The maximum number of concurrent queries.
  var mostInFlight: Int { state.withLock { $0.mostInFlight } }

  func provenance() -> Provenance { Provenance(source: isFree ? .index : .kakao, reading: reading) }
  /// Supports circles of at most 20 km, like the service.
  func cost(of query: PlaceQuery) throws(PlaceSearchError) -> SearchCost {
    state.withLock { $0.costed.append(query) }
    if !isFree, let radius = query.area.radius, radius.distance > Service.kakao.maximumRadius {
      throw .unsupported(.radiusTooLarge(maximum: Service.kakao.maximumRadius))
    }
    return SearchCost(requests: isFree ? 0...0 : 1...2, likely: query.area.isShape ? 10...40 : nil)
  }

  func places(
    matching query: PlaceQuery,
    progress: (@Sendable (SearchProgress) -> Void)?
  ) async throws(PlaceSearchError) -> PlaceCollection {
    guard let center = query.area.center ?? query.area.enclosingBox?.middle else {
      throw .unsupported(.categoryWithoutArea)
    }
    let turn = state.withLock { state in
      state.latitudes.append(center.latitude)
      state.inFlight += 1
      state.mostInFlight = max(state.mostInFlight, state.inFlight)
      return state.latitudes.count
    }
    defer { state.withLock { $0.inFlight -= 1 } }
    for _ in 0..<abs(Int(center.latitude * 1000) % 7) { await Task.yield() }
    // An offline query doesn't check for cancellation.
    if !isFree, Task.isCancelled { throw .cancelled }
    let count = try script(center.latitude, turn)
    let places = (0..<min(count, query.limit.count ?? count)).map { number in
      FoundPlace(
        place: Place(id: "\(center.latitude)-\(number)", name: "곳 \"\(number)\"", coordinate: center, group: .gas),
        distance: Distance(meters: Double(number))
      )
    }
    let isWhole = turn != budget && cutShort[center.latitude] == nil
    let isComplete = places.count == count && isWhole
    var collection = PlaceCollection(
      places: places,
      totalCount: count,
      isComplete: isComplete,
      earlyEnd: turn == budget ? .budgetSpent(requests: turn) : cutShort[center.latitude],
      isNearest: query.isNearest(places, isComplete: isComplete) { isWhole && $0.meters <= proven },
      provenance: Provenance(source: isFree ? .index : .kakao, requests: isFree ? 0 : 1)
    )
    if query.ofUndecided != nil, let undecided {
      collection.leaveOut(3, nearest: Distance(meters: undecided), limit: query.limit)
    }
    return collection
  }
}

extension PlaceCollection {
  static let onePlace = PlaceCollection(
    places: [FoundPlace(place: Place(id: "1", name: "곳", coordinate: .middleOfSeoul, group: .gas), distance: nil)],
    totalCount: 1,
    isComplete: true,
    provenance: Provenance(source: .index)
  )
}

extension QueryDefaults {
  /// Gas stations within a kilometre, two per row.
  static let gas: QueryDefaults = {
    var query = Query()
    query.categories = [.group(.gas)]
    query.limit = PlaceCount(2).map(PlaceLimit.first)
    return QueryDefaults(query: query)
  }()
}

/// A batch over text, with all its dependencies.
struct BatchTrial {
  var bytes: [UInt8]
  var provider: any UseCaseProvider
  var defaults = QueryDefaults.gas
  var jobs = 4
  var isOrdered = true
  var errorLimit: ErrorLimit?
  var chunkSize = 64
  var inputFailure: FileFailure?
  var interrupts = AsyncStream<StopSignal> { $0.finish() }

  /// Makes a batch over text.
  init(
    input: String,
    source: ScriptedSource = ScriptedSource(),
    defaults: QueryDefaults = .gas,
    jobs: Int = 4,
    isOrdered: Bool = true,
    errorLimit: ErrorLimit? = nil,
    chunkSize: Int = 64
  ) {
    bytes = Array(input.utf8)
    provider = source
    (self.defaults, self.jobs, self.isOrdered) = (defaults, jobs, isOrdered)
    (self.errorLimit, self.chunkSize) = (errorLimit, chunkSize)
  }

  /// Runs into memory; returns the end of the batch and its counts.
  func run(records: MemorySink, failures: MemorySink = MemorySink()) async throws -> (BatchEnd, BatchTally) {
    try await run(into: BatchOutputs(records: DeviceOutput(records.sink, path: "-")), failures: failures)
  }

  func run(into outputs: BatchOutputs, failures: MemorySink = MemorySink()) async throws -> (BatchEnd, BatchTally) {
    try await run(failures: failures) { _ in outputs }
  }

  func run(
    on file: TemporaryFile,
    _ rules: ResumeRules = ResumeRules(),
    isResumed: Bool = true,
    checksLosses: Bool = true,
    failures: MemorySink = MemorySink()
  ) async throws -> (BatchEnd, BatchTally) {
    let provenance = try provider.makeEstimateUseCase().provenance()
    let keys = RecordKeys(provenance: provenance, names: ColumnNames(), defaults: defaults)
    return try await run(failures: failures, checksLosses: checksLosses) { format in
      let locked = try LockedFile(path: file.path, existing: .resume, input: nil)
      let writer = NDJSONRecordWriter(format: format)
      let journal = RecordJournal(keys: keys, rules: rules, writer: writer, input: nil)
      return try isResumed ? journal.resume(locked) : journal.begin(in: locked)
    }
  }

  private func run(
    failures: MemorySink,
    checksLosses: Bool = true,
    makeOutputs: (BatchFormat) throws -> BatchOutputs
  ) async throws -> (BatchEnd, BatchTally) {
    let reader = BatchReader(source: TextInput(bytes, chunkSize: chunkSize, failure: inputFailure))
    let names = ColumnNames()
    let format = try await reader.open(names: names, needsCoordinates: true) ?? .ndjson
    var outputs = try makeOutputs(format)
    if let store = outputs.store, checksLosses, store.mayLoseRecords {
      let early = BatchReader(source: TextInput(bytes, chunkSize: chunkSize))
      _ = try await early.open(names: names, needsCoordinates: true)
      let queries = QueryReader(format: format, names: names, defaults: defaults)
      try await store.checkLosses(from: early, queries)
    }
    outputs.failures = DeviceOutput(failures.sink, path: "failures")
    let isPaidFor = try provider.makeEstimateUseCase().provenance().source.isMetered
    return await (try job(reader, format)).run(writing: outputs, isPaidFor: isPaidFor)
  }

  private func job(_ reader: BatchReader, _ format: BatchFormat) throws -> BatchJob {
    BatchJob(
      reader: reader,
      queries: QueryReader(format: format, names: ColumnNames(), defaults: defaults),
      locator: RowLocator(provider, services: [.kakao], savedLocations: defaults.savedLocations),
      useCase: try provider.makeFindPlaceUseCase(),
      limit: defaults.limit,
      writer: NDJSONRecordWriter(format: format),
      failures: FailedRowWriter(format),
      jobs: jobs,
      isOrdered: isOrdered,
      errorLimit: errorLimit,
      requiresComplete: false,
      requiresNearest: false,
      progress: { _ in },
      interrupts: interrupts
    )
  }
}

/// The outcome of the whole command, run in this process.
struct BatchOutcome {
  let status: Int32
  let output: String
  let errors: String

  /// The records on standard output.
  var lines: [String] { output.split(separator: "\n").map(String.init) }

  /// Runs `batch` with arguments that contain no spaces.
  init(
    of line: String,
    rows: String,
    from provider: any UseCaseProvider,
    bytes: [UInt8]? = nil,
    chunkSize: Int = 1 << 14,
    sizeInBytes: Int? = nil,
    environment: [String: String] = [:]
  ) async {
    let (output, errors) = (MemorySink(), MemorySink())
    let arguments = ["batch"] + line.split(separator: " ").map(String.init)
    var world = Run(environment: environment).world(arguments, output: output, errors: errors)
    world.files = DiskFiles()
    world.processorCount = 2
    world.openInput = { _ in TextInput(bytes ?? Array(rows.utf8), chunkSize: chunkSize, sizeInBytes: sizeInBytes) }
    world.stopSignals = { AsyncStream { $0.finish() } }
    status = await Application(world: world, services: [.kakao]) { _ in provider }.run()
    (self.output, self.errors) = (output.text, errors.text)
  }
}

extension RowField {
  /// Returns the cells of a row of a table; `nil` if it isn't a row.
  static func cells(of bytes: [UInt8], in range: Range<Int>, delimiter: UInt8) -> [RowField]? {
    var found: [CSVCell] = []
    var cells: [RowField] = []
    let scanner = CSVScanner(delimiter: delimiter, maximumRowByteCount: .max)
    return CSVCells.scan(bytes, in: range, by: scanner, found: &found, into: &cells) == nil ? cells : nil
  }
}
