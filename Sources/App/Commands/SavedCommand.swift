import Domain

/// Keeps places that a person wants again.
struct SavedCommand: StoreCommand {
  let arguments: Arguments
  let world: World
  let makeProvider: @Sendable (SourceConfiguration) -> any UseCaseProvider

  /// Adds, removes or lists.
  ///
  /// - Throws: When something is wrong.
  func run() async throws(Failure) {
    let action: SavedAction
    do throws(UsageError) {
      action = arguments.operands.isEmpty ? .list : try arguments.action(SavedAction.self)
    } catch { throw .usage(error) }
    let words = arguments.operands.dropFirst()
    switch action {
    case .list: try list()
    case .add:
      guard !words.isEmpty else { throw .usage(.operandMissing(.saved, "ID|N")) }
      let (provider, _) = try source()
      for word in words { try add(word, to: provider) }
      StoreNotices(provider: provider, messages: arguments.messages).say(in: world)
    case .remove:
      guard !words.isEmpty else { throw .usage(.operandMissing(.saved, "ID")) }
      let provider = stores
      for word in words { try remove(word, from: provider) }
      StoreNotices(provider: provider, messages: arguments.messages).say(in: world)
    }
  }

  private func add(_ word: String, to provider: any UseCaseProvider) throws(Failure) {
    let place = try PlaceRecall(provider: provider).place(word)
    let note = arguments.note
    let (saved, isReplacement) = try using { () throws(StoreError) in
      try provider.makeSavePlacesUseCase().save(place, note: note)
    }
    let name = saved.place.found.place.name ?? saved.id
    say(isReplacement ? "\(name) was saved already, and is now as it was last found" : "saved \(name) (\(saved.id))")
  }

  private func remove(_ id: String, from provider: any UseCaseProvider) throws(Failure) {
    let removed = try using { () throws(StoreError) in try provider.makeSavePlacesUseCase().remove(id: id) }
    guard let removed else { throw .noSuchPlace(id, lastCount: nil) }
    say("removed \(removed.place.found.place.name ?? id)")
  }

  private func list() throws(Failure) {
    let output = try checkedOutput(known: OutputFormat.allCases)
    let saved = try usingStores { stores throws(StoreError) in try stores.makeSavePlacesUseCase().savedPlaces() }
    switch output.style.format {
    case .json, .ndjson, .csv, .tsv, .table:
      try write(Self.listing(saved), to: output)
    default:
      try write(Self.answer(saved), to: output)
    }
    if saved.isEmpty { say("no place is saved; placefind saved add 3 saves the third of the last answer") }
  }

  private static func listing(_ saved: [SavedPlace]) -> Listing {
    Listing(
      name: "places",
      columns: Listing.placeColumns.map { column in
        switch column.key {
        case PlaceField.id.rawValue: .init(column.key, "ID")
        case PlaceField.placeName.rawValue: .init(column.key, "NAME", isFlexible: true)
        case PlaceField.category.rawValue: .init(column.key, "CATEGORY")
        case PlaceField.roadAddressName.rawValue: .init(column.key, "ADDRESS", isFlexible: true)
        default: column
        }
      } + [
        .init("note", "NOTE", isFlexible: true), .init("saved_at"), .init("source"), .init("attribution"),
      ],
      records: saved.map { saved in
        Listing.values(of: saved.place.found) + [
          .text(saved.note), .text(TimeText.utc(secondsSince1970: saved.savedAtSeconds)),
          .text(saved.place.source.rawValue), .text(saved.place.attribution),
        ]
      },
      cells: saved.map { saved in
        let place = saved.place.found.place
        return [
          saved.id, place.name ?? "", place.group?.slug ?? "", place.roadAddress ?? place.lotAddress ?? "",
          saved.note ?? "",
        ]
      }
    )
  }

  /// The saved places as an answer, for the forms that draw them.
  private static func answer(_ saved: [SavedPlace]) throws(Failure) -> Answer {
    guard let text = SearchText("saved places") else { throw .usage(.nothingAsked) }
    let query: PlaceQuery
    do { query = try PlaceQuery(text: text, area: .anywhere(center: nil)) } catch { throw .usage(.query(error)) }
    let collection = PlaceCollection(
      places: saved.map(\.place.found),
      totalCount: saved.count,
      isComplete: true,
      provenance: Provenance(
        source: saved.first?.place.source ?? .index,
        attribution: saved.lazy.compactMap(\.place.attribution).first
      )
    )
    return Answer(collection, to: query, limit: .all)
  }
}
