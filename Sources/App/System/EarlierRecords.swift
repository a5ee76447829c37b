import Domain

/// A source, as records name it.
struct RecordSource: Sendable, Hashable {
  var name: String
  /// The notice that the data's licence asks for.
  var attribution: String?
}

extension RecordSource {
  /// The source of an answer, as records name it.
  init(_ provenance: Provenance) {
    self.init(name: provenance.source.name, attribution: provenance.attribution)
  }
}

/// The first member in which two queries differ.
struct QueryDifference: Sendable, Hashable {
  /// The row whose record it is.
  let row: Int
  let member: String
  /// Its value in the record, in JSON; empty if the row is not a query now.
  let earlier: String
  /// Its value now, in JSON; `nil` if the row is not a query now.
  let now: String?
}

/// What an output would lose if it were resumed.
struct RecordLosses: Sendable, Hashable {
  /// Answers to queries that no row contains.
  var answers: Int
  /// Lines that are not records.
  var otherLines: Int

  /// Whether nothing would be lost.
  var isEmpty: Bool { answers == 0 && otherLines == 0 }
}
