import Domain
import PlaceIndex

/// Asks for the parts of an area one after the other, and for halves of those that are too much for one answer.
///
/// What an earlier run was given is used where it is still so: at once when it is of the same time as the first
/// answer of this run, else when the server counts as many elements as before.
struct OverpassWalk {
  /// A part of the area with the number of its elements.
  typealias Counted = (area: BoundingBox, elements: Int)

  /// The number of elements above which a part is halved before it is asked for.
  private static let maximumElements = 20_000
  /// How often a part is asked for again that has another number of elements than the server counts.
  private static let maximumCorrections = 2
  /// The shortest longer side of a part that is halved, in metres; nothing around a part is asked for.
  private static let minimumSplitMeters = 100.0

  /// What is on this machine of the areas that are counted, then of the parts that are fetched.
  private(set) var progress = IndexFetchProgress()

  private let query: OverpassQuery
  private let parts: FetchedParts
  private var run: OverpassRun
  private var answered: [OverpassPart.Answer] = []

  init(client: OSMClient, query: OverpassQuery, parts: FetchedParts, maximumRequests: Int?) {
    self.query = query
    self.parts = parts
    run = OverpassRun(client: client, maximumRequests: maximumRequests)
  }

  /// The times of the data of all parts, the earliest and the latest; `nil` when no answer tells one.
  var dataTimes: (first: String, last: String)? {
    let times = answered.compactMap(\.dataTime)
    guard let first = times.min() ?? run.dataTime, let last = times.max() ?? run.dataTime else { return nil }
    return (first, last)
  }

  /// The number of parts that were fetched.
  var partCount: Int { answered.count }

  /// The elements of a part that was fetched, separated by commas.
  func elements(ofPart number: Int) throws(IndexFileError) -> ArraySlice<UInt8> {
    let text = query.text(fetching: answered[number].part.area, countsOnly: false)
    guard case .answer(let answer)? = parts.known(of: text) else {
      throw .unreadable(path: parts.path(of: text), reason: "it was removed while the others were fetched")
    }
    return answer.elements
  }

  // MARK: - Counting

  /// Counts the elements of areas.
  ///
  /// - Returns: The areas that have some; halves of those whose elements cannot be counted at once.
  mutating func count(_ areas: [BoundingBox]) async throws(IndexFetchError) -> [Counted] {
    var counts: [Counted] = []
    var left = Array(areas.reversed())
    progress = IndexFetchProgress()
    progress.partsKnown = left.count
    while let area = left.popLast() {
      guard let answer = try await counted(area) else {
        let smaller = halves(of: area)
        left += smaller.reversed()
        progress.partsKnown += smaller.count - 1
        continue
      }
      let elements = answer.total ?? 0
      progress.partsDone += 1
      progress.elements += elements
      progress.bytes += answer.body.count
      if elements > 0 { counts.append((area, elements)) }
    }
    return counts
  }

  /// The count of an area, of this run or as new; `nil` when it is to be halved.
  private mutating func counted(_ area: BoundingBox) async throws(IndexFetchError) -> OverpassAnswer? {
    let text = query.text(fetching: area, countsOnly: true)
    switch parts.known(of: text) {
    case .answer(let answer)? where run.isOfItsTime(answer): return answer
    case .tooMuch?: return nil
    case .answer?, nil: break
    }
    switch await run.answer(to: text, about: area, of: query.expected, countsOnly: true) {
    case .success(let answer):
      try parts.keep(answer.body, of: text)
      return answer
    case .failure(let error):
      // What takes too long to be counted is too much as well.
      let isTimeUp = if case .timedOut = error.cause { true } else { false }
      guard error.isTooMuch || isTimeUp, mayHalve(area) else { throw stopped(by: error.cause) }
      try parts.keep([], of: text)
      return nil
    }
  }

  // MARK: - Fetching

  /// Fetches the elements of areas that were counted, in parts that are not too much for one answer.
  mutating func fetch(_ counts: [Counted], _ report: (IndexFetchProgress) -> Void) async throws(IndexFetchError) {
    answered = []
    progress = IndexFetchProgress()
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
    let detail = "it counts \(left[0].expected) elements in a part of the area and gives another number of them"
    throw stopped(by: .untrustworthy(.unreadable(detail: detail)))
  }

