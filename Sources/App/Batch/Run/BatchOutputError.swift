/// Why an output cannot be written.
enum BatchOutputError: Error, Sendable, Hashable {
  /// Opening or writing failed; `reason` is the system's word for it.
  case unwritable(path: String, reason: String)
  /// Whoever read the output went away.
  case closedPipe
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
  /// The file that should be continued answers other questions than the options ask.
  case otherQuestions(path: String, QuestionDifference)
  /// Continued with these rows, the file would lose something.
  case wouldLose(path: String, RecordLosses)
}
