import Domain
import System

/// Errors about files, keys and the resources of the system.
extension Failure {
  /// Reports an error of a command.
  init(_ error: any Error) {
    switch error {
    case let failure as Failure: self = failure
    case let error as PlaceSearchError: self = error.failure
    case let error as StoreError: self = error.failure
    case let error as IndexFileError: self = error.failure
    case let error as FileFailure: self = error.failure
    case let error as InvalidQuery: self.init(error)
    case let error as SystemError: self = FileFailure(writing: FileFailure.standardOutput, error).partialOutput
    default: self.init(.unexpected, "Unexpected error: \(String(describing: error)).")
    }
  }

  /// Reports that the reader closed the output.
  static var readerGone: Failure { Failure(.readerGone, "Broken pipe.") }

  /// Ends the program because of a signal; no message is needed.
  static func stopped(_ status: ExitStatus) -> Failure { Failure(.stopped, status: status, "") }

  /// Reports an output that is also an input and would be overwritten.
  static func isRead(path: String, _ role: OutputRole) -> Failure {
    Failure(.outputIsInput, "\(path) is also \(role.rawValue), which would be overwritten. Name another file.")
  }

  static func isStandardOutput(path: String) -> Failure {
    Failure(.outputIsOutput, "\(path) is also standard output. Name another file.")
  }

  // MARK: - Keys

  /// Reports characters that no key contains.
  ///
  /// `path` is `nil` for a key in the environment.
  static func keyUnusable(path: String?, _ key: ServiceKey) -> Failure {
    guard let path else {
      return Failure(
        .keyUnusable,
        """
        The key in \(key.variable) contains spaces or characters that aren't allowed in a key, or is longer than \
        \(APIKey.maximumLength) characters. Copy the \(key.term) again.
        """
      )
    }
    let file = path == "-" ? "Standard input" : path
    return Failure(
      .keyUnusable,
      "\(file) contains no key. Write the \(key.term) on one line, alone or as \(key.variable)=…"
    )
  }

  // MARK: - Indexes

  /// Reports an index in the data directory that was built from files and isn't part of the default index.
  static func indexBuilt(path: String, name: String) -> Failure {
    Failure(
      .inputLast,
      """
      No input of the default index is called '\(name)', and \(path) was built from files. To delete it, delete the \
      file: `rm \(ShellWord.path(path))`
      """
    )
  }

  /// Reports a file at the path of an index to download.
  static func outputTaken(path: String) -> Failure {
    Failure(.fileExists, "\(path) already exists and isn't an index. Name another \(.output).")
  }

  /// Reports an existing index with its contents, and the ways to change it or to build or download another one.
  ///
  /// - Parameters:
  ///   - index: The index.
  ///   - isDefault: Whether it is the default index, which no option names.
  ///   - operands: The inputs as typed; `nil` for a download.
  init(existing index: IndexSummary, isDefault: Bool, operands: [String]?) {
    let sources = index.sources.isEmpty ? "" : " from \(index.sources.joined(separator: ", "))"
    let time = index.newestInputAtSeconds
    let newest = time > 0 ? ", newest input of \(TimeFormatter().stamp(time))" : ""
    let next: Message
    if let operands {
      let output = isDefault ? [] : [Option.output.with(index.path)]
      let command = (["placefind index add"] + operands.map(ShellWord.operand) + output).joined(separator: " ")
      let another: Message = isDefault ? "build another index with \(.output, "FILE")" : "name another \(.output)"
      next = "Add to it: `\(command)`. Use \(.force) to replace it, or \(another)."
    } else {
      let another: Message = isDefault ? "a file with \(.output)" : "another \(.output)"
      next = "Use \(.update) to download it again, or name \(another)."
    }
    let name = isDefault && operands != nil ? "The default index \(index.path)" : index.path
    self.init(
      .fileExists,
      """
      \(name) already exists and is unchanged: \
      \(counted(index.placeCount, "place"))\(sources)\(newest). \(next)
      """
    )
  }

