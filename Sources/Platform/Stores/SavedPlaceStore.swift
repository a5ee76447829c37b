import Domain
import Tables

/// The saved places, in one file.
struct SavedPlaceStore: Sendable {
  private let records: KeyedRecords<SavedPlace>
  private let clock: WallClock

  init(directory: StoreDirectory, clock: WallClock, log: StoreErrorLog) {
    self.clock = clock
    records = KeyedRecords(
      file: RecordFile(directory: directory, name: "saved", isSynced: true),
      log: log,
      key: { $0.id },
      read: { record in
        guard let time = record["saved_at"]?.integer, let place = record["place"],
          let recalled = StoredPlace(record, place: place, origin: .saved)
        else { return nil }
        return SavedPlace(place: recalled, note: record["note"]?.string, savedAtSeconds: Int64(time))
      },
      record: { saved in
        .members([
          "saved_at": .integer(saved.savedAtSeconds), "note": saved.note.map(JSONValue.text),
          "source": .text(saved.place.source.name), "attribution": saved.place.attribution.map(JSONValue.text),
          "center": saved.place.center.map(JSONValue.coordinate), "place": .place(saved.place.found),
        ])
      }
    )
  }

  func savedPlaces() throws(StoreError) -> [SavedPlace] { try records.values() }

  func savedPlace(withID id: String) throws(StoreError) -> SavedPlace? { try records.value(of: id) }

  @discardableResult
  func save(_ place: StoredPlace, note: String?) async throws(StoreError) -> (saved: SavedPlace, isReplacement: Bool) {
    var saved = SavedPlace(place: place, note: note, savedAtSeconds: clock.now())
    var earlier: SavedPlace?
    var isTaken = false
    try await records.update { places in
      earlier = places.first { $0.id == saved.id }
      isTaken = earlier.map { !SavedPlace.mayBeSame($0.place.found.place, place.found.place) } ?? false
      if isTaken { return }
      saved = SavedPlace(place: place, note: note ?? earlier?.note, savedAtSeconds: saved.savedAtSeconds)
      places.removeAll { $0.id == saved.id }
      places.append(saved)
    }
    if isTaken { throw .idTaken(id: saved.id, name: earlier?.place.found.place.name) }
    return (saved, earlier != nil)
  }

  @discardableResult
  func remove(id: String) async throws(StoreError) -> SavedPlace? {
    var removed: SavedPlace?
    try await records.update { places in
      removed = places.first { $0.id == id }
      places.removeAll { $0.id == id }
    }
    return removed
  }
}
