import Domain
import Tables

/// The places of the last results, in one file.
struct RecentResultStore: Sendable {
  /// The maximum number of places saved per result.
  static let maximumStoredPlaces = 1_000
  /// The size in bytes, about 100 typical results, above which the older half is removed.
  static let maximumByteCount = 1 << 20

  private let file: RecordFile
  private let session: Int32
  /// Records the number of unreadable lines.
  private let log: StoreErrorLog

  init(directory: StoreDirectory, session: Int32, log: StoreErrorLog) {
    self.log = log
    file = RecordFile(directory: directory, name: "results", isSynced: false)
    self.session = session
  }

  func record(_ places: [FoundPlace], center: Coordinate?, provenance: Provenance) async throws(StoreError) {
    let record = JSONValue.members(
      [
        "center": center.map(JSONValue.coordinate), "session": .integer(session),
        "places": .list(places.prefix(Self.maximumStoredPlaces).map(JSONValue.place)),
      ],
      from: provenance
    )
    try await file.append([record], limit: Self.maximumByteCount)
  }

  /// Returns the results, newest first.
  func results() throws(StoreError) -> [[StoredPlace]] {
    try records().reversed().map(Self.places)
  }

  /// Returns the last result in this terminal, or else the last one of all; `nil` if none is recorded.
  func lastResult() throws(StoreError) -> [StoredPlace]? {
    let records = try records()
    let own = records.last { $0["session"]?.integer == Int(session) }
    return (own ?? records.last).map(Self.places)
  }

  private func records() throws(StoreError) -> [JSONValue] {
    file.values(of: try file.lines(), log: log) { $0["places"] == nil ? nil : $0 }
  }

  private static func places(_ record: JSONValue) -> [StoredPlace] {
    record["places"]?.elements.compactMap { StoredPlace(record, place: $0, origin: .result) } ?? []
  }

  func clear() async throws(StoreError) { try await file.clear() }
}

extension StoredPlace {
  init?(_ record: JSONValue, place: JSONValue, origin: Origin) {
    guard let found = place.foundPlace, let provenance = record.provenance() else { return nil }
    self.init(found, from: record["center"]?.coordinate, provenance: provenance, origin: origin)
  }

  init(_ found: FoundPlace, from center: Coordinate?, provenance: Provenance, origin: Origin) {
    self.init(
      found: found,
      center: center,
      bearing: center.map { Bearing.degrees(from: $0, to: found.place.coordinate) },
      source: provenance.source,
      attribution: provenance.attribution,
      origin: origin
    )
  }
}
