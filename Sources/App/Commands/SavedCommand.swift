import Domain

extension Command {
  static let saved: Command = .init(
    "saved",
    CommandEntry(
      "list, add or remove saved places",
      called: "favorites favourites bookmark bookmarks favorite save=add",
      usage: "placefind saved [list | add ID|N... [--note TEXT] | remove ID...] [options]",
      actions: SavedAction.allWords,
      operands: .max,
      completes: .savedPlaces,
      asksOnly: Occasion(actions: SavedAction.words(.add)),
      isListing: true,
      changes: Occasion(actions: SavedAction.words(.add, .remove)),
      statuses: [.keyRefused, .untrustworthy, .nothingFound],
      examples: [
        ("placefind saved add 3 --note 'quiet, open late'", "save the third place of the last result"),
        ("placefind saved -f geojson -o places.geojson", "export the saved places"),
        (
          "placefind saved remove 8190212",
          "remove a place by its ID or its number"
        ),
      ],
      run: SavedCommand.start
    )
  )
}

/// Lists saved places, adds some or removes one.
struct SavedCommand: RunnableCommand {
  let context: CommandContext

  func run() async throws {
    let action: SavedAction = arguments.operands.isEmpty ? .list : try arguments.action(SavedAction.self)
    let words = arguments.operands.dropFirst()
    switch action {
    case .list:
      guard words.isEmpty else { throw Failure.unexpectedArguments(Array(words), after: nil, .saved) }
      try list()
    case .add:
      guard !words.isEmpty else { throw Failure.operandMissing(.saved, "ID|N") }
      try checkSource()
      defer { sayStoreErrors() }
      // Find all places before saving the first, so that a wrong word changes nothing.
      let places = try words.map { (word) throws in try place(word) }
      for place in places { try await add(place) }
    case .remove:
      guard !words.isEmpty else { throw Failure.operandMissing(.saved, "ID") }
      defer { sayStoreErrors() }
      // Find all places before removing the first.
      let ids = try words.map(savedID)
      var removed: Set<String> = []
      for id in ids where removed.insert(id).inserted { try await remove(id) }
    }
  }

  private func add(_ place: RecalledPlace) async throws {
    let (saved, isReplacement) = try await provider.remembered.save(place, note: arguments.note)
    let name = saved.place.found.place.shownName
    say(isReplacement ? "\(name) was already saved, and is now updated" : "saved \(name) (\(saved.id))")
  }

  /// The id of a saved place: by its number in the last result, like `show`, or by the id.
  private func savedID(_ word: String) throws -> String {
    let remembered = provider.remembered
    let last = try Int(word) == nil ? [] : remembered.lastAnswer()
    if let number = Int(word), (1...).contains(number), number <= last.count {
      let id = SavedPlace.id(of: last[number - 1].found.place)
      if try remembered.savedPlace(withID: id) != nil { return id }
    }
    guard try remembered.savedPlace(withID: word) != nil else {
      throw Failure(noPlace: word, lastCount: nil)
    }
    return word
  }

  private func remove(_ id: String) async throws {
    let removed = try await provider.remembered.removeSavedPlace(withID: id)
    guard let removed else { throw Failure(noPlace: id, lastCount: nil) }
    say("removed \(removed.place.found.place.shownName)")
  }

  private func list() throws {
    let output = try checkedOutput(of: .places)
    let saved = try provider.remembered.savedPlaces()
    sayStoreErrors()
    if output.style.format.documents.contains(.list), output.style.fields == nil {
      try write(list: listing(saved), to: output)
    } else {
      try write(Self.answer(saved), to: output)
    }
    if saved.isEmpty { say("no saved places yet; `placefind saved add 3` saves the third place of the last result") }
  }

  private func listing(_ saved: [SavedPlace]) -> Listing {
    Listing(
      name: "places",
      columns: Listing.placeColumns.map { column in
        switch column.key {
        case PlaceField.id.rawValue: .init(column.key, "ID")
        case PlaceField.placeName.rawValue: .init(column.key, "NAME", isFlexible: true)
        case PlaceField.category.rawValue: .init(column.key, "CATEGORY", isLeftOutWhenUniform: true)
        case PlaceField.roadAddressName.rawValue: .init(column.key, "ADDRESS", isFlexible: true)
        default: column
        }
      } + [
        .init("note", "NOTE", isFlexible: true, isLeftOutWhenUniform: true), .init("saved_at"), .init("source"),
        .init("attribution"),
      ],
      records: saved.map { saved in
        Listing.values(of: saved.place.found) + [
          .text(saved.note), TimeFormatter(in: world).value(saved.savedAtSeconds),
          .text(saved.place.source.name), .text(saved.place.attribution),
        ]
      },
      cells: saved.map { saved in
        let place = saved.place.found.place
        return [
          saved.id, place.shownName, place.group?.slug ?? "", place.address ?? "",
          saved.note ?? "",
        ]
      }
    )
  }

  /// The saved places as a result, for the formats of places.
  private static func answer(_ saved: [SavedPlace]) throws -> Answer {
    guard let text = SearchText("saved places") else { throw Failure.nothingAsked }
    let query = try PlaceQuery(text: text, area: .anywhere(center: nil), limit: .all)
    // Places from several sources need the notices of all of them.
    var attributions: [String] = []
    for attribution in saved.compactMap(\.place.attribution) where !attributions.contains(attribution) {
      attributions.append(attribution)
    }
    let collection = PlaceCollection(
      places: saved.map(\.place.found),
      totalCount: saved.count,
      isComplete: true,
      provenance: Provenance(
        source: saved.first?.place.source ?? .index,
        attribution: attributions.isEmpty ? nil : attributions.joined(separator: "; ")
      )
    )
    var answer = Answer(collection, to: query)
    answer.name = text.value
    return answer
  }
}
