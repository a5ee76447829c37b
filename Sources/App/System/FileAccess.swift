/// The operations on files that this program needs.
protocol FileAccess: Sendable {
  /// Reads a small file, at most `limit` bytes; `-` is standard input.
  func contents(of path: String, limit: Int) throws(FileFailure) -> [UInt8]

  /// Whether something exists at a path.
  func exists(_ path: String) -> Bool

  /// Which file a path leads to; `nil` if not even its directory exists.
  ///
  /// `/dev/stdin` and `/dev/stdout` are standard input and standard output.
  func identity(of path: String) -> FileIdentity?

  /// Checks that an output can be created, without creating it; an existing file must be `replacing`.
  func checkOutput(_ path: String, _ manner: OutputManner, replacing: Bool) throws(FileFailure)

  /// Creates an output; nothing is at its path before ``OutputFile/commit()``, but devices and pipes are written
  /// directly.
  func createOutput(_ path: String, replacing: Bool) throws(FileFailure) -> any OutputFile

  /// Removes a file.
  func remove(_ path: String) throws(FileFailure)
}

extension FileAccess {
  /// Whether a word that should name a file may be a key itself, given by mistake: nothing is there, and nothing shows
  /// that it is a path.
  func mayBeKey(_ word: String) -> Bool {
    guard !exists(word) else { return false }
    guard word.contains("/") else { return true }
    let directory = DiskFiles.directory(of: word)
    // A key in base64 may begin with a slash.
    return directory == "/" || identity(of: directory)?.isDirectory != true
  }
}

/// How an output is written.
enum OutputManner: Sendable, Hashable {
  /// To a new file that replaces the old one when it is complete; devices and pipes are written directly.
  case whole
  /// To the file itself, chunk by chunk.
  case inPlace
  /// As ``whole``, but only a regular file is allowed.
  case wholeFile(makesDirectories: Bool)
}

/// A file that is written atomically.
protocol OutputFile: ByteSink {
  /// Moves the complete file to its path.
  func commit() throws(FileFailure)
  /// Discards what was written.
  func abandon()
}

/// What went wrong with a file.
struct FileFailure: Error, Sendable, Hashable {
  /// What can go wrong.
  enum Reason: Sendable, Hashable {
    /// A file exists and may not be replaced.
    case exists
    /// The path names a directory.
    case isDirectory
    /// The path names a device or a pipe where only a regular file is allowed.
    case isNotRegularFile
    /// The path names a pipe, which may never end.
    case isPipe
    /// The file is larger than this many bytes.
    case tooLarge(limit: Int)
    /// The system could not read it, with its description.
    case refused(reason: String)
    /// The system could not create or write it, with its description.
    case unwritable(reason: String)
  }

  /// The file, as the user wrote it.
  let path: String
  /// What went wrong.
  let reason: Reason
}
