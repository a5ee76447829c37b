import Domain

/// The places that a person keeps, in one file.
struct SavedPlaceStore: SavePlacesUseCase {
  private let file: RecordFile
  private let clock: WallClock

  /// Names the file; nothing is opened.
  init(directory: StoreDirectory, clock: WallClock) {
    file = RecordFile(directory: directory, name: "saved", isSynced: true)
    self.clock = clock
  }

  func savedPlaces() throws(StoreError) -> [SavedPlace] {
    guard file.directory.path != nil else { return [] }
    return try file.records().compactMap(Self.saved)
  }

  @discardableResult
  func save(_ place: RecalledPlace, note: String?) throws(StoreError) -> (saved: SavedPlace, isReplacement: Bool) {
    let id = place.found.place.id
    var saved = SavedPlace(place: place, note: note, savedAtSeconds: clock.now())
    var isReplacement = false
    try file.update { records in
      let position = records.firstIndex { Self.id(of: $0) == id }
      if let position, note == nil {
        saved = SavedPlace(
          place: place,
          note: records[position]["note"]?.string,
          savedAtSeconds: saved.savedAtSeconds
        )
      }
      isReplacement = position != nil
      if let position { records[position] = Self.record(saved) } else { records.append(Self.record(saved)) }
      return true
    }
    return (saved, isReplacement)
  }

  @discardableResult
  func remove(id: String) throws(StoreError) -> SavedPlace? {
    var removed: SavedPlace?
    try file.update { records in
      guard let position = records.firstIndex(where: { Self.id(of: $0) == id }) else { return false }
      removed = Self.saved(records.remove(at: position))
      return true
    }
    return removed
  }

  private static func id(of record: JSONTree) -> String? { record["place"]?["id"]?.string }

  private static func record(_ saved: SavedPlace) -> JSONTree {
    .members([
      "saved_at": .integer(saved.savedAtSeconds), "note": saved.note.map(JSONTree.text),
      "source": .text(saved.place.source.rawValue), "attribution": saved.place.attribution.map(JSONTree.text),
      "center": saved.place.center.map(JSONTree.coordinate), "place": .place(saved.place.found),
    ])
  }

  private static func saved(_ record: JSONTree) -> SavedPlace? {
    guard let time = record["saved_at"]?.integer, let place = record["place"],
      let recalled = RecalledPlace(record, place: place, origin: .saved)
    else { return nil }
    return SavedPlace(place: recalled, note: record["note"]?.string, savedAtSeconds: Int64(time))
  }
}
