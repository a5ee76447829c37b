import Domain
import Tables

/// The saved locations, in one file.
struct SavedLocationStore: Sendable {
  private struct Entry: Sendable, Equatable {
    let position: SavedLocation
    let isDefault: Bool
  }

  private let records: KeyedRecords<Entry>

  init(directory: StoreDirectory, log: StoreErrorLog) {
    records = KeyedRecords(
      file: RecordFile(directory: directory, name: "positions", isSynced: true),
      log: log,
      members: ["name", "at", "near", "default"],
      key: { $0.position.name },
      read: { record in
        guard let name = record["name"]?.string, let coordinate = record["at"]?.coordinate,
          let position = SavedLocation(name: name, coordinate: coordinate, near: record["near"]?.string)
        else { return nil }
        return Entry(position: position, isDefault: record["default"]?.isTrue == true)
      },
      record: { entry in
        .members([
          "name": .text(entry.position.name), "at": .coordinate(entry.position.coordinate),
          "near": entry.position.near.map(JSONValue.text), "default": entry.isDefault ? .bool(true) : nil,
        ])
      }
    )
  }

  func positions() throws(StoreError) -> SavedLocations { Self.sorted(try records.values()) }

  @discardableResult
  func update(_ change: (inout SavedLocations) -> Void) async throws(StoreError) -> SavedLocations {
    var result = SavedLocations()
    try await records.update { entries in
      var changed = Self.sorted(entries)
      change(&changed)
      result = Self.sorted(changed.positions.map { Entry(position: $0, isDefault: $0.name == changed.defaultName) })
      entries = result.positions.map { Entry(position: $0, isDefault: $0.name == result.defaultName) }
    }
    return result
  }

  private static func sorted(_ entries: [Entry]) -> SavedLocations {
    SavedLocations(
      positions: entries.map(\.position).sorted { $0.name < $1.name },
      defaultName: entries.last(where: \.isDefault)?.position.name
    )
  }
}
