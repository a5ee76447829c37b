import System

/// What went wrong with a file.
struct FileFailure: Error, Sendable, Hashable {
  /// What can go wrong.
  enum Reason: Sendable, Hashable {
    /// The system could not open or read it, with its description.
    case unreadable(reason: String)
    /// The system could not create or write it, with its description.
    case unwritable(reason: String)
    /// The path names a directory.
    case isDirectory
    /// The path names a device or a pipe where only a regular file is allowed.
    case isNotRegularFile
    /// The path names a pipe, which may never end.
    case isPipe
    /// The file is larger than this many bytes.
    case tooLarge(limit: Int)
    /// A file exists and may not be replaced.
    case exists
    /// The output is also the input, which would be overwritten.
    case isInput
    /// Another run is writing to the file.
    case busy
    /// The file was moved, deleted or replaced while the run was writing to it.
    case displaced
    /// Nobody reads the pipe any more.
    case brokenPipe
    /// The output cannot be resumed, because it is not a regular file.
    case notResumable
    /// The output to resume was not written by a batch.
    case notRecords
    /// The answers in the output to resume come from another source.
    case otherSource(earlier: RecordSource, now: RecordSource)
    /// The output to resume answers other queries.
    case otherQueries(QueryDifference)
    /// Resumed with these rows, the output would lose records.
    case wouldLose(RecordLosses)
  }

  /// The path of standard output.
  static let standardOutput = "standard output"

  /// The file, as the user wrote it, or ``standardOutput``.
  let path: String
  /// What went wrong.
  let reason: Reason

  init(path: String, reason: Reason) {
    self.path = path
    self.reason = reason
  }

  /// Why the system did not open or read a file.
  init(reading path: String, _ error: SystemError) {
    self.init(path: path, reason: .unreadable(reason: error.reason))
  }

  /// Why the system did not create or write a file.
  init(writing path: String, _ error: SystemError) {
    self.init(path: path, reason: error.code == EPIPE ? .brokenPipe : .unwritable(reason: error.reasonForWriting))
  }
}
