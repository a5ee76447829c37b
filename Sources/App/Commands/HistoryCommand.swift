import Domain

extension Command {
  static let history: Command = .init(
    "history",
    actions: { [.historyClear] },
    CommandEntry(
      "list past queries, newest first, or run one again",
      called: "recent log",
      usage: "placefind history [TEXT] [--rerun N] [options]",
      operands: .max,
      queriesSource: true,
      queriesWith: [.rerun],
      prints: .list,
      examples: [
        ("placefind history 카페", "list the queries that contain a text"),
        ("placefind history --rerun 2", "run the second query again"),
      ],
      run: HistoryCommand.starting { try await $0.run() }
    )
  )

  static let historyClear: Command = .init(
    "history clear",
    CommandEntry(
      "remove all queries and their results",
      usage: "placefind history clear [options]",
      operands: 1,
      examples: [
        ("placefind history clear", "remove all queries and their results")
      ],
      run: HistoryCommand.starting { try await $0.clear() }
    )
  )
}

/// Lists past queries, runs one again, or removes them.
struct HistoryCommand: RunnableCommand {
  let context: CommandContext

  func clear() async throws {
    let count = try await provider.remembered.clearHistory()
    say("Removed \(counted(count, "query")) and their results.")
  }

  func run() async throws {
    let output = try checkedOutput()
    let entries = try provider.remembered.history()
    let saved = savedLocations(of: entries)
    let numbered = filtered(entries, saved)
    if let number = arguments.rerun { return try await rerun(number, of: numbered) }
    sayStoreErrors()
    let limit: Int? = arguments.query.limit.map { $0.count ?? .max } ?? Arguments.standardHistoryCount
    let shown = Array(numbered.prefix(limit ?? .max))
    try write(list: listing(shown, saved), to: output)
    if numbered.isEmpty {
      say(
        entries.isEmpty
          ? "No queries are recorded. Queries at a terminal are recorded, others only with --record."
          : "No recorded query contains '\(arguments.operands.joined(separator: " "))'."
      )
    } else if output.style.format == .table || arguments.query.limit == nil, shown.count < numbered.count {
      say("\(shown.count) of \(counted(numbered.count, "query")). Use --limit all for the rest.")
    }
  }

  /// Returns the queries that contain every typed word, or that search for the category named by the words, each with
  /// its number in the whole history.
  private func filtered(_ entries: [HistoryEntry], _ savedLocations: SavedLocations) -> [(
    number: Int, entry: HistoryEntry
  )] {
    func folded(_ text: String) -> String { String(decoding: NameFolding.fold(text), as: UTF8.self) }
    let words = arguments.operands.flatMap { folded($0).split(separator: " ") }
    return entries.enumerated().compactMap { index, entry in
      let command = entry.query.commandLine(savedLocations)
      let line = folded("\(command) \(entry.query.near ?? "")")
      let categories = entry.query.categories.flatMap(\.words).map(folded)
      return words.allSatisfy { line.contains($0) || categories.contains(String($0)) } ? (index + 1, entry) : nil
    }
  }

  private func rerun(_ number: Int, of entries: [(number: Int, entry: HistoryEntry)]) async throws {
    guard let entry = entries.first(where: { $0.number == number })?.entry else {
      throw Failure.noSuchEntry(number, count: entries.last?.number ?? 0)
    }
    var arguments = arguments
    if var keys = arguments.output.keys {
      // Fields from the configuration file apply to all lists and may not be fields of places.
      if !arguments.hasTyped(.listFields) { keys = keys.filter { PlaceColumn(word: $0) != nil } }
      arguments.output.fields = keys.isEmpty ? nil : try OptionValues(option: .fields, texts: keys).fields()
    }
    // The source of the query, unless an option selects another.
    if ![.source, .index, .endpoint, .keyFile].contains(where: arguments.has) {
      guard entry.source != .index else { throw Failure.indexNotRecorded(number) }
      arguments.namedSource = entry.source.service == nil && entry.source != .sample ? nil : entry.source
      arguments.indexPaths = entry.source.indexPaths
      arguments.endpoint = entry.endpoint
    }
    try await FindCommand(context: context.with(arguments)).run(entry.query)
  }

  /// Returns the saved locations, read only if a query names one or has no location.
  ///
  /// A query whose location was removed is listed with coordinates.
  private func savedLocations(of entries: [HistoryEntry]) -> SavedLocations {
    let queries = entries.map(\.query)
    guard queries.contains(where: { $0.near != nil || $0.area.isEverywhere }) else { return SavedLocations() }
    return (try? provider.remembered.locations()) ?? SavedLocations()
  }

  private func listing(
    _ entries: [(number: Int, entry: HistoryEntry)],
    _ savedLocations: SavedLocations
  ) -> Listing {
    let times = TimeFormatter(in: world)
    return Listing(
      "history",
      of: entries,
      [
        .init("number", "#") { .integer($0.number) },
        .init("queried_at", "WHEN") { times.value($0.entry.queriedAtSeconds) },
        .init("query", "QUERY", isFlexible: true) {
          .text($0.entry.query.commandLine(savedLocations))
        },
        .init("source", "SOURCE") { .text($0.entry.source.name) },
        .init("returned", "PLACES") { .integer($0.entry.returned) },
        .init("total_count") { .integer($0.entry.totalCount) },
        .init("lat") { .number($0.entry.query.area.center?.latitude) },
        .init("lng") { .number($0.entry.query.area.center?.longitude) },
      ]
    )
  }
}
