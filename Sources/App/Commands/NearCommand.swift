import Domain

/// Lists the places that a text may mean, with their coordinates.
struct NearCommand: StoreCommand {
  let arguments: Arguments
  let world: World
  let makeProvider: @Sendable (SourceConfiguration) -> any UseCaseProvider

  /// Asks and prints.
  ///
  /// - Throws: When nothing is found, or something is wrong.
  func run() async throws(Failure) {
    let words = arguments.operands.joined(separator: " ")
    guard let text = SearchText(words) else { throw .usage(.operandMissing(.near, "TEXT")) }
    let limit = arguments.query.limit ?? .standard
    let output = try checkedOutput(known: OutputFormat.allCases)
    let source = try SourceArguments(arguments.source, in: world)
    try source.checkDescriptors(in: world)
    var configuration = source.options
    configuration.stores.recordsCandidates = arguments.wantsHistory(in: world)
    let provider = makeProvider(configuration)
    let located: LocatedPlaces
    do throws(PlaceSearchError) {
      located = try await provider.makeLocateTextUseCase().candidates(for: text, limit: limit.count ?? 1_000)
    } catch { throw .search(error) }
    StoreNotices(provider: provider, messages: arguments.messages).say(in: world)
    guard !located.candidates.isEmpty else {
      throw .notLocated(
        NotLocated(text: text.value, similarNames: located.similarNames, source: located.provenance.source)
      )
    }
    if located.provenance.source == .sample { say("these places come from \(AnswerNotices.sampleWarning)") }
    let query: PlaceQuery
    do { query = try PlaceQuery(text: text, area: .anywhere(center: nil)) } catch { throw .usage(.query(error)) }
    let collection = PlaceCollection(
      places: located.candidates.map { FoundPlace(place: $0, distance: nil) },
      totalCount: located.totalCount,
      isComplete: located.candidates.count == located.totalCount,
      provenance: located.provenance
    )
    if output.style.format == .table {
      try write(Self.listing(located.candidates), to: output)
    } else {
      try write(Answer(collection, to: query, limit: limit), to: output)
    }
    if output.style.format == .table, located.totalCount > located.candidates.count {
      say("\(located.candidates.count) of \(counted(located.totalCount, "place")) that fit")
    }
  }

  private static func listing(_ places: [Place]) -> Listing {
    Listing(
      name: "places",
      columns: [
        .init("place_name", "NAME", isFlexible: true), .init("category", "CATEGORY"),
        .init("address_name", "ADDRESS", isFlexible: true), .init("lat", "LAT"), .init("lng", "LNG"),
      ],
      records: places.map { place in
        [
          .text(place.name), .text(place.group?.slug), .text(place.roadAddress ?? place.lotAddress),
          .number(place.coordinate.latitude), .number(place.coordinate.longitude),
        ]
      }
    )
  }
}
