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

  /// Creates an output that is written whole: nothing is at its path before ``OutputFile/finish()``, but devices and
  /// pipes are written directly.
  func createOutput(_ path: String, replacing: Bool) throws(FileFailure) -> any OutputFile

  /// Opens an output that is written in place, chunk by chunk.
  ///
  /// - Parameters:
  ///   - path: The output.
  ///   - existing: What may happen to a file that is there.
  ///   - input: The file that is read, which must not be the output; `nil` for none.
  /// - Returns: A file that no other run may write, or a device or a pipe.
  /// - Throws: When it cannot be opened, or may not be used.
  func openInPlace(_ path: String, existing: LockedFile.Existing, input: FileIdentity?) throws(FileFailure)
    -> InPlaceOutput

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
