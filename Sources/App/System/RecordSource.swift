import Domain

/// A source as recorded in a batch output.
struct RecordSource: Sendable, Hashable {
  var name: String
  /// The notice required by the data's licence.
  var attribution: String?
}

extension RecordSource {
  /// The source of a result, as recorded in a batch output.
  init(_ provenance: Provenance) {
    self.init(name: provenance.source.name, attribution: provenance.attribution)
  }
}

/// The first member that differs between two queries.
struct RecordDifference: Sendable, Hashable {
  /// The row of the record.
  let row: Int
  let member: String
  /// The value in the record as JSON; empty if the row is no longer a query.
  let earlier: String
  /// The current value as JSON; `nil` if the row is no longer a query.
  let now: String?
}

/// The records that an output would lose if it were resumed.
struct RecordLosses: Sendable, Hashable {
  /// The number of results of queries that no row has.
  var results: Int
  /// The number of lines that aren't records.
  var otherLines: Int

  var isEmpty: Bool { results == 0 && otherLines == 0 }
}
