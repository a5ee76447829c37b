import Domain
import Tables

/// Runs tool calls like the corresponding commands.
struct ToolCaller: CommandPart {
  let context: CommandContext

  /// The default and the maximum number of places per call.
  private static let limits = (standard: 10, most: 50)

  /// Runs a call.
  ///
  /// - Parameters:
  ///   - tool: The tool.
  ///   - values: The arguments, an object.
  ///   - progress: Receives the progress of a search; `nil` if it isn't needed.
  /// - Returns: The result or the error.
  func result(
    of tool: Tool,
    _ values: JSONValue?,
    progress: (@Sendable (SearchProgress) -> Void)?
  ) async -> ToolResult {
    do {
      let input = try ToolInput(tool, values, world.services)
      let runner = SearchRunner(
        sources: try context.sources.resolver(naming: input.source),
        observer: observer(progress)
      )
      switch tool {
      case .findPlaces: return try await findPlaces(input, runner)
      case .countPlaces: return try await countPlaces(input, runner)
      case .resolvePlace: return try await resolvePlace(input, runner)
      case .addressOf: return try await address(input, runner)
      case .placeDetails: return try await details(input, runner)
      case .listCategories: return try await categories(input, runner)
      }
    } catch PlaceSearchError.tooManyRequests(let expected, let allowed, _) {
      return ToolResult(.callTooLarge(expected: expected, allowed: allowed))
    } catch {
      return ToolResult(Failure(error))
    }
  }

  /// Returns an observer that writes the command line's notices to standard error.
  private func observer(_ progress: (@Sendable (SearchProgress) -> Void)?) -> SearchObserver {
    SearchObserver(
      hearsDetails: arguments.has(.verbose),
      say: say,
      sayDetail: console.say,
      watch: { _, search in try await search(progress) }
    )
  }
}

// MARK: - Places

extension ToolCaller {
  private func findPlaces(_ input: ToolInput, _ runner: SearchRunner) async throws -> ToolResult {
    var query = input.query
    let limit = query.limit ?? PlaceCount(Self.limits.standard).map(PlaceLimit.first) ?? .standard
    guard let count = limit.count, count <= Self.limits.most else {
      throw Failure.outOfRange(.limit, limit.count.map(String.init) ?? "all", from: "0", to: "\(Self.limits.most)")
    }
    query.limit = limit
    let found = try await result(of: query, runner)
    let result = found.result
    return ToolResult { json in
      ToolPlaces.write(result.places, as: "places", to: &json)
      json.member("returned", result.places.count)
      if let total = result.totalCount { json.member("total_count", total) }
      json.member("complete", result.isComplete)
      json.member("nearest", result.isNearest)
      if let missing = found.missing(limit: count) { json.member("missing", missing) }
      ToolPlaces.writeOrigin(result.provenance, to: &json, world.services)
      if let narrow = found.narrowing(limit: count, most: Self.limits.most) { json.member("narrow", narrow) }
      if let note = found.note { json.member("note", note) }
      if let near = found.centerName { json.member("near", near) }
    }
  }

  private func countPlaces(_ input: ToolInput, _ runner: SearchRunner) async throws -> ToolResult {
    var query = input.query
    query.limit = .nothing
    let found = try await result(of: query, runner)
    let result = found.result
    let count = result.totalCount
    // An index knows the number of its places; a service's count isn't verified.
    let isKnown = result.gap == nil && result.earlyEnd == nil && result.droppedCount == 0 && count != nil
    let isComplete = result.isComplete
    let source = result.provenance.source.name
    return ToolResult { json in
      if let count { json.member("total_count", count) }
      json.member("complete", isComplete)
      json.member("counted", found.countedQuery)
      let missing =
        isComplete
        ? nil : isKnown ? "The number was reported by \(source) and isn't verified." : found.missing(limit: nil)
      if let missing { json.member("missing", missing) }
      ToolPlaces.writeOrigin(result.provenance, to: &json, world.services)
      if let note = found.note { json.member("note", note) }
      if let near = found.centerName { json.member("near", near) }
    }
  }

  /// Runs a query with a location, around the only place that its name means.
  private func result(of query: Query, _ runner: SearchRunner) async throws -> SearchResult {
    guard query.hasPlace else { throw Failure.placeMissing }
    return try await runner.run(query, usesDefault: false)
  }
}

// MARK: - Single places and coordinates

