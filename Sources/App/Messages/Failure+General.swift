import Domain

extension Failure {
  /// Reports what a command threw.
  init(_ error: any Error) {
    switch error {
    case let failure as Failure: self = failure
    case let error as PlaceSearchError: self.init(error)
    case let error as StoreError: self.init(error)
    case let error as IndexFileError: self.init(error)
    case let error as IndexFetchError: self.init(error)
    case let error as InputFailure: self = .unreadable(error)
    case let error as BatchOutputError: self = .output(error, rows: 0)
    case let error as FileFailure: self.init(error)
    case let error as CoordinateError: self = .coordinate(error)
    case let error as PlaceQueryError: self = .query(error)
    case let error as SinkFailure: self = .output(path: nil, error)
    default: self.init(named: "unexpected", "\(error)")
    }
  }

  init(_ failure: FileFailure) {
    let path = failure.path
    switch failure.reason {
    case .exists: self.init(named: "fileExists", path)
    case .isDirectory: self.init(named: "fileIsDirectory", path)
    case .isPipe: self.init(named: "fileIsPipe", path)
    case .isNotRegularFile: self.init(named: "fileNotRegular", path)
    case .tooLarge(let limit): self.init(named: "fileTooLarge", path, limit)
    case .refused(let reason): self.init(named: "fileNotRead", path, reason)
    case .unwritable(let reason): self.init(named: "fileNotWritten", path, reason)
    }
  }

  /// The output could not be written; `nil` for standard output.
  static func output(path: String?, _ failure: SinkFailure) -> Failure {
    switch failure {
    case .brokenPipe: Failure(named: "readerGone")
    case .refused(let reason): Failure(named: "outputNotWritten", path ?? "standard output", reason)
    }
  }

  /// A signal ended the program; no message is needed.
  static func stopped(_ status: ExitStatus) -> Failure { Failure("stopped", status, "") }

  /// A key contains characters that no key has; `nil` for the one of the environment.
  static func keyUnusable(path: String?, _ services: [Service]) -> Failure {
    let variable = services.keyVariable
    let term = services.keyTerm
    guard let path else { return Failure(named: "keyUnusable", variable, APIKey.maximumLength, term) }
    return Failure(named: "keyNotInFile", path == "-" ? "Standard input" : path, term, variable)
  }

  /// The file of the key could not be read; its name may be the key, and is not shown.
  static func keyFileNotRead(_ failure: FileFailure, _ services: [Service]) -> Failure {
    let reason = if case .refused(let reason) = failure.reason { reason } else { "it is not a file" }
    return Failure(named: "keyFileNotRead", reason, services.keyTerm)
  }

  /// The page was written, but not opened.
  static func pageNotOpened(path: String, _ failure: OpeningFailure) -> Failure {
    Failure(named: "pageNotOpened", path, sentence(for: failure))
  }

  /// Why a page was not opened, to go on in a sentence.
  static func sentence(for failure: OpeningFailure) -> String {
    switch failure {
    case .noProgram: "there is no program to open it with (xdg-open)"
    case .refused(let program, let status): "\(program) could not open it (exit status \(status))"
    }
  }

  /// The process may use too little memory, in MiB.
  static func memoryMissing(allowed: Int, needed: Int) -> Failure {
    Failure(named: "memoryMissing", allowed, needed, needed * 1_024)
  }

  /// The system does not give what tasks need.
  static func missing(_ shortage: TaskResources.Shortage) -> Failure {
    switch shortage {
    case .threads(let needed): Failure(named: "threadsMissing", needed, moreThreads)
    case .descriptors(let allowed, let needed): Failure(named: "descriptorsMissing", allowed, needed)
    }
  }

  /// No task could run for a time; not in the table, which takes longer to read than to ask a question.
  static func stalled(after limit: Duration) -> Failure {
    let time = DurationParser.text(of: limit)
    let sentence = "Nothing could run for \(time), since the system gives this process no thread."
    return Failure("threads_missing", .fileFailed, "\(sentence) \(moreThreads)")
  }

  private static let moreThreads =
    "Raise the limit of processes (ulimit -u, or that of the container) or of memory (ulimit -v, ulimit -d)."

  static func pageMissing(_ name: String) -> Failure { Failure(named: "pageMissing", name) }

  /// Places are missing, and `--require-complete` was given.
  static func incomplete(_ answer: PartialAnswer, isRetryable: Bool = false) -> Failure {
    Failure("incomplete", .incomplete, retryable: isRetryable, "--require-complete: \(answer.sentence).")
  }

  /// Nothing was found, and `--fail-empty` was given.
  static func nothingFound(_ answer: EmptyAnswer) -> Failure { Failure(named: "nothingFound", answer.sentence) }

  /// An output is an input of the run, which it would overwrite.
  static func isRead(path: String, _ role: OutputRole) -> Failure { Failure(named: "isRead", path, role.rawValue) }

  /// Two options name one file.
  static func isNamedTwice(_ option: Option, _ other: Option) -> Failure {
    Failure(named: "isNamedTwice", option, other)
  }

  static func isStandardOutput(path: String) -> Failure { Failure(named: "isStandardOutput", path) }
}

/// What an input file is used for.
enum OutputRole: String, Sendable {
  /// Rows or places are read from it.
  case input = "the input"
  /// It is the index that is searched or shown.
  case index = "the index"
  /// It holds the key.
  case key = "the key file"
}
