import Domain

extension Command {
  static let saved: Command = .init(
    "saved",
    actions: { [.savedAdd, .savedRemove] },
    CommandEntry(
      "list, add or remove saved places",
      called: "favorites favourites bookmark bookmarks favorite save=add",
      usage: "placefind saved [list] [options]",
      words: ["list"],
      operands: .max,
      completes: .savedPlaces,
      prints: .places,
      statuses: [.untrustworthy],
      examples: [
        ("placefind saved -f geojson -o places.geojson", "export the saved places")
      ],
      run: SavedCommand.starting { try $0.list() }
    )
  )

  static let savedAdd: Command = .init(
    "saved add",
    CommandEntry(
      "save places of the last result, or by their IDs",
      usage: "placefind saved add ID|N... [--note TEXT] [options]",
      operands: .max,
      statuses: [.keyRefused, .untrustworthy, .nothingFound],
      examples: [
        ("placefind saved add 3 --note 'quiet, open late'", "save the third place of the last result")
      ],
      run: SavedCommand.starting { try await $0.add() }
    )
  )

  static let savedRemove: Command = .init(
    "saved remove",
    CommandEntry(
      "remove saved places",
      usage: "placefind saved remove ID|N... [options]",
      operands: .max,
      statuses: [.untrustworthy, .nothingFound],
      examples: [
        ("placefind saved remove 8190212", "remove a place by its ID, or else by its number in the last result")
      ],
      run: SavedCommand.starting { try await $0.remove() }
    )
  )
}

/// Lists, adds or removes saved places.
struct SavedCommand: RunnableCommand {
  let context: CommandContext

  func add() async throws {
    guard !arguments.operands.isEmpty else { throw Failure.operandMissing(.savedAdd, "the id or number of a place") }
    try checkSource()
    defer { sayStoreErrors() }
    // Find all places before saving the first, so that a wrong word changes nothing.
    let places = try arguments.operands.map { (word) throws in try place(word) }
    for place in places { try await add(place) }
  }

  func remove() async throws {
    guard !arguments.operands.isEmpty else { throw Failure.operandMissing(.savedRemove, "the id of a saved place") }
    defer { sayStoreErrors() }
    // Find all places before removing the first.
    let found = try arguments.operands.map(savedPlace)
    let ids = Set(found.map(\.id))
    var removed: Set<String> = []
    for (id, numbered) in found where removed.insert(id).inserted {
      try await remove(id)
      if let numbered, !ids.contains(numbered.id) {
        say("Place \(id) of the last result, \(Self.name(of: numbered)), is still saved.")
      }
    }
  }

  private func add(_ place: StoredPlace) async throws {
    let (saved, isReplacement) = try await provider.remembered.save(place, note: arguments.note)
    let name = Self.name(of: saved)
    say(isReplacement ? "\(name) was already saved, and is now updated." : "Saved \(name).")
  }

  /// Finds a saved place by its id, which `saved` lists, or else by its number in the last result.
  ///
  /// - Parameter word: The id or the number.
  /// - Returns: The id, and the place that has the number if that is another one.
  /// - Throws: An error if no saved place has the id or the number.
  private func savedPlace(_ word: String) throws -> (id: String, numbered: SavedPlace?) {
    let remembered = provider.remembered
    guard try remembered.savedPlace(withID: word) == nil else {
      let numbered = try? lastPlace(word).flatMap { try remembered.savedPlace(as: $0) }
      return (word, numbered?.id == word ? nil : numbered)
    }
    let last = try lastPlace(word)
    guard let numbered = try last.flatMap({ try remembered.savedPlace(as: $0) }) else {
      throw Failure.notSaved(word, inLastResult: last?.shownName())
    }
    return (numbered.id, nil)
  }

  /// Returns the place with a number in the last result; `nil` if there is none.
  private func lastPlace(_ word: String) throws -> Place? {
    let last = try provider.remembered.lastResult() ?? []
    return word.resultNumber.flatMap { last.dropFirst($0 - 1).first?.found.place }
  }

  private func remove(_ id: String) async throws {
    let removed = try await provider.remembered.removeSavedPlace(withID: id)
    guard let removed else { throw Failure.notSaved(id, inLastResult: nil) }
    say("Removed \(Self.name(of: removed)).")
  }

  private static func name(of saved: SavedPlace) -> String { "\(saved.place.found.place.shownName()) (\(saved.id))" }

  func list() throws {
    let words = arguments.operands
    guard words.isEmpty || arguments.command.entry.words.contains(words[0]) else { throw arguments.unknownAction }
    guard words.count < 2 else { throw Failure.unexpectedArguments(Array(words.dropFirst()), after: nil, .saved) }
    let output = try checkedOutput(of: .places)
    let saved = try provider.remembered.savedPlaces()
    sayStoreErrors()
    if output.style.format.documents.contains(.list), output.style.fields == nil {
      try write(list: listing(saved), to: output)
    } else {
      try write(Self.result(saved), to: output)
    }
    if saved.isEmpty { say("No saved places yet. `placefind saved add 3` saves the third place of the last result.") }
  }

  private func listing(_ saved: [SavedPlace]) -> Listing {
    let times = TimeFormatter(in: world)
    let places = Listing.placeFields(\SavedPlace.listed).map { field in
      var field = field
      switch field.column.key {
      case PlaceField.id.rawValue: field.column.heading = "ID"
      case PlaceField.placeName.rawValue: (field.column.heading, field.column.isFlexible) = ("NAME", true)
      case PlaceField.category.rawValue:
        (field.column.heading, field.column.isLeftOutWhenUniform) = ("CATEGORY", true)
      case PlaceField.roadAddressName.rawValue: (field.column.heading, field.column.isFlexible) = ("ADDRESS", true)
      default: break
      }
      return field
    }
    var listing = Listing(
      "places",
      of: saved,
      places + [
        .init("note", "NOTE", isFlexible: true, isLeftOutWhenUniform: true) { .text($0.note) },
        .init("saved_at") { times.value($0.savedAtSeconds) }, .init("source") { .text($0.place.source.name) },
        .init("attribution") { .text($0.place.attribution) },
      ]
    )
    listing.cells = saved.map { saved in
      let place = saved.place.found.place
      return [saved.id, place.shownName(), place.group?.slug ?? "", place.address ?? "", saved.note ?? ""]
    }
    return listing
  }

  /// Returns the saved places as a result, for the formats of places.
  private static func result(_ saved: [SavedPlace]) throws -> PlaceResult {
    guard let text = SearchText("saved places") else { throw Failure.commandMissing }
    let query = try PlaceQuery(text: text, area: .anywhere(center: nil), limit: .all)
    // Places from several sources need the notices of all of them.
    var attributions: [String] = []
    for attribution in saved.compactMap(\.place.attribution) where !attributions.contains(attribution) {
      attributions.append(attribution)
    }
    let collection = PlaceCollection(
      places: saved.map(\.listed),
      totalCount: saved.count,
      isComplete: true,
      provenance: Provenance(
        source: saved.first?.place.source ?? .index,
        attribution: attributions.isEmpty ? nil : attributions.joined(separator: "; ")
      )
    )
    var result = PlaceResult(collection, to: query)
    result.name = text.value
    return result
  }
}

extension SavedPlace {
  /// The place in a list, without its distance and offset, which are from different centres and lines.
  fileprivate var listed: FoundPlace { FoundPlace(place: place.found.place, distance: nil) }
}
