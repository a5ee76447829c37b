import System

/// A failed file operation.
struct FileFailure: Error, Sendable, Hashable {
  /// The reason of the failure.
  enum Reason: Sendable, Hashable {
    /// The system couldn't open or read the file; `reason` is its description.
    case unreadable(reason: String)
    /// The system couldn't create or write the file; `reason` is its description.
    case unwritable(reason: String)
    /// The rows of a batch couldn't be read; `reason` is the system's description.
    case inputUnreadable(reason: String)
    /// The path is a directory.
    case isDirectory
    /// The path is a device or a pipe, but only a regular file is allowed.
    case isNotRegularFile
    /// The path is a pipe, which may never end.
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
    /// There is no program to open a page with.
    case noOpener
    /// The program that should open a page failed.
    case notOpened(program: String, status: Int32)
    /// The reader closed the pipe.
    case brokenPipe
    /// The output can't be resumed, because it isn't a regular file.
    case notResumable
    /// The output to resume wasn't written by a batch.
    case notRecords
    /// The results in the output to resume come from another source.
    case otherSource(earlier: RecordSource, now: RecordSource)
    /// The output to resume has results of other queries.
    case otherQueries(RecordDifference)
    /// The output would lose records if it were resumed with these rows.
    case wouldLose(RecordLosses)
  }

  /// The name of standard output.
  static let standardOutput = "standard output"

  /// The file as the user wrote it, or ``standardOutput``.
  let path: String
  let reason: Reason

  init(path: String, reason: Reason) {
    self.path = path
    self.reason = reason
  }

  /// Makes the failure of opening or reading a file.
  init(reading path: String, _ error: SystemError) {
    self.init(path: path, reason: .unreadable(reason: error.reason))
  }

  /// Makes the failure of reading the rows of a batch.
  init(input path: String, _ error: SystemError) {
    self.init(path: path, reason: .inputUnreadable(reason: error.reason))
  }

  /// Makes the failure of creating or writing a file.
  init(writing path: String, _ error: SystemError) {
    self.init(path: path, reason: error.number == EPIPE ? .brokenPipe : .unwritable(reason: error.reasonForWriting))
  }
}

extension SystemError {
  /// The system's description of a failed write, or what its error number means for a path that is written.
  var reasonForWriting: String {
    switch number {
    case ENXIO: "it is a pipe or a device that nothing reads; start its reader first"
    case ENOENT: "its directory doesn't exist; make it first"
    default: reason
    }
  }
}
