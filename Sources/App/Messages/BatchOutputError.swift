import Domain

/// Why an output cannot be written.
enum BatchOutputError: Error, Sendable, Hashable {
  /// Opening or writing failed; `reason` is the system's description.
  case unwritable(path: String, reason: String)
  /// Reading the file to resume failed; `reason` is the system's description.
  case unreadable(path: String, reason: String)
  case brokenPipe
  /// The file was moved, deleted or replaced while the run was writing to it.
  case displaced(path: String)
  case busy(path: String)
  /// The file exists, and neither `--resume` nor `--force` was given.
  case exists(path: String)
  case sameAsInput(path: String)
  /// The file to resume was not written by a batch.
  case notRecords(path: String)
  /// The file cannot be resumed, because it is not a regular file.
  case notResumable(path: String)
  /// The answers in the file to resume come from another source.
  case otherSource(path: String, earlier: RecordSource, now: RecordSource)
  /// The file to resume answers other queries.
  case otherQueries(path: String, QueryDifference)
  /// Resumed with these rows, the file would lose records.
  case wouldLose(path: String, RecordLosses)
}

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
