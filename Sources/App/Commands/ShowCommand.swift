import Domain

/// Shows one place in full.
struct ShowCommand: RunnableCommand {
  let arguments: Arguments
  let world: World
  let makeProvider: @Sendable (SourceConfiguration) -> any UseCaseProvider

  func run() async throws(Failure) {
    guard let word = arguments.operands.first else { throw .usage(.operandMissing(.show, "ID|N")) }
    // A page is opened instead of writing the place.
    if arguments.output.opens, arguments.output.path != nil { throw .usage(.conflict(.open, .output)) }
    let output = try checkedOutput()
    let (provider, _) = try openSource(for: output, sendsRequests: false)
    let place = try PlaceRecall(provider: provider).place(word)
    if arguments.output.opens { return try await open(place.found.place) }
    let id = SavedPlace.id(of: place.found.place)
    let saved = try? provider.makeSavePlacesUseCase().savedPlaces().first { $0.id == id }
    if output.style.format == .table {
      return try Console(world: world).write([UInt8](PlaceCard(place: place, note: saved?.note).text.utf8), to: output)
    }
    try write(Self.listing(place, note: saved?.note), to: output)
  }

  /// Opens the page of a place, or prints its address where there is no desktop or that fails.
  private func open(_ place: Place) async throws(Failure) {
    guard let url = place.pageAddress else { throw .pageMissing(place.name ?? place.id) }
    if world.hasDesktop, let desktop = world.desktop {
      do {
        try await desktop.open(url)
        return say("opened \(url)")
      } catch { say("the page is not shown: \(ErrorReport.sentence(for: error))") }
    }
    try Console(world: world).write(TerminalText.cleaned(url) + "\n")
  }

  private static func listing(_ place: RecalledPlace, note: String?) -> Listing {
    Listing(
      name: "place",
      columns: Listing.placeColumns + [
        .init("bearing_deg"), .init("center_lat"), .init("center_lng"), .init("note"), .init("source"),
        .init("attribution"), .init("from"),
      ],
      records: [
        Listing.values(of: place.found) + [
          .integer(place.bearing.map { Int($0.rounded()) % 360 }), .number(place.center?.latitude),
          .number(place.center?.longitude), .text(note), .text(place.source.rawValue), .text(place.attribution),
          .text(place.origin.rawValue),
        ]
      ],
      isSingle: true
    )
  }
}

/// Finds the place that a word names: by its number in the last answer, or by its id.
struct PlaceRecall: Sendable {
  /// The provider of the last answers, the saved places and the index.
  let provider: any UseCaseProvider

  /// Finds the place.
  ///
  /// - Parameter word: A number from 1, or an id.
  /// - Returns: The place.
  /// - Throws: When there is none.
  func place(_ word: String) throws(Failure) -> RecalledPlace {
    let recall = provider.makeRecallPlaceUseCase()
    let last: [RecalledPlace]
    do throws(StoreError) {
      last = try recall.lastAnswer()
      if let number = Int(word), (1...).contains(number), number <= last.count { return last[number - 1] }
      if let place = try recall.place(withID: word) { return place }
    } catch { throw .store(error) }
    do throws(PlaceSearchError) {
      if let place = try recall.indexedPlace(withID: word) { return place }
    } catch { throw .search(error) }
    throw .noSuchPlace(word, lastCount: last.count)
  }
}
