import Domain
import PlaceIndex

/// Downloads the parts of an area one after the other, halving those that are too large for one response.
///
/// Responses of an earlier run are reused if they have the same data time as this run's first response, or if the
/// server still counts as many elements.
struct OverpassDownload {
  /// An area with the number of its elements.
  typealias AreaCount = (area: BoundingBox, elements: Int)

  /// The number of elements above which a part is halved before it is downloaded.
  private static let maximumElements = 20_000
  /// The maximum number of times a part is downloaded again because its number of elements differs from the server's
  /// count.
  private static let maximumCorrections = 2
  /// The minimum longer side of a part that is halved, in metres.
  ///
  /// Nothing around a part is requested.
  private static let minimumSplitMeters = 100.0

  /// The progress of counting areas, then of downloading parts.
  private(set) var progress: IndexFetchProgress

  private let query: OverpassQuery
  private let parts: FetchedParts
  private var run: OverpassRun
  private var responses: [PartResponse] = []

  /// The metadata of a part's response, whose elements are on disk.
  private struct PartResponse {
    let part: OverpassPart
    let total: Int
    let dataTime: String?
    let bytes: Int

    init(_ response: OverpassResponse, _ part: OverpassPart) {
      self.part = part
      total = response.count
      dataTime = response.dataTime
      bytes = response.body.count
    }
  }

  /// Makes a download; requests of an earlier download count towards its limit.
  init(client: OSMClient, query: OverpassQuery, parts: FetchedParts, after earlier: OverpassDownload? = nil) {
    self.query = query
    self.parts = parts
    progress = IndexFetchProgress(isOfGround: query.isOfGround)
    run = OverpassRun(client: client, maximumRequests: client.maximumRequests, after: earlier?.run)
  }

  /// The earliest and the latest data time of all parts; `nil` if no response has one.
  var dataTimes: (first: String, last: String)? {
    let times = responses.compactMap(\.dataTime)
    guard let first = times.min() ?? run.dataTime, let last = times.max() ?? run.dataTime else { return nil }
    return (first, last)
  }

  var partCount: Int { responses.count }

  /// Returns the elements of a downloaded part, comma-separated.
  func elements(ofPart number: Int) throws(IndexFileError) -> ArraySlice<UInt8> {
    let text = query.text(fetching: responses[number].part.area, countsOnly: false)
    if case .response(let response)? = parts.response(to: text) { return response.elements }
    throw .unreadable(path: parts.path(of: text), reason: "it was removed while the others were fetched")
  }

  // MARK: - Counting

  /// Counts the elements of areas.
  ///
  /// - Returns: The areas that have elements. An area that can't be counted at once is replaced by its halves.
  mutating func count(_ areas: [BoundingBox]) async throws(IndexFileError) -> [AreaCount] {
    var counts: [AreaCount] = []
    progress = IndexFetchProgress(isOfGround: query.isOfGround)
    progress.partsKnown = areas.count
    var walk = OverpassWalk(areas.map { Self.part($0) })
    try await walk.run { (part) throws(IndexFileError) in
      guard let response = try await counted(part) else { return .tooLarge(part.smaller ?? []) }
      let elements = response.total ?? 0
      progress.elements += elements
      progress.bytes += response.body.count
      if elements > 0 { counts.append((part.area, elements)) }
      return .done
    } report: { walk in
      (progress.partsDone, progress.partsKnown) = (walk.partsDone, walk.partsKnown)
    }
    return counts
  }

  /// Returns the count of a part, from this run or still valid; `nil` if the part must be halved.
  private mutating func counted(_ part: OverpassPart) async throws(IndexFileError) -> OverpassResponse? {
    let text = query.text(fetching: part.area, countsOnly: true)
    switch parts.response(to: text) {
    case .response(let response)? where run.isOfItsTime(response): return response
    case .tooMuch? where part.smaller != nil: return nil
    case .tooMuch?, .response?, nil: break
    }
    switch await run.response(to: text, about: part.area, of: query.expected, countsOnly: true) {
    case .success(let response):
      try parts.save(response.body, of: text)
      return response
    case .failure(let error):
      // An area that takes too long to count is too large as well.
      let isTimeUp = if case .timedOut = error { true } else { false }
      guard error.isTooMuch || isTimeUp, mayHalve(part) else { throw stopped(by: error) }
      try parts.save([], of: text)
      return nil
    }
  }

  // MARK: - Fetching

  /// Downloads the elements of counted areas, in parts that fit in one response.
  mutating func fetch(_ counts: [AreaCount], _ report: (IndexFetchProgress) -> Void) async throws(IndexFileError) {
    responses = []
    progress = IndexFetchProgress(isOfGround: query.isOfGround)
    var left = counts.enumerated().flatMap { root, counted in parts(of: counted, root) }
    progress.partsKnown = left.count
    for _ in 0...Self.maximumCorrections {
      try await fetch(left, report)
      left = []
      for (root, counted) in counts.enumerated() {
        left += try await removeContradictions(of: root, counting: counted.elements)
      }
      if left.isEmpty { return }
    }
    let detail = "it counts \(left[0].expected ?? 0) elements in a part of the area and gives another number of them"
    throw stopped(by: .untrustworthy(.unreadable(detail: detail)))
  }

