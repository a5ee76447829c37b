import Domain

extension Command {
  static let near: Command = .init(
    "near",
    CommandEntry(
      "find the coordinates of a place by name or address",
      called: "geocode locate",
      usage: "placefind near TEXT [options]",
      operands: .max,
      queriesSource: true,
      prints: .places,
      statuses: [.nothingFound],
      examples: [
        ("placefind near 강남역", "list the matches of --near 강남역"),
        (#"placefind near 서울시청 -f json | jq -r '.places[0] | "\(.lat),\(.lng)"'"#, "its coordinate, for a script"),
      ],
      run: NearCommand.starting { try await $0.run() }
    )
  )
}

/// Lists the places that match a text, with their coordinates.
struct NearCommand: RunnableCommand {
  let context: CommandContext

  /// The maximum number of candidates for `--limit all`, because an index of a country could return millions.
  private static let maximumCandidates = 1_000

  func run() async throws {
    let words = arguments.operands.joined(separator: " ")
    guard let text = SearchText(words) else {
      guard words.count <= SearchText.maximumLength else { throw Failure.textTooLong(words.count) }
      throw Failure.operandMissing(.near, "a name or an address")
    }
    let limit = arguments.query.limit ?? .standard
    let output = try checkedOutput(of: .places)
    let conditions = arguments.query.match.conditions
    let located = try await located(text, where: conditions, limit, for: output)
    let isTable = output.style.format == .table
    // The query has no centre, which would explain the distances to a program.
    let standard = isTable ? (try? provider.remembered.locations())?.standard?.coordinate : nil
    try write(Self.result(located, to: text, where: conditions, limit, from: standard), to: output, areCandidates: true)
    guard limit != .nothing else {
      if isTable || output.hidesCounts { say("\(Self.total(of: located)).") }
      return
    }
    let isEnough = limit.count.map { located.candidates.count >= $0 } ?? false
    let isCutByDefault = arguments.query.limit == nil && output.hidesCounts
    if located.mayHaveMore || located.totalCount > located.candidates.count, isTable || isCutByDefault || !isEnough {
      say(Notice(Self.omission(in: located, isEnough: isEnough)))
    }
  }

  /// Returns the matches: the saved location with that name, as with `--at`, or else the matches of the source.
  private func located(
    _ text: SearchText,
    where conditions: [AttributeCondition],
    _ limit: PlaceLimit,
    for output: OutputArguments
  ) async throws -> LocatedPlaces {
    let centers = centerFinder
    // A saved location has no attributes, so it satisfies no condition.
    if conditions.isEmpty, let location = centers.location(named: text.value) {
      centers.reportUse(location)
      return LocatedPlaces(candidates: [location.place], totalCount: 1, provenance: Provenance(source: .index))
    }
    let runner = SearchRunner(sources: context.sources, observer: observer(for: output))
    // At least one candidate is requested, to find out whether the text matches anything.
    let count = max(1, limit.count ?? Self.maximumCandidates)
    let (located, _) = try await runner.candidates(for: text, where: conditions, limit: count)
    await provider.remembered.record(located)
    saySample(located.provenance.source)
    return located
  }

  /// Returns a sentence about the number of omitted matches, and how to see them.
  private static func omission(in located: LocatedPlaces, isEnough: Bool) -> String {
    let count = located.candidates.count
    let isPageFull = located.provenance.source.service.map { count >= $0.pages.sizes.upperBound } ?? false
    let advice =
      isEnough && (located.mayHaveMore || !isPageFull)
      ? "Use --limit all for the rest." : "No more can be listed. A more precise text finds others."
    return "\(count) of \(total(of: located)). \(advice)"
  }

  /// Returns the number of matches, such as `3 matching places`.
  private static func total(of located: LocatedPlaces) -> String {
    located.mayHaveMore
      ? "\(located.totalCount) or more matching places" : counted(located.totalCount, "matching place")
  }

  /// Returns the matches as a result, with distances from a coordinate if there is one.
  private static func result(
    _ located: LocatedPlaces,
    to text: SearchText,
    where conditions: [AttributeCondition],
    _ limit: PlaceLimit,
    from origin: Coordinate?
  ) throws -> PlaceResult {
    let query = try PlaceQuery(
      PlaceMatch(text: text, conditions: conditions),
      area: .anywhere(center: nil),
      limit: limit
    )
    let plane = origin.map(MapProjection.init)
    // Only an index reports a reliable count.
    let isCounted = !located.provenance.source.isMetered
    let candidates = located.candidates.prefix(limit.count ?? .max)
    let collection = PlaceCollection(
      places: candidates.map { FoundPlace(place: $0, distance: plane?.distance(to: $0.coordinate)) },
      totalCount: located.mayHaveMore ? nil : located.totalCount,
      isComplete: !located.mayHaveMore
        && (located.candidates.count == located.totalCount || (limit == .nothing && isCounted)),
      provenance: located.provenance
    )
    return PlaceResult(collection, to: query)
  }
}
