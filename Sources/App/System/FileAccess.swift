import System

/// The operations on files that this program needs.
protocol FileAccess: Sendable {
  /// Reads a small file of at most `limit` bytes; `-` is standard input.
  func contents(of path: String, limit: Int) throws(FileFailure) -> [UInt8]

  /// Returns whether something exists at a path.
  func exists(_ path: String) -> Bool

  /// Returns the identity of the file at a path; `nil` if not even its directory exists.
  ///
  /// `/dev/stdin` and `/dev/stdout` mean standard input and standard output.
  func identity(of path: String) -> FileIdentity?

  /// Checks that an output can be created, without creating it.
  ///
  /// An existing file requires `replacing`.
  func checkOutput(_ path: String, _ mode: OutputMode, replacing: Bool) throws(FileFailure)

  /// Creates an output that appears at its path only after ``OutputFile/finish()``.
  ///
  /// Devices and pipes are written directly.
  func createOutput(_ path: String, replacing: Bool) throws(FileFailure) -> any OutputFile

  /// Opens an output that is written in place, chunk by chunk.
  ///
  /// - Parameters:
  ///   - path: The output.
  ///   - existing: The treatment of an existing file.
  ///   - input: The file that is read, which must not be the output; `nil` if there is none.
  /// - Returns: A file locked for this run, or a device or a pipe.
  /// - Throws: An error if it can't be opened or used.
  func openInPlace(_ path: String, existing: LockedFile.Existing, input: FileIdentity?) throws(FileFailure)
    -> InPlaceOutput

  /// Removes a file.
  func remove(_ path: String) throws(FileFailure)
}

extension FileAccess {
  /// Returns whether a word given as a file name may be a key by mistake: nothing exists there, and nothing suggests a
  /// path.
  func mayBeKey(_ word: String) -> Bool {
    guard !exists(word) else { return false }
    guard word.contains("/") else { return true }
    let directory = FilePath.directory(of: word)
    // A key in base64 may begin with a slash.
    return directory == "/" || identity(of: directory)?.isDirectory != true
  }
}
