import Domain

/// Why a batch could not begin or did not come to its end.
enum BatchFailure: Error, Sendable, Hashable {
  /// The input cannot be read as rows.
  case input(BatchInputError)
  /// An output cannot be written; at most `rows` have their record.
  case output(BatchOutputError, rows: Int, canResume: Bool = false)
  /// The source cannot be asked any further.
  case stopped(PlaceSearchError, rows: Int, canResume: Bool)
  /// More rows went wrong than allowed: `errors` of the first `checked`; `rows` have their record.
  case tooManyErrors(errors: Int, checked: Int, rows: Int, isAtEnd: Bool, canResume: Bool)
  /// The user stopped it.
  case interrupted(StopSignal, rows: Int, canResume: Bool)
  /// It came to its end, and some rows are not answered.
  case someRowsFailed(invalid: Int, failed: Int, rows: Int, canResume: Bool)
}

/// Why an output cannot be written.
enum BatchOutputError: Error, Sendable, Hashable {
  /// Opening or writing failed; `reason` is the system's word for it.
  case unwritable(path: String, reason: String)
  /// Reading what is to be continued failed; `reason` is the system's word for it.
  case unreadable(path: String, reason: String)
  /// The reader closed the pipe.
  case brokenPipe
  /// Another run writes this file.
  case busy(path: String)
  /// The file exists and was to be neither continued nor replaced.
  case exists(path: String)
  /// The file is also the input.
  case sameAsInput(path: String)
  /// The file that should be continued was not written by a batch.
  case notRecords(path: String)
  /// The file cannot be continued because it is not a regular one.
  case notResumable(path: String)
  /// Somebody else answered what is in the file that should be continued.
  case otherSource(path: String, earlier: RecordSource, now: RecordSource)
  /// The file that should be continued answers other queries than the options ask.
  case otherQueries(path: String, QueryDifference)
  /// Continued with these rows, the file would lose something.
  case wouldLose(path: String, RecordLosses)
}

/// A source as a record names it.
struct RecordSource: Sendable, Hashable {
  /// The source.
  var name: String
  /// The notice that the data's licence asks for.
  var attribution: String?

  init(name: String, attribution: String?) {
    self.name = name
    self.attribution = attribution
  }

  /// How records name a source.
  init(_ provenance: Provenance) {
    self.init(name: provenance.source.rawValue, attribution: provenance.attribution)
  }
}

/// The first member in which two queries differ.
struct QueryDifference: Sendable, Hashable {
  /// The row whose record it is.
  let row: Int
  /// The member.
  let member: String
  /// Its value in the record, in JSON; empty when the row would be no query now.
  let earlier: String
  /// Its value now, in JSON; `nil` when the row would be no query.
  let now: String?
}

/// What an output would lose by being continued.
struct RecordLosses: Sendable, Hashable {
  /// Answers whose query no row asks.
  var answers: Int
  /// Lines that are no records.
  var otherLines: Int

  /// Whether nothing would be lost.
  var isEmpty: Bool { answers == 0 && otherLines == 0 }
}