  /// Says that a file can't be read and, for an index, how to find or build one.
  ///
  /// - Parameters:
  ///   - path: The path of the file; for an index, it may be the name of none in the data directory.
  ///   - reason: The reason.
  ///   - isNamedAsIndex: Whether the path should be an index. A name with an extension may also be a data file.
  /// - Returns: The sentences.
  static func unreadable(_ path: String, _ reason: String, isNamedAsIndex: Bool = false) -> Message {
    let name = path.split(separator: "/").last ?? ""
    let isName = isNamedAsIndex && !name.isEmpty && !name.contains(".")
    guard isName || path.hasSuffix(".pfx") else { return "Could not read \(path): \(reason)." }
    let command = "`placefind index build FILE -o \(InputPath(path).argument)`"
    let advice: Message = " `placefind index list` lists the indexes; \(command) creates one."
    return "Could not read \(path): \(reason).\(terminal: advice)"
  }

  /// Reports that no index has a name, and lists the existing ones.
  static func indexMissing(_ path: String, known: [String] = [], isDownload: Bool = false) -> Failure {
    let names = known.compactMap { $0.split(separator: "/").last }.map {
      $0.hasSuffix(".pfx") ? String($0.dropLast(4)) : String($0)
    }
    let nearest = NearestWord.of(path, among: names)
    guard isDownload || nearest != nil else {
      return Failure(.fileFailed, unreadable(path, "No such file or directory", isNamedAsIndex: true))
    }
    let guess = nearest.map { " Did you mean \($0)?" } ?? ""
    return Failure(
      .fileFailed,
      "There is no index '\(path)'.\(guess)\(terminal: " `placefind index list` lists the indexes.")"
    )
  }

  static var noDefaultIndex: Failure {
    .usage(
      """
      There is no default index, because neither HOME nor XDG_DATA_HOME is set. Name a file: `placefind index build \
      INPUT -o FILE`, or `placefind index info FILE`
      """
    )
  }

  static var fetchWithoutArea: Failure {
    .usage(
      """
      `placefind index fetch` needs an area: \(.near, "TEXT"), \(.at, "LAT,LNG"), \(.bbox, "W,S,E,N"), \
      \(.within, "FILE") or \(.along, "FILE"). For example: `placefind index fetch --near 'Utrecht Centraal' -r 5km`
      """
    )
  }

  static var nothingFetched: Failure {
    .usage("There is no downloaded index to update. Download one: `placefind index fetch \(.near, "TEXT") -r 5km`")
  }

  /// Reports a downloaded index that can't be read.
  static func downloadUnreadable(_ error: IndexFileError, at path: String) -> Failure {
    let failure = Failure(error)
    return Failure(
      failure.code,
      "\(failure.wording) To download it again, remove it first: `rm \(ShellWord.path(path))`."
    )
  }

  static func notFetched(_ path: String) -> Failure {
    .usage("\(path) wasn't downloaded, so it can't be updated. Build it again instead.")
  }

  /// Reports that some indexes weren't updated.
  static func someFetchesFailed(_ paths: [String], of count: Int) -> Failure {
    Failure(
      .someFetchesFailed,
      """
      \(paths.count) of \(count) indexes \(paths.count == 1 ? "was" : "were") not updated: \
      \(paths.joined(separator: ", ")). The earlier data is still there. Run the command again to resume.
      """
    )
  }

  // MARK: - The resources of the system

  /// Reports that there isn't enough memory to build an index.
  static func outOfMemory(_ need: Message) -> Failure {
    Failure(
      .outOfMemory,
      """
      There is not enough memory: \(need) Raise the limit of the process\(terminal: " (ulimit -v)") or of its \
      container, or build on a larger machine.
      """
    )
  }
}

extension Failure {
  /// Reports an output that can't be opened as a page, because its name selects another format.
  static func openedFile(_ path: String, _ format: OutputFormat) -> Failure {
    .usage("\(.open) writes html, but the name \(quoted: path) selects \(format.rawValue). Name an .html file.")
  }
}
