/// The files of the machine, as far as this program uses them.
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
  /// - Returns: The place; `nil` when not even its directory is there.
  func location(of path: String) -> FileLocation?

  /// Checks that an output could be made, without making it.
  ///
  /// - Parameters:
  ///   - path: Where the output shall be.
  ///   - manner: How it will be written.
  ///   - replacing: Whether an existing file may be replaced.
  /// - Throws: When the file exists, is a directory or lies where nothing can be written.
  func checkOutput(_ path: String, _ manner: OutputManner, replacing: Bool) throws(FileFailure)

  /// Begins an output; nothing is at the path before ``OutputFile/commit()``.
  ///
  /// Devices and pipes are written directly.
  ///
  /// - Parameters:
  ///   - path: Where the output shall be.
  ///   - replacing: Whether an existing file may be replaced.
  /// - Returns: The file to write.
  /// - Throws: When the file exists or cannot be made.
  func createOutput(_ path: String, replacing: Bool) throws(FileFailure) -> any OutputFile
}

/// Bytes that are read one chunk after the other.
public protocol ByteSource: Sendable {
  /// Reads a chunk.
  ///
  /// - Parameter maximum: The most bytes wanted.
  /// - Returns: What was there; nothing at the end.
  /// - Throws: When the system refuses.
  func read(maximum: Int) throws(FileFailure) -> [UInt8]
}

/// How an output comes to stand at its path.
public enum OutputManner: Sendable, Hashable {
  /// As a new file that takes the place when it is complete; devices and pipes are written directly.
  case whole
  /// Chunk by chunk, in the file itself.
  case inPlace
  /// As a new file that takes the place when it is complete, and that nothing but a regular file can be.
  case wholeFile(makesDirectories: Bool)
}

/// A file that appears when it is whole.
public protocol OutputFile: ByteSink {
  /// Puts the finished file in its place.
  func commit() throws(FileFailure)
  /// Throws away what was written.
  func abandon()
}

/// What went wrong with a file.
public struct FileFailure: Error, Sendable, Hashable {
  /// The kinds of failure.
  public enum Reason: Sendable, Hashable {
    /// A file is there and may not be replaced.
    case exists
    /// The path names a directory.
    case isDirectory
    /// The path names a device or a pipe where only a regular file can be.
    case isNoFile
    /// The file is larger than this many bytes.
    case tooLarge(limit: Int)
    /// The system refused to read, with its words for why.
    case refused(reason: String)
    /// The system refused to make or to write the file, with its words for why.
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
  /// Reads a whole small file.
  ///
  /// - Parameters:
  ///   - path: A path; `-` is standard input.
  ///   - limit: The most bytes the file may have.
  /// - Returns: All of its bytes.
  /// - Throws: When the file cannot be read or is larger.
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
