import Domain
import PlaceIndex

/// Fetches every element of an area in parts, and makes an index of them.
///
/// The same request goes on where an earlier one stopped: what was answered waits on this machine until all is there.
struct OverpassFetch: FetchIndexUseCase {
  /// How far around the area elements are fetched, in metres.
  static let marginMeters = 500.0
  /// The number of elements above which a part is halved before it is asked for.
  private static let maximumElements = 20_000
  /// What may be fetched without a second thought.
  private static let unaskedElements = 200_000
  private static let unaskedBytes = 100_000_000
  /// The size of an element with its tags, in bytes.
  private static let bytesPerElement = 240
  /// The largest number of square degrees: more is a country.
  private static let maximumParts = 1_024
  /// How often a server may fail, one part after another, before it is no longer asked for smaller ones.
  private static let maximumFailures = 4
  /// The shortest longer side of a part that is halved, in metres; nothing around a part is asked for.
  private static let minimumSplitMeters = 100.0
  /// The time that one part may take with its repetitions.
  private static let timeOfPart = Duration.seconds(300)
  /// The time that one request may take: what the server is told, queueing, and the way.
  private static let timeOfRequest = Duration.seconds(120)

  private let client: OSMClient
  private let cacheDirectory: String?

  init(client: OSMClient, cacheDirectory: String?) {
    var client = client
    client.overpass.minimumAttemptTimeout = Self.timeOfRequest
    (self.client, self.cacheDirectory) = (client, cacheDirectory)
  }

  func fetch(
    _ request: IndexFetchRequest,
    progress: (@Sendable (IndexFetchProgress) -> Void)?
  ) async throws(IndexFetchError) -> IndexBuildReport {
    let query: OverpassQuery
    let whole: OSMArea
    do throws(PlaceSearchError) {
      query = try OverpassQuery(categories: request.categories)
      whole = try OSMArea(fetching: request.area, margin: Self.marginMeters)
    } catch { throw .stopped(error, IndexFetchProgress()) }
    let areas = whole.parts(upTo: Self.maximumParts)
    guard areas.count <= Self.maximumParts else {
      throw .stopped(.unsupported(.areaTooLarge(.osm, isText: false)), IndexFetchProgress())
    }
    let parts = try FetchedParts(
      in: cacheDirectory.map { $0 + "/fetch" } ?? request.output + ".parts",
      of: query.text(fetching: whole, countsOnly: true)
    )
    var counting = Walk(client: client, query: query, parts: parts, countsOnly: true, areas: areas)
    try await counting.run { _ in }
    let elements = counting.progress.elements
    guard
      request.allowsLarge || (elements <= Self.unaskedElements && elements * Self.bytesPerElement <= Self.unaskedBytes)
    else { throw .tooLarge(.osm, elements: elements, bytes: elements * Self.bytesPerElement) }
    let smaller = counting.counted.flatMap { area, elements in
      // Uneven parts are halved again when they turn out to be too much.
      var (areas, count) = ([area], elements)
      while count > Self.maximumElements {
        areas = areas.flatMap { $0.halves(downTo: Self.minimumSplitMeters) ?? [$0] }
        count /= 2
      }
      return areas
    }
    var walk = Walk(client: client, query: query, parts: parts, countsOnly: false, areas: smaller)
    try await walk.run { progress?($0) }
    return try build(request, from: walk, parts)
  }

  private func build(
    _ request: IndexFetchRequest,
    from walk: Walk,
    _ parts: FetchedParts
  ) throws(IndexFetchError) -> IndexBuildReport {
    var description = IndexDescription()
    let now = Int64(time(nil))
    let (attribution, license) = (Service.osm.attribution, Service.osm.license)
    let input = IndexInput(Service.osm.title, attribution: attribution, license: license, readAtSeconds: now)
    description.release = walk.dataTime
    description.coverage = [request.area]
    description.coveredCategories = request.categories.map(\.slug)
    description.builtAt = now
    var rules = ImportRules()
    rules.language = client.language
    if request.makesDirectories, let end = request.output.lastIndex(of: "/") {
      // A failure shows when the index is written.
      makeDirectories(String(request.output[..<end]))
    }
    do throws(IndexFileError) {
      var importer = PlaceImporter(description: description, rules: rules)
      for path in walk.paths { try importer.read(path: path, as: input) }
      guard importer.builder.placeCount > 0 else { throw .noPlaces(skipped: []) }
      let index = try importer.builder.write(to: request.output)
      parts.removeAll()
      // Each answer counts its elements in a row of its own.
      let rows = importer.rowCount - walk.paths.count
      return IndexBuildReport(
        summary: index.summary,
        rowCount: rows,
        mergedCount: importer.builder.mergedCount,
        skipped: []
      )
    } catch { throw .file(error) }
  }

