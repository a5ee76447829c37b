/// The operations on files that this program needs.
public protocol FileAccess: Sendable {
  /// Opens a file to be read from its beginning.
  ///
  /// - Parameter path: A path; `-` is standard input.
  /// - Returns: The open file.
  /// - Throws: When the file cannot be opened.
  func open(_ path: String) throws(FileFailure) -> any ByteSource

  /// Whether something exists at a path.
  func exists(_ path: String) -> Bool

  /// Where a path leads.
  ///
  /// - Parameter path: A path; `/dev/stdin` and `/dev/stdout` are standard input and standard output.
  /// - Returns: The location; `nil` if not even its directory exists.
  func location(of path: String) -> FileLocation?

  /// Checks that an output can be created, without creating it.
  ///
  /// - Parameters:
  ///   - path: The path of the output.
  ///   - manner: How it will be written.
  ///   - replacing: Whether an existing file may be replaced.
  /// - Throws: When the file exists, is a directory, or cannot be written.
  func checkOutput(_ path: String, _ manner: OutputManner, replacing: Bool) throws(FileFailure)

  /// Creates an output; nothing is at its path before ``OutputFile/commit()``.
  ///
  /// Devices and pipes are written directly.
  ///
  /// - Parameters:
  ///   - path: The path of the output.
  ///   - replacing: Whether an existing file may be replaced.
  /// - Returns: The file to write.
  /// - Throws: When the file exists or cannot be created.
  func createOutput(_ path: String, replacing: Bool) throws(FileFailure) -> any OutputFile
}

/// A source of bytes, read in chunks.
public protocol ByteSource: Sendable {
  /// Reads a chunk.
  ///
  /// - Parameter maximum: The maximum number of bytes.
  /// - Returns: The bytes; none at the end.
  /// - Throws: When the system refuses.
  func read(maximum: Int) throws(FileFailure) -> [UInt8]
}

/// How an output is written.
public enum OutputManner: Sendable, Hashable {
  /// To a new file that replaces the old one when it is complete; devices and pipes are written directly.
  case whole
  /// To the file itself, chunk by chunk.
  case inPlace
  /// As ``whole``, but only a regular file is allowed.
  case wholeFile(makesDirectories: Bool)
}

/// A file that is written atomically.
public protocol OutputFile: ByteSink {
  /// Moves the complete file to its path.
  func commit() throws(FileFailure)
  /// Discards what was written.
  func abandon()
}

/// What went wrong with a file.
public struct FileFailure: Error, Sendable, Hashable {
  /// What can go wrong.
  public enum Reason: Sendable, Hashable {
    /// A file exists and may not be replaced.
    case exists
    /// The path names a directory.
    case isDirectory
    /// The path names a device or a pipe where only a regular file is allowed.
    case isNotRegularFile
    /// The file is larger than this many bytes.
    case tooLarge(limit: Int)
    /// The system could not read it, with its description.
    case refused(reason: String)
    /// The system could not create or write it, with its description.
    case unwritable(reason: String)
  }

  /// The file, as the user wrote it.
  public let path: String
  /// What went wrong.
  public let reason: Reason

  /// Makes a failure.
  public init(path: String, reason: Reason) {
    self.path = path
    self.reason = reason
  }
}

extension FileAccess {
  /// Reads a small file.
  func contents(of path: String, limit: Int) throws(FileFailure) -> [UInt8] {
    let source = try open(path)
    var contents: [UInt8] = []
    while true {
      let chunk = try source.read(maximum: limit - contents.count + 1)
      if chunk.isEmpty { return contents }
      contents += chunk
      guard contents.count <= limit else { throw FileFailure(path: path, reason: .tooLarge(limit: limit)) }
    }
  }
}