  /// Fetches parts, or halves of them.
  private mutating func fetch(
    _ parts: [OverpassPart],
    _ report: (IndexFetchProgress) -> Void
  ) async throws(IndexFetchError) {
    var left = Array(parts.reversed())
    while let part = left.popLast() {
      if let found = try await answer(to: part) {
        answered.append(found)
        progress.partsDone += 1
        progress.elements += found.total
        progress.bytes += found.bytes
      } else {
        let smaller = halves(of: part.area).map { OverpassPart(area: $0, root: part.root, expected: part.expected / 2) }
        left += smaller.reversed()
        progress.partsKnown += smaller.count - 1
      }
      report(progress)
    }
  }

  /// A counted area in parts; uneven ones are halved again when they turn out to be too much.
  private func parts(of counted: Counted, _ root: Int) -> [OverpassPart] {
    var areas = [counted.area]
    var expected = counted.elements
    while expected > Self.maximumElements {
      areas = areas.flatMap { halves(of: $0) }
      expected /= 2
    }
    return areas.map { OverpassPart(area: $0, root: root, expected: expected, isCounted: areas.count == 1) }
  }

  /// The answer to a part, of an earlier run or of the server; `nil` when it is to be halved.
  private mutating func answer(to part: OverpassPart) async throws(IndexFetchError) -> OverpassPart.Answer? {
    let text = query.text(fetching: part.area, countsOnly: false)
    switch parts.known(of: text) {
    case .tooMuch?: return nil
    case .answer(let answer)?: if try await isStill(answer, part) { return OverpassPart.Answer(answer, part) }
    case nil: break
    }
    switch await run.answer(to: text, about: part.area, of: query.expected, countsOnly: false) {
    case .success(let answer):
      try parts.keep(answer.body, of: text)
      return OverpassPart.Answer(answer, part)
    case .failure(let error):
      guard error.mayHelpToHalve(expecting: part.expected), mayHalve(part.area) else {
        throw stopped(by: error.cause)
      }
      try parts.keep([], of: text)
      return nil
    }
  }

  /// Whether the server has as many elements of a part as an answer of an earlier run.
  private mutating func isStill(_ answer: OverpassAnswer, _ part: OverpassPart) async throws(IndexFetchError) -> Bool {
    if run.isOfItsTime(answer) { return true }
    guard !part.isCounted else { return part.expected == answer.count }
    return try await counted(part.area)?.total == answer.count
  }

  /// Removes the answers of a counted area whose parts together have fewer elements than it, where the server counts
  /// another number than it gave.
  ///
  /// - Returns: What is to be asked for again; nothing where the server counts no more now.
  private mutating func removeContradictions(
    of root: Int,
    counting elements: Int
  ) async throws(IndexFetchError) -> [OverpassPart] {
    let numbers = answered.indices.filter { answered[$0].part.root == root }
    // What lies at the edge of two parts is in both.
    guard numbers.reduce(0, { $0 + answered[$1].total }) < elements else { return [] }
    var wrong: [Int] = []
    var again: [OverpassPart] = []
    for number in numbers {
      let found = answered[number]
      let counted = try await recount(found.part.area)
      guard counted != found.total else { continue }
      parts.forget(query.text(fetching: found.part.area, countsOnly: false))
      progress.partsDone -= 1
      progress.elements -= found.total
      progress.bytes -= found.bytes
      wrong.append(number)
      again.append(OverpassPart(area: found.part.area, root: root, expected: counted, isCounted: true))
    }
    for number in wrong.reversed() { answered.remove(at: number) }
    return again
  }

  /// The number of elements of an area that was answered, counted now.
  private mutating func recount(_ area: BoundingBox) async throws(IndexFetchError) -> Int {
    let text = query.text(fetching: area, countsOnly: true)
    switch await run.answer(to: text, about: area, of: query.expected, countsOnly: true) {
    case .success(let answer):
      try parts.keep(answer.body, of: text)
      return answer.total ?? 0
    case .failure(let error): throw stopped(by: error.cause)
    }
  }

  // MARK: - Stopping and halving

  private func stopped(by cause: PlaceSearchError) -> IndexFetchError {
    guard case .budgetSpent = cause, let limit = run.maximumRequests else { return .stopped(cause, progress) }
    return .requestsSpent(limit: limit, progress)
  }

  private func mayHalve(_ area: BoundingBox) -> Bool {
    !run.isFailing && area.halves(downTo: Self.minimumSplitMeters) != nil
  }

  private func halves(of area: BoundingBox) -> [BoundingBox] { area.halves(downTo: Self.minimumSplitMeters) ?? [area] }
}
