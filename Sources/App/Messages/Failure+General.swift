import Domain
import System

extension Failure {
  /// Reports an error of a command.
  init(_ error: any Error) {
    switch error {
    case let failure as Failure: self = failure
    case let error as PlaceSearchError: self.init(error)
    case let error as StoreError: self.init(error)
    case let error as IndexFileError: self.init(error)
    case let error as IndexFetchError: self.init(error)
    case let error as InputFailure: self = .unreadable(error)
    case let error as FileFailure: self.init(error)
    case let error as CoordinateError: self = .coordinate(error)
    case let error as PlaceQueryError: self = .query(error)
    case let error as SystemError: self = .partialOutput(FileFailure(writing: FileFailure.standardOutput, error))
    default: self.init(.unexpected, "Unexpected: \(error).")
    }
  }

  init(_ failure: FileFailure) {
    let path = failure.path
    switch failure.reason {
    case .exists: self.init(.fileExists, "\(path) already exists; use --force to overwrite it.")
    case .isDirectory: self.init(.fileIsDirectory, "\(path) is a directory; name a file.")
    case .isPipe:
      self.init(
        .fileFailed,
        """
        \(path) is a named pipe. Pass a file, or pipe the data to standard \
        input.
        """
      )
    case .isNotRegularFile: self.init(.fileFailed, "\(path) is a device or a pipe; an index needs a regular file.")
    case .tooLarge(let limit): self.init(.fileTooLarge, "\(path) is too large: it may have at most \(limit) bytes.")
    case .unreadable(let reason): self.init(.fileFailed, "Could not read \(path): \(reason).")
    case .unwritable(let reason): self.init(.fileFailed, "Could not write \(path): \(reason).")
    case .brokenPipe: self = .readerGone
    case .isInput, .busy, .displaced, .notResumable, .notRecords, .otherSource, .otherQueries, .wouldLose:
      self = .output(failure, rows: 0)
    }
  }

  /// Reports a write error; the output may be incomplete.
  static func partialOutput(_ failure: FileFailure) -> Failure {
    guard case .unwritable(let reason) = failure.reason else { return Failure(failure) }
    return Failure(.outputFailed, "Could not write to \(failure.path): \(reason). The output is not complete.")
  }

  /// Reports that the reader closed the output.
  static var readerGone: Failure { Failure(.readerGone, "Broken pipe.") }

  /// Ends the program because of a signal; no message is needed.
  static func stopped(_ status: ExitStatus) -> Failure { Failure(.stopped, status: status, "") }

  /// Reports characters that no key contains.
  ///
  /// `path` is `nil` for a key in the environment.
  static func keyUnusable(path: String?, _ key: ServiceKey) -> Failure {
    let variable = key.variable
    let term = key.term
    guard let path else {
      return Failure(
        .keyUnusable,
        """
        The key in \(variable) contains spaces or characters that are not allowed in a key, or is longer than \
        \(APIKey.maximumLength) characters; copy the \(term) again.
        """
      )
    }
    let file = path == "-" ? "Standard input" : path
    return Failure(
      .keyUnusable,
      "\(file) contains no key; write the \(term) on one line, alone or as \(variable)=…"
    )
  }

  /// Reports an unreadable key file.
  ///
  /// Its name may be the key, so it isn't shown.
  static func keyFileNotRead(_ failure: FileFailure, _ key: ServiceKey) -> Failure {
    let reason = if case .unreadable(let reason) = failure.reason { reason } else { "it is not a file" }
    return Failure(
      .fileFailed,
      """
      Could not read the file of --key-file: \(reason). Name a file that holds the \(key.term); a key \
      itself is never an argument.
      """
    )
  }

  /// Reports that the page was written but not opened.
  static func pageNotOpened(path: String, _ failure: OpeningFailure) -> Failure {
    Failure(.pageNotOpened, "The page is at \(path), but \(sentence(for: failure)); open it in a browser.")
  }

  /// The reason why a page wasn't opened, as part of a sentence.
  static func sentence(for failure: OpeningFailure) -> String {
    switch failure {
    case .noProgram: "there is no program to open it with (xdg-open)"
    case .refused(let program, let status): "\(program) could not open it (exit status \(status))"
    }
  }

  /// Reports that the memory limit of the process is too low, in MiB.
  static func memoryMissing(allowed: Int, needed: Int) -> Failure {
    let kibibytes = needed * 1_024
    return Failure(
      .memoryMissing,
      "This process may use \(allowed) MiB of memory, and needs \(needed) MiB. Raise the limit: ulimit -v \(kibibytes)"
    )
  }

  /// Reports that the system doesn't provide the resources of tasks.
  static func missing(_ shortage: TaskResources.Shortage) -> Failure {
    switch shortage {
    case .threads(let needed):
      Failure(
        .threadsMissing,
        "The system does not let this process start the \(needed) threads that it needs. \(moreThreads)"
      )
    case .descriptors(let allowed, let needed):
      Failure(
        .descriptorsMissing,
        "This process may have \(allowed) files open, and needs \(needed). Raise the limit: ulimit -n \(needed)"
      )
    }
  }

  /// Reports that no task could run for a time.
  static func stalled(after limit: Duration) -> Failure {
    let time = DurationParser.text(of: limit)
    return Failure(
      .threadsMissing,
      "Nothing could run for \(time), since the system gives this process no thread. \(moreThreads)"
    )
  }

  private static let moreThreads =
    "Raise the limit of processes (ulimit -u, or that of the container) or of memory (ulimit -v, ulimit -d)."

  static func pageMissing(_ name: String) -> Failure { Failure(.pageMissing, "\(name) has no page.") }

  /// Reports missing places with `--require-complete`.
  static func incomplete(_ answer: PartialAnswer, isRetryable: Bool = false) -> Failure {
    Failure(.incomplete, isRetryable: isRetryable, "--require-complete: \(answer.sentence).")
  }

  /// Reports that a nearer place may be missing with `--require-nearest`.
  static func unproven(_ answer: PartialAnswer, isRetryable: Bool = false) -> Failure {
    Failure(.unproven, isRetryable: isRetryable, "--require-nearest: \(answer.nearestSentence)")
  }

  /// Reports `--require-nearest` for places that aren't sorted by distance from a centre.
  static let nearestWithoutOrder = Failure(
    .usage,
    "--nearest and --require-nearest need places in the order of their distance from a centre. Pass --at or --near, and leave out "
      + "--along, --sort accuracy, --sort KEY, -n 0 and pages after the first."
  )

  /// Reports an empty result with `--fail-empty`.
  static func nothingFound(_ answer: EmptyAnswer) -> Failure { Failure(.nothingFound, "\(answer.sentence).") }

  /// Reports an output that is also an input and would be overwritten.
  static func isRead(path: String, _ role: OutputRole) -> Failure {
    Failure(.outputIsInput, "\(path) is also \(role.rawValue), which would be overwritten; name another file.")
  }

  /// Reports two options that name the same file.
  static func isNamedTwice(_ option: Option, _ other: Option) -> Failure {
    Failure(.usage, "\(option) and \(other) name the same file; each needs its own.")
  }

  static func isStandardOutput(path: String) -> Failure {
    Failure(.outputIsOutput, "\(path) is also standard output; name another file.")
  }
}
