import Domain

/// The saved places, in one file.
struct SavedPlaceStore: SavePlacesUseCase {
  /// The members of a record that this program writes.
  private static let members: Set<String> = ["saved_at", "note", "source", "attribution", "center", "place"]

  private let file: RecordFile
  private let clock: WallClock
  private let log: StoreErrorLog

  /// Makes a store; nothing is opened.
  ///
  /// - Parameters:
  ///   - directory: The directory of the file.
  ///   - clock: The time of day.
  ///   - log: Notes how many lines were skipped.
  init(directory: StoreDirectory, clock: WallClock, log: StoreErrorLog) {
    self.log = log
    file = RecordFile(directory: directory, name: "saved", isSynced: true)
    self.clock = clock
  }

  func savedPlaces() throws(StoreError) -> [SavedPlace] {
    guard file.directory.path != nil else { return [] }
    let lines = try file.lines()
    noteUnreadable(lines)
    // When a place was added twice by hand, the last one counts.
    var ids: Set<String> = []
    let newestFirst = lines.compactMap(Self.saved).reversed().filter { ids.insert($0.id).inserted }
    return newestFirst.reversed()
  }

  @discardableResult
  func save(_ place: RecalledPlace, note: String?) throws(StoreError) -> (saved: SavedPlace, isReplacement: Bool) {
    var saved = SavedPlace(place: place, note: note, savedAtSeconds: clock.now())
    let id = saved.id
    var isReplacement = false
    var other: Place?
    try file.update { lines in
      noteUnreadable(lines)
      let position = lines.lastIndex { Self.saved($0)?.id == id }
      isReplacement = position != nil
      if let earlier = position.flatMap({ Self.saved(lines[$0]) })?.place.found.place,
        !Self.mayBeSame(earlier, place.found.place)
      {
        other = earlier
        return false
      }
      guard let position else {
        lines.append(StoredLine(Self.record(saved)))
        return true
      }
      if note == nil {
        let earlier = lines[position].record?["note"]?.string
        saved = SavedPlace(place: place, note: earlier, savedAtSeconds: saved.savedAtSeconds)
      }
      lines[position] = StoredLine(Self.record(saved), inPlaceOf: lines[position], known: Self.members)
      return true
    }
    if let other { throw .idTaken(id: id, name: other.name) }
    return (saved, isReplacement)
  }

  /// Whether two places with one id may be the same place, renamed or moved meanwhile: by name, or within about a kilometre.
  private static func mayBeSame(_ one: Place, _ other: Place) -> Bool {
    one.name == other.name
      || abs(one.coordinate.latitude - other.coordinate.latitude) < 0.01
        && abs(one.coordinate.longitude - other.coordinate.longitude) < 0.01
  }

  @discardableResult
  func remove(id: String) throws(StoreError) -> SavedPlace? {
    var removed: SavedPlace?
    try file.update { lines in
      noteUnreadable(lines)
      removed = lines.lazy.compactMap(Self.saved).last { $0.id == id }
      guard removed != nil else { return false }
      lines.removeAll { Self.saved($0)?.id == id }
      return true
    }
    return removed
  }

  private func noteUnreadable(_ lines: [StoredLine]) {
    if let error = file.passedOver(lines, isReadable: { Self.saved($0) != nil }) { log.note(error) }
  }

  private static func saved(_ line: StoredLine) -> SavedPlace? { line.record.flatMap(saved) }

  private static func record(_ saved: SavedPlace) -> JSONTree {
    .members([
      "saved_at": .integer(saved.savedAtSeconds), "note": saved.note.map(JSONTree.text),
      "source": .text(saved.place.source.name), "attribution": saved.place.attribution.map(JSONTree.text),
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
