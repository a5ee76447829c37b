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
    case let error as FileFailure: self.init(error)
    case let error as InvalidQuery: self.init(error)
    case let error as SystemError: self = .partialOutput(FileFailure(writing: FileFailure.standardOutput, error))
    default: self.init(.unexpected, "Unexpected: \(String(describing: error)).")
    }
  }

  init(_ failure: FileFailure) {
    let path = failure.path
    switch failure.reason {
    case .exists: self.init(.fileExists, "\(path) already exists; use \(.force) to overwrite it.")
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
    case .inputUnreadable(let reason): self.init(.inputUnreadable, "Could not read \(path): \(reason).")
    case .unwritable(let reason): self.init(.fileFailed, "Could not write \(path): \(reason).")
    case .brokenPipe: self = .readerGone
    case .noOpener, .notOpened:
      self.init(.pageNotOpened, "\(path) is not shown: \(Self.openingProblem(failure.reason)).")
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
      Could not read the file of \(.keyFile): \(reason). Name a file that holds the \(key.term); a key \
      itself is never an argument.
      """
    )
  }

  /// Reports that the page was written but not opened.
  static func pageNotOpened(path: String, _ reason: FileFailure.Reason) -> Failure {
    Failure(.pageNotOpened, "The page is at \(path), but \(openingProblem(reason)). Open it in a browser.")
  }

  /// The reason why a page wasn't opened, as part of a sentence.
  private static func openingProblem(_ reason: FileFailure.Reason) -> String {
    guard case .notOpened(let program, let status) = reason else {
      return "there is no program to open it with (xdg-open)"
    }
    return "\(program) could not open it (exit status \(status))"
  }

  /// Reports that the memory limit of the process is too low, in MiB.
  static func memoryMissing(allowed: Int, needed: Int) -> Failure {
    let kibibytes = needed * 1_024
    return Failure(
      .memoryMissing,
      "This process may use \(allowed) MiB of memory, and needs \(needed) MiB. Raise the "
        + "limit\(terminal: ": ulimit -v \(kibibytes)", agent: ".")"
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
        "This process may have \(allowed) files open, and needs \(needed). Raise the "
          + "limit\(terminal: ": ulimit -n \(needed)", agent: ".")"
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

  private static let moreThreads: Message =
    "Raise the limit of processes\(terminal: " (ulimit -u, or that of the container)") or of "
    + "memory\(terminal: " (ulimit -v, ulimit -d)")."

  static func pageMissing(_ name: String) -> Failure { Failure(.pageMissing, "\(name) has no page.") }

  /// Reports missing places with `--require-complete`.
  static func incomplete(_ answer: PartialResult, isRetryable: Bool = false) -> Failure {
    Failure(.incomplete, isRetryable: isRetryable, "\(.requireComplete): \(answer.sentence)")
  }

  /// Reports that a nearer place may be missing with `--require-nearest`.
  static func unproven(_ answer: PartialResult, isRetryable: Bool = false) -> Failure {
    Failure(.unproven, isRetryable: isRetryable, "\(.requireNearest): \(answer.nearestSentence)")
  }

  /// Reports `--require-nearest` for places that aren't sorted by distance from a centre.
  static let nearestWithoutOrder = Failure(
    .usage,
    "\(.nearest) and \(.requireNearest) need places in the order of their distance from a centre. Pass \(.at) or "
      + "\(.near), and leave out "
      + "\(.along), \(.sort) accuracy, \(.sort, "KEY"), \(short: .limit) 0 and pages after the first."
  )

  /// Reports an empty result with `--fail-empty`.
  static func nothingFound(_ answer: EmptyResult) -> Failure { Failure(.nothingFound, answer.sentence) }

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

/// Reports that there are no places to search, and how to get some.
extension Failure {
  static func sourceMissing(_ services: [Service]) -> Failure {
    Failure(
      .sourceMissing,
      """
      There is no source of places: no key, and no index of this area. \(services.advice) To try the program with \
      fictional places, use \(.source) sample.
      """
    )
  }

  static func keyMissing(_ service: Service) -> Failure {
    let advice = service.key.map { "Set \($0.variable) to the \($0.term) of \($0.owner)" } ?? "Set one"
    return Failure(
      .keyMissing,
      """
      There is no key for \(service.title). \(advice), or name its file with \(.keyFile). Without a key, use \
      \(.source) \
      osm or \(.index, "FILE"); \(.source) sample has fictional places.
      """
    )
  }

  static func sampleWithoutPlace(_ services: [Service]) -> Failure {
    Failure(
      .usage,
      """
      The bundled sample has fictional places around one point only. Name it with \(.at) \
      \(SourceConfiguration.sampleCenter); \(.anywhere) takes all of them, and \(short: .query) finds one by name. \
      For real places: \
      \(services.advice)
      """
    )
  }

  /// A failure about a missing key, with the related environment variables.
  func withKeyRemark(in world: World) -> Failure {
    guard code == .sourceMissing || code == .keyMissing, let remark = world.keyRemark else { return self }
    return saying("\(wording) \(remark)")
  }
}