  /// Downloads parts, halving them if necessary.
  private mutating func fetch(
    _ parts: [OverpassPart],
    _ report: (IndexFetchProgress) -> Void
  ) async throws(IndexFileError) {
    let (doneBefore, knownBefore) = (progress.partsDone, progress.partsKnown - parts.count)
    var walk = OverpassWalk(parts)
    try await walk.run { (part) throws(IndexFileError) in
      guard let found = try await response(to: part) else { return .tooLarge(part.smaller ?? []) }
      responses.append(found)
      progress.elements += found.total
      progress.bytes += found.bytes
      return .done
    } report: { walk in
      progress.partsDone = doneBefore + walk.partsDone
      progress.partsKnown = knownBefore + walk.partsKnown
      report(progress)
    }
  }

  /// Divides a counted area into parts by its number of elements.
  ///
  /// Uneven parts are halved later if they are too large.
  private func parts(of counted: AreaCount, _ root: Int) -> [OverpassPart] {
    var part = Self.part(counted.area)
    (part.root, part.expected, part.isCounted) = (root, counted.elements, true)
    var parts = [part]
    var expected = counted.elements
    while expected > Self.maximumElements {
      parts = parts.flatMap { $0.smaller ?? [$0] }
      expected /= 2
    }
    return parts
  }

  private static func part(_ area: BoundingBox) -> OverpassPart {
    OverpassPart(area: area, minimumSplitMeters: minimumSplitMeters, allowance: .fetch)
  }

  /// Returns the response to a part, from an earlier run or from the server; `nil` if the part must be halved.
  private mutating func response(to part: OverpassPart) async throws(IndexFileError) -> PartResponse? {
    let text = query.text(fetching: part.area, countsOnly: false)
    switch parts.response(to: text) {
    case .tooMuch? where part.smaller != nil: return nil
    case .response(let response)?: if try await isStill(response, part) { return PartResponse(response, part) }
    case .tooMuch?, nil: break
    }
    switch await run.response(to: text, about: part.area, of: query.expected, countsOnly: false) {
    case .success(let response):
      try parts.save(response.body, of: text)
      return PartResponse(response, part)
    case .failure(let error):
      guard error.mayHelpToHalve(expecting: part.expected), mayHalve(part) else {
        throw stopped(by: error)
      }
      try parts.save([], of: text)
      return nil
    }
  }

  /// Returns whether the server still has as many elements in a part as an earlier response.
  private mutating func isStill(_ response: OverpassResponse, _ part: OverpassPart) async throws(IndexFileError) -> Bool
  {
    if run.isOfItsTime(response) { return true }
    guard !part.isCounted else { return part.expected == response.count }
    return try await counted(part)?.total == response.count
  }

  /// Removes the responses of a counted area whose parts have fewer elements than the area, if the server now counts
  /// another number than it returned.
  ///
  /// - Returns: The parts to download again; empty if the server doesn't count more now.
  private mutating func removeContradictions(
    of root: Int,
    counting elements: Int
  ) async throws(IndexFileError) -> [OverpassPart] {
    let numbers = responses.indices.filter { responses[$0].part.root == root }
    // Elements at the edge of two parts are in both.
    guard numbers.reduce(0, { $0 + responses[$1].total }) < elements else { return [] }
    var wrong: [Int] = []
    var again: [OverpassPart] = []
    for number in numbers {
      let found = responses[number]
      let counted = try await recount(found.part.area)
      guard counted != found.total else { continue }
      parts.discard(query.text(fetching: found.part.area, countsOnly: false))
      progress.partsDone -= 1
      progress.elements -= found.total
      progress.bytes -= found.bytes
      wrong.append(number)
      var part = found.part
      (part.expected, part.isCounted) = (counted, true)
      again.append(part)
    }
    for number in wrong.reversed() { responses.remove(at: number) }
    return again
  }

  /// Counts the elements of a downloaded area again.
  private mutating func recount(_ area: BoundingBox) async throws(IndexFileError) -> Int {
    let text = query.text(fetching: area, countsOnly: true)
    switch await run.response(to: text, about: area, of: query.expected, countsOnly: true) {
    case .success(let response):
      try parts.save(response.body, of: text)
      return response.total ?? 0
    case .failure(let error): throw stopped(by: error)
    }
  }

  // MARK: - Stopping and halving

  private func stopped(by cause: PlaceSearchError) -> IndexFileError {
    guard case .maximumSent(let limit) = cause else { return .fetchStopped(cause, progress) }
    return .fetchRequestsSpent(limit: limit, progress)
  }

  private func mayHalve(_ part: OverpassPart) -> Bool { !run.isFailing && part.smaller != nil }
}
