import Domain
import PlaceIndex
import System
import Tables

/// Downloads all elements of an area in parts and makes an index of them.
///
/// Responses are cached until the download is complete, so the same command resumes after an interruption.
struct OverpassFetch: FetchIndexUseCase {
  /// The margin around the area in which elements are downloaded, in metres.
  static let marginMeters = 500.0
  /// The number of elements that may be downloaded without `--max-requests`.
  private static let unconfirmedElements = 200_000
  private static let unconfirmedBytes = 100_000_000
  /// The size of an area that may be downloaded without `--max-requests`, checked before counting.
  ///
  /// It is larger than a circle of 100 km and smaller than nearly every country.
  private static let unconfirmedSquareKilometers = 50_000.0
  /// The typical size of an element with its tags in bytes.
  private static let bytesPerElement = 240
  /// The typical size of a way with its tags and points in bytes (Helsinki: 980).
  private static let bytesPerWay = 1_000
  /// The maximum size of an area in square degrees; larger areas are continents.
  private static let maximumParts = 1_024
  /// The time limit of a request: processing, queueing and transfer.
  private static let timeOfRequest = Duration.seconds(120)

  private let client: OSMClient
  private let cacheDirectory: String?

  init(client: OSMClient, cacheDirectory: String?) {
    var client = client
    client.overpass.minimumAttemptTimeout = Self.timeOfRequest
    self.client = client
    self.cacheDirectory = cacheDirectory
  }

  func fetch(
    _ request: IndexFetchRequest,
    progress: (@Sendable (IndexFetchProgress) -> Void)?
  ) async throws(IndexFileError) -> IndexBuildReport {
    let query: OverpassQuery
    let whole: BoundingBox
    do throws(PlaceSearchError) {
      query = try OverpassQuery(PlaceMatch(categories: request.categories))
      whole = try OverpassTiles.box(around: request.area, margin: Self.marginMeters)
    } catch { throw .fetchStopped(error, IndexFetchProgress()) }
    let areas = try checkedParts(of: whole, request.area)
    let parts = try FetchedParts(
      in: cacheDirectory.map { $0 + "/fetch" } ?? request.output + ".parts",
      of: query.text(fetching: whole, countsOnly: true)
    )
    var download = OverpassDownload(client: client, query: query, parts: parts)
    let counts = try await download.count(areas)
    let elements = download.progress.elements
    guard
      request.allowsLarge
        || (elements <= Self.unconfirmedElements && elements * Self.bytesPerElement <= Self.unconfirmedBytes)
    else { throw .fetchTooLarge(.osm, elements: elements, bytes: elements * Self.bytesPerElement) }
    try await download.fetch(counts) { progress?($0) }
    guard request.includesGround else { return try build(request, from: download, nil, parts) }
    var ground = OverpassDownload(client: client, query: .ground, parts: parts, after: download)
    do throws(IndexFileError) {
      let counts = try await ground.count(areas)
      let bytes = ground.progress.elements * Self.bytesPerWay
      guard request.allowsLarge || bytes <= Self.unconfirmedBytes else {
        throw .fetchTooLarge(.osm, elements: ground.progress.elements, bytes: bytes)
      }
      try await ground.fetch(counts) { progress?($0) }
    } catch {
      // Places are useful without streets. But if a retry may succeed, the error ends the download, which can then be
      // resumed.
      guard error.isFinal else { throw error }
      var report = try build(request, from: download, nil, parts)
      report.groundFailure = error
      return report
    }
    return try build(request, from: download, ground, parts)
  }

  /// Returns the parts of an area to count, each small enough for one request.
  ///
  /// - Throws: An error if the area is larger than a public server should be queried for, unless the user allowed the
  ///   requests.
  private func checkedParts(of whole: BoundingBox, _ area: SearchArea) throws(IndexFileError) -> [BoundingBox] {
    let size = area.squareMeters / 1_000_000
    let areas =
      area.isShape
      ? OverpassTiles.parts(of: area, margin: Self.marginMeters, upTo: Self.maximumParts)
      : whole.tiles(upTo: Self.maximumParts)
    guard areas.count <= Self.maximumParts else {
      throw .fetchStopped(.unsupported(.areaTooLarge(.osm, isText: false)), IndexFetchProgress())
    }
    // Each part is counted and then downloaded.
    let requests = 2 * areas.count
    guard size <= Self.unconfirmedSquareKilometers || client.maximumRequests.map({ $0 >= requests }) ?? false else {
      throw .fetchAreaTooLarge(.osm, squareKilometers: size, requests: requests)
    }
    return areas
  }

  private func build(
    _ request: IndexFetchRequest,
    from download: OverpassDownload,
    _ ground: OverpassDownload?,
    _ parts: FetchedParts
  ) throws(IndexFileError) -> IndexBuildReport {
    var description = IndexDescription()
    let now = Int64(time(nil))
    let attribution = Service.osm.attribution
    let license = Service.osm.license
    let input = IndexInput(Service.osm.title, attribution: attribution, license: license, modifiedAtSeconds: now)
    if let times = download.dataTimes {
      // The data is as old as its oldest part.
      description.release = times.first
      description.latestRelease = times.first == times.last ? nil : times.last
    }
    description.coverage = [request.area]
    description.coveredCategories = request.categories.map(\.slug)
    description.newestInputAt = now
    var rules = ImportRules()
    rules.language = client.language
    rules.attributes = request.attributes
    if request.makesDirectories, let end = request.output.lastIndex(of: "/") {
      // A failure is reported when the index is written.
      FilePath.makeDirectories(String(request.output[..<end]))
    }
    do throws(IndexFileError) {
      var importer = PlaceImporter(description: description, rules: rules)
      // Creates the input even if the area has no places, so that the index covers the area.
      try importer.read(OSMPlaces.document(of: []), name: OSMPlaces.responseName, as: input)
      for number in 0..<download.partCount {
        let document = OSMPlaces.document(of: try download.elements(ofPart: number))
        try importer.read(document, name: OSMPlaces.responseName, as: input)
      }
      var known: Set<String> = []
      for number in 0..<(ground?.partCount ?? 0) {
        let elements = try ground?.elements(ofPart: number) ?? []
        do throws(SyntaxError) {
          try importer.readGround([UInt8(ascii: "[")] + elements + [UInt8(ascii: "]")], known: &known)
        } catch { throw .unreadable(path: parts.directory, reason: "a response isn't JSON") }
      }
      let skipped = importer.skipped
      importer.builder.description.inputs[0].unplacedCount = skipped.lackingCount
      let index = try importer.builder.write(to: request.output)
      parts.removeAll()
      return IndexBuildReport(
        summary: index.summary,
        rowCount: importer.rowCount,
        mergedCount: importer.builder.mergedCount,
        skipped: skipped
      )
    } catch { throw error }
  }
}

extension IndexFileError {
  /// Whether the same download would fail again.
  fileprivate var isFinal: Bool {
    switch self {
    case .fetchTooLarge, .fetchRequestsSpent, .fetchStopped(.requestRejected, _), .fetchStopped(.untrustworthy, _): true
    default: false
    }
  }
}