extension ToolCaller {
  private func resolvePlace(_ input: ToolInput, _ runner: SearchRunner) async throws -> ToolResult {
    let name = input.text("name")
    guard let text = SearchText(name) else { throw Failure.textTooLong(name.count) }
    if let location = runner.centers.location(named: text.value) {
      return ToolResult { json in
        writeCandidates([location.place], totalCount: 1, to: &json)
        json.member("source", Source.index.name)
      }
    }
    let (located, _) = try await runner.candidates(for: text, limit: LocatedPlaces.standardLimit)
    return ToolResult { json in
      writeCandidates(located.candidates, totalCount: located.totalCount, to: &json)
      ToolPlaces.writeOrigin(located.provenance, to: &json, world.services)
    }
  }

  private func writeCandidates(_ places: [Place], totalCount: Int, to json: inout JSONWriter) {
    ToolPlaces.write(places.map { FoundPlace(place: $0, distance: nil) }, as: "candidates", to: &json)
    json.member("returned", places.count)
    json.member("total_count", totalCount)
    json.member("complete", places.count >= totalCount)
    guard places.count < totalCount else { return }
    json.member(
      "missing",
      "\(counted(places: places.count, of: totalCount)). Use a longer name for fewer."
    )
  }

  private func address(_ input: ToolInput, _ runner: SearchRunner) async throws -> ToolResult {
    let address = try await runner.address(of: input.query).0
    return ToolResult { json in
      for field in WhereCommand.fields { ToolPlaces.write(field.column.key, field.value(address), to: &json) }
      let gaps = WhereCommand.gaps(in: address)
      if !gaps.isEmpty { json.member("missing", gaps.joined(separator: " ").agentText) }
      ToolPlaces.writeOrigin(address.provenance, to: &json, world.services)
    }
  }

  private func details(_ input: ToolInput, _ runner: SearchRunner) async throws -> ToolResult {
    let id = input.text("id")
    let source = try runner.sources.open()
    try await source.provider.open()
    let remembered = source.provider.remembered
    var found = try remembered.indexedPlace(withID: id) ?? Self.storedPlace(id, remembered)
    if found == nil {
      defer { runner.observer.ended(source) }
      found = try await remembered.servicePlace(withID: id)
    }
    guard let place = found else { throw Failure.placeUnknown(id) }
    let provenance = Provenance(source: place.source, attribution: place.attribution)
    return ToolResult { json in
      for field in PlaceField.ofPlaces { Listing.write(field.rawValue, field.value(in: place.found), to: &json) }
      ToolPlaces.writeOrigin(provenance, to: &json, world.services)
    }
  }

  /// Returns a place that the user has saved or found before; none if there is no data directory.
  private static func storedPlace(_ id: String, _ remembered: any RememberUseCase) throws(StoreError) -> StoredPlace? {
    do { return try remembered.place(withID: id) } catch {
      guard error == .noDirectory else { throw error }
      return nil
    }
  }

  private func categories(_ input: ToolInput, _ runner: SearchRunner) async throws -> ToolResult {
    let word = input.text("word")
    let source = try runner.sources.open().source
    if case .index(let paths) = source {
      let all = try await runner.sources.provider.indexes.categories(ofIndexesAt: paths)
      let held = try CategoriesCommand.held(word, among: all)
      // Removes duplicates: a group, and the data's own category of the same name.
      var slugs: Set<String> = []
      return categories(
        held.filter { slugs.insert($0.category.slug).inserted }.map { ($0.category, $0.places) },
        from: source
      )
    }
    let wanted = try CategoriesCommand.wanted(word, from: source, among: world.services)
    return categories(wanted.map { ($0, nil) }, from: source)
  }

  private func categories(
    _ categories: [(category: PlaceCategory, places: Int?)],
    from source: Source
  ) -> ToolResult {
    ToolResult { json in
      json.array("categories", of: categories) { json, entry in
        json.element { json in
          json.member("slug", entry.category.slug)
          // Include synonyms only if a single category was requested.
          if categories.count == 1 {
            json.array("words", of: entry.category.words) { $0.element($1) }
            if let group = entry.category.group { json.member("group", group.slug) }
          }
          if let places = entry.places { json.member("places", places) }
        }
      }
      json.member("returned", categories.count)
      json.member("total_count", categories.count)
      json.member("complete", true)
      json.member("source", source.name)
    }
  }
}