  /// Asks for areas one after the other; those that are too much for one answer are halved.
  private struct Walk {
    let client: OSMClient
    let query: OverpassQuery
    let parts: FetchedParts
    let countsOnly: Bool
    private var areas: [OSMArea]
    private(set) var progress = IndexFetchProgress()
    /// The areas that were answered, with the number of their elements.
    private(set) var counted: [(OSMArea, Int)] = []
    /// The files of the answers.
    private(set) var paths: [String] = []
    /// The time of the oldest answer.
    private(set) var dataTime: String?
    private var failures = 0

    init(client: OSMClient, query: OverpassQuery, parts: FetchedParts, countsOnly: Bool, areas: [OSMArea]) {
      (self.client, self.query, self.parts, self.countsOnly) = (client, query, parts, countsOnly)
      self.areas = areas.reversed()
      progress.partsKnown = areas.count
    }

    mutating func run(_ report: (IndexFetchProgress) -> Void) async throws(IndexFetchError) {
      while let area = areas.popLast() {
        let text = query.text(fetching: area, countsOnly: countsOnly)
        switch parts.known(of: text) {
        case .answer(let answer): note(answer, to: text, in: area)
        case .tooMuch: halve(area)
        case nil: try await ask(text, in: area)
        }
        report(progress)
      }
    }

    private mutating func ask(_ text: String, in area: OSMArea) async throws(IndexFetchError) {
      switch await answer(to: text) {
      case .success(let answer):
        failures = 0
        try parts.keep(answer.body, of: text)
        note(answer, to: text, in: area)
      case .failure(let error):
        if error.isOfServer { failures += 1 }
        guard error.mayBeOfSize || error.isOfServer, failures < OverpassFetch.maximumFailures,
          area.halves(downTo: OverpassFetch.minimumSplitMeters) != nil
        else {
          throw .stopped(error, progress)
        }
        try parts.keep([], of: text)
        halve(area)
      }
    }

    /// The whole answer to a query, or why there is none.
    private func answer(to text: String) async -> Result<OverpassAnswer, PlaceSearchError> {
      do throws(PlaceSearchError) {
        let budget = client.makeBudget(forPart: OverpassFetch.timeOfPart)
        guard let answer = try await client.answer(to: text, for: budget) else { return .failure(.cancelled) }
        guard let shortage = countsOnly ? answer.remark : answer.shortage else { return .success(answer) }
        return .failure(.serviceFailing(status: 200, code: nil, message: shortage))
      } catch { return .failure(error) }
    }

    private mutating func note(_ answer: OverpassAnswer, to text: String, in area: OSMArea) {
      let elements = countsOnly ? answer.total ?? 0 : answer.count
      progress.partsDone += 1
      progress.elements += elements
      progress.bytes += answer.body.count
      if elements > 0 { counted.append((area, elements)) }
      paths.append(parts.path(of: text))
      if let time = answer.dataTime { dataTime = min(dataTime ?? time, time) }
    }

    private mutating func halve(_ area: OSMArea) {
      areas += (area.halves(downTo: OverpassFetch.minimumSplitMeters) ?? [area]).reversed()
      progress.partsKnown += 1
    }
  }
}

extension PlaceSearchError {
  /// Whether a smaller part may be answered.
  fileprivate var mayBeOfSize: Bool {
    switch self {
    case .untrustworthy(.contentType): true
    case .untrustworthy(let reason): reason.mayBeOfSize
    case .serviceFailing(200, _, _): true
    default: false
    }
  }

  /// Whether the server had trouble, which a smaller part may avoid.
  fileprivate var isOfServer: Bool {
    switch self {
    case .throttled(let status, _): status != 429
    case .serviceFailing(let status, _, _): status != 200
    case .timedOut: true
    default: false
    }
  }
}
