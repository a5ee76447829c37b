import Domain
import Tables

/// The saved locations, in one file.
struct SavedLocationStore: Sendable {
  private struct Entry: Sendable, Equatable {
    let location: SavedLocation
    let isDefault: Bool
  }

  private let records: KeyedRecords<Entry>

  init(directory: StoreDirectory, log: StoreErrorLog) {
    records = KeyedRecords(
      file: RecordFile(directory: directory, name: "locations", isSynced: true),
      log: log,
      key: { $0.location.name },
      read: { record in
        guard let name = record["name"]?.string, let coordinate = record["at"]?.coordinate,
          let location = SavedLocation(name: name, coordinate: coordinate, near: record["near"]?.string)
        else { return nil }
        return Entry(location: location, isDefault: record["default"]?.isTrue == true)
      },
      record: { entry in
        .members([
          "name": .text(entry.location.name), "at": .coordinate(entry.location.coordinate),
          "near": entry.location.near.map(JSONValue.text), "default": entry.isDefault ? .bool(true) : nil,
        ])
      }
    )
  }

  func locations() throws(StoreError) -> SavedLocations { Self.sorted(try records.values()) }

  @discardableResult
  func update(_ change: (inout SavedLocations) -> Void) async throws(StoreError) -> SavedLocations {
    var result = SavedLocations()
    try await records.update { entries in
      var changed = Self.sorted(entries)
      change(&changed)
      result = Self.sorted(changed.locations.map { Entry(location: $0, isDefault: $0.name == changed.defaultName) })
      entries = result.locations.map { Entry(location: $0, isDefault: $0.name == result.defaultName) }
    }
    return result
  }

  private static func sorted(_ entries: [Entry]) -> SavedLocations {
    SavedLocations(
      locations: entries.map(\.location).sorted { $0.name < $1.name },
      defaultName: entries.last(where: \.isDefault)?.location.name
    )
  }
}
