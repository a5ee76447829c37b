import Domain

extension Command {
  static let show: Command = .init(
    "show",
    CommandEntry(
      "show one place in full: from the last result, the saved places or an index",
      called: "open get detail details place",
      usage: "placefind show ID|N [--open] [options]",
      operands: 1,
      completes: .savedPlaces,
      actsWith: [.open],
      prints: .list,
      statuses: [.keyRefused, .untrustworthy, .nothingFound],
      examples: [
        ("placefind show 3", "the third place of the last result, with distance and bearing"),
        ("placefind show 8190212 --json", "a place by its ID"),
        ("placefind show 1 --open", "open the page of a place in the browser"),
      ],
      run: ShowCommand.starting { try await $0.run() }
    )
  )
}

/// Shows all details of a place.
struct ShowCommand: RunnableCommand {
  let context: CommandContext

  func run() async throws {
    guard let word = arguments.operands.first else {
      throw Failure.operandMissing(.show, "the id or number of a place")
    }
    let output = try checkedOutput()
    try checkSource(for: output)
    let place = try self.place(word)
    if arguments.has(.open) { return try await open(place.found.place) }
    let saved = try? provider.remembered.savedPlace(as: place.found.place)
    let language = arguments.output.language ?? world.phraseLanguage
    try write(list: Self.listing(place, note: saved?.note, in: language), to: output)
  }

  /// Opens the web page of a place, or prints its address if there is no desktop or opening fails.
  private func open(_ place: Place) async throws {
    guard let url = place.pageAddress else { throw Failure.pageMissing(place.shownName()) }
    if world.hasDesktop, let desktop = world.desktop {
      do {
        try await desktop.open(url)
        return say("Opened \(url).")
      } catch { say(Notice(Failure(error).wording)) }
    }
    try console.write(TerminalText.cleaned(url) + "\n")
  }

  private static func listing(_ place: StoredPlace, note: String?, in language: Language) -> Listing {
    var listing = Listing(
      "place",
      of: [place],
      Listing.placeFields(\.found) + [
        .init("bearing_deg") { .integer($0.bearing.map { Int($0.rounded()) % 360 }) },
        .init("center_lat") { .number($0.center?.latitude) }, .init("center_lng") { .number($0.center?.longitude) },
        .init("note") { _ in .text(note) }, .init("source") { .text($0.source.name) },
        .init("attribution") { .text($0.attribution) }, .init("from") { .text($0.origin.rawValue) },
      ],
      isSingle: true
    )
    let card = PlaceCard(place: place, note: note, language: language)
    listing.text = { _ in card.text }
    return listing
  }
}

extension CommandPart {
  /// Finds a place by its id in the index that the user typed, its number in the last result, or its id.
  func place(_ word: String) throws -> StoredPlace {
    let remembered = provider.remembered
    // The same number or id may be another place in a result of another index.
    if arguments.hasTyped(.index), let place = try remembered.indexedPlace(withID: word) { return place }
    let last = try remembered.lastResult()
    if let last, let number = word.resultNumber, number <= last.count { return last[number - 1] }
    if let place = try remembered.place(withID: word) ?? remembered.indexedPlace(withID: word) { return place }
    throw Failure(noPlace: word, lastCount: last?.count ?? 0, isEmptyResult: last != nil)
  }
}

extension RememberUseCase {
  /// Returns the saved place that is a given place; `nil` if there is none, or if its id is saved for another place.
  func savedPlace(as place: Place) throws(StoreError) -> SavedPlace? {
    let saved = try savedPlace(withID: SavedPlace.id(of: place))
    return saved.flatMap { SavedPlace.mayBeSame($0.place.found.place, place) ? $0 : nil }
  }
}

extension String {
  /// The number of a place in the last result; `nil` for other texts, such as the id `007`.
  var resultNumber: Int? { first != "0" && utf8.allSatisfy { (0x30...0x39).contains($0) } ? Int(self) : nil }
}
