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
    default: self.init("unexpected", .fileFailed, "Unexpected: \(error).")
    }
  }

  init(_ failure: FileFailure) {
    let (path, code) = (failure.path, "file_failed")
    switch failure.reason {
    case .exists: self.init("file_exists", .fileFailed, "\(path) already exists; use --force to overwrite it.")
    case .isDirectory: self.init("file_is_directory", .fileFailed, "\(path) is a directory; name a file.")
    case .isNotRegularFile:
      self.init(code, .fileFailed, "\(path) is a device or a pipe; an index needs a regular file.")
    case .tooLarge(let limit):
      self.init("file_too_large", .fileFailed, "\(path) is too large: it may have at most \(limit) bytes.")
    case .refused(let reason): self.init(code, .fileFailed, "Could not read \(path): \(reason).")
    case .unwritable(let reason): self.init(code, .fileFailed, "Could not write \(path): \(reason).")
    }
  }

  /// The output could not be written; `nil` for standard output.
  static func output(path: String?, _ failure: SinkFailure) -> Failure {
    switch failure {
    case .brokenPipe: Failure("reader_gone", .brokenPipe, "Broken pipe.")
    case .refused(let reason):
      Failure("output_failed", .fileFailed) {
        "Could not write to \(path ?? "standard output"): \(reason). The output is not complete."
      }
    }
  }

  /// A signal ended the program; no message is needed.
  static func stopped(_ status: ExitStatus) -> Failure { Failure("stopped", status, "") }

  /// A key contains characters that no key has; `nil` for the one of the environment.
  static func keyUnusable(path: String?, _ services: [Service]) -> Failure {
    let sentence =
      switch path {
      case nil:
        "The key in \(services.keyVariable) contains spaces or characters that are not allowed in a key, or is longer than "
          + "\(APIKey.maximumLength) characters; copy the \(services.keyTerm) again."
      case let path?:
        "\(path == "-" ? "Standard input" : path) contains no key; write the \(services.keyTerm) on one line, alone or as "
          + "\(services.keyVariable)=…"
      }
    return Failure("key_unusable", .keyRefused, sentence)
  }

  /// The page was written, but not opened.
  static func pageNotOpened(path: String, _ failure: OpeningFailure) -> Failure {
    Failure("page_not_opened", .fileFailed) {
      "The page is at \(path), but \(sentence(for: failure)); open it in a browser."
    }
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
    Failure("memory_missing", .fileFailed) {
      "This process may use \(allowed) MiB of memory, and needs \(needed) MiB. Raise the limit: ulimit -v \(needed * 1_024)"
    }
  }

  /// A place has no page.
  static func pageMissing(_ name: String) -> Failure { Failure("page_missing", .nothingFound, "\(name) has no page.") }

  /// Places are missing, and `--require-complete` was given.
  static func incomplete(_ answer: PartialAnswer, isRetryable: Bool = false) -> Failure {
    Failure("incomplete", .incomplete, retryable: isRetryable, "--require-complete: \(answer.sentence).")
  }

  /// Nothing was found, and `--fail-empty` was given.
  static func nothingFound(_ answer: EmptyAnswer) -> Failure {
    Failure("nothing_found", .nothingFound, "\(answer.sentence).")
  }

  /// An output is an input of the run, which it would overwrite.
  static func isRead(path: String, _ role: OutputRole) -> Failure {
    let sentence = "\(path) is also \(role.rawValue), which would be overwritten; name another file."
    return Failure("output_is_input", .usage, sentence)
  }

  /// Two options name one file.
  static func isNamedTwice(_ option: Option, _ other: Option) -> Failure {
    Failure("usage", .usage, "\(option.spelling) and \(other.spelling) name the same file; each needs its own.")
  }

  static func isStandardOutput(path: String) -> Failure {
    Failure("output_is_output", .usage, "\(path) is also standard output; name another file.")
  }
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
