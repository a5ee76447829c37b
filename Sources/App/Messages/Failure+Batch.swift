import Domain

extension Failure {
  /// Reports a batch with more queries than a public server should be sent.
  static func batchTooLarge(_ service: Service, limit: Int, fetching command: String) -> Failure {
    Failure(
      .batchTooLarge,
      """
      The rows ask more than \(limit) different queries, and the servers of \(service.title) are shared by all. Search \
      an index of the area instead: \(command) && placefind batch \(.index) rows.pfx … An instance of your own has no \
      limit: \(EnvironmentVariable.ownInstance.rawValue)=1.
      """
    )
  }

  /// Reports that the source can't answer more queries; `rows` rows have a record.
  static func stopped(_ error: PlaceSearchError, rows: Int, _ resumption: Resumption?) -> Failure {
    let cause = Failure(error)
    return cause.saying(message(cause.wording, rows: rows, resumption))
  }

  /// Reports that more rows failed than `--max-errors` allows; the last one is `row`.
  ///
  /// - Parameters:
  ///   - count: The number of failed rows.
  ///   - row: The number of the last failed row.
  ///   - isRetryable: Whether the number would be allowed if temporary failures were not counted.
  ///   - records: The number of rows with a record when the run stopped; `nil` if the run finished.
  ///   - resumption: The option that resumes the run; `nil` if it can't be resumed.
  /// - Returns: The failure.
  static func tooManyErrors(
    _ count: String,
    row: Int,
    isRetryable: Bool,
    records: Int?,
    _ resumption: Resumption?
  ) -> Failure {
    let sentence: Message
    if let records {
      let next = resumption.map { resumption in
        isRetryable
          ? "run the same command with \(resumption.retrying)"
          : "allow more errors and run it again with \(resumption.option)"
      }
      let state = state(rows: records, resumption, next: next)
      sentence =
        "Stopped at row \(row), because \(count), more than \(.maxErrors) allows; their records say why. \(state)"
    } else {
      sentence = "\(count), the last of them row \(row): more than \(.maxErrors) allows; their records say why."
    }
    // Only in this case may trying later help.
    return isRetryable
      ? Failure(.tooManyErrors, status: .unreachable, isRetryable: true, sentence)
      : Failure(.tooManyErrors, sentence)
  }

  /// Reports that the user stopped the run.
  static func interrupted(_ stop: StopSignal, rows: Int, _ resumption: Resumption?) -> Failure {
    let state = state(rows: rows, resumption)
    return switch stop {
    case .interrupt: Failure(.interrupted, "Interrupted. \(state)")
    case .terminate: Failure(.terminated, "Terminated. \(state)")
    case .hangUp: Failure(.hungUp, "The terminal was closed. \(state)")
    }
  }

  /// Reports that the run finished but some rows failed.
  ///
  /// If a file was named, it contains those rows.
  static func someRowsFailed(
    invalid: Int,
    failed: Int,
    rows: Int,
    _ resumption: Resumption?,
    in path: String?
  ) -> Failure {
    let were = invalid + failed == 1 ? "was" : "were"
    let retrying = failed > 0 ? resumption?.retrying : nil
    let advice = retrying.map { " The same command with \($0) retries the failed ones." } ?? ""
    return Failure(
      .someRowsFailed,
      isRetryable: failed > 0,
      """
      \(invalid + failed) of \(counted(rows, "row")) \(were) not answered (\(invalid) invalid, \(failed) failed); the \
      records say why, and \
      \(path.map { "\($0) holds these rows" } ?? "\(Option.failures) FILE collects such rows").\(advice)
      """
    )
  }

  /// A cause with the number of rows done before it.
  private static func message(
    _ cause: Message,
    rows: Int,
    isAtMost: Bool = false,
    _ resumption: Resumption?
  ) -> Message {
    rows > 0 ? "\(cause) \(state(rows: rows, isAtMost: isAtMost, resumption))" : cause
  }

  private static func state(
    rows: Int,
    isAtMost: Bool = false,
    _ resumption: Resumption?,
    next: String? = nil
  ) -> Message {
    let done =
      "\(isAtMost ? "At most " : "")\(counted(rows, "row")) \(rows == 1 ? "has its record" : "have their records")"
    guard let resumption else { return "\(done); only a run with \(.output, "FILE") can be resumed." }
    return "\(done); to continue, \(next ?? "run the same command with \(resumption.option)")."
  }

  /// Reports that an output can't be written; at most `rows` rows have a record.
  static func output(_ error: FileFailure, rows: Int, _ resumption: Resumption? = nil) -> Failure {
    let path = error.path
    switch error.reason {
    case .unwritable(let reason):
      let cause: Message = "Could not write to \(path): \(reason)."
      return Failure(.outputFailed, message(cause, rows: rows, isAtMost: true, resumption))
    case .unreadable(let reason):
      let cause: Message = "Could not read \(path) to resume it: \(reason)."
      return Failure(.outputFailed, message(cause, rows: rows, isAtMost: true, resumption))
    case .brokenPipe: return readerGone
    case .displaced:
      let advice =
        resumption.map { "Put it back and run the same command with \($0.option), or name" } ?? "Name"
      return Failure(
        .outputFailed,
        """
        \(path) was moved, deleted or replaced while the run was writing to it, so the run has ended. \(advice) \
        another file.
        """
      )
    case .busy: return Failure(.outputBusy, "Another run is writing to \(path); wait until it finishes.")
    case .exists:
      return Failure(
        .fileExists,
        "\(path) already exists; use \(.resume) to continue it, or \(.force) to overwrite it."
      )
    case .isInput: return isRead(path: path, .input)
    case .notRecords:
      return Failure(.outputNotRecords, "\(path) has no records of a batch. Name another file.")
    case .notResumable:
      return Failure(.outputNotResumable, "\(path) is not a regular file, which \(.resume) needs.")
    case .otherSource(let earlier, let now):
      return Failure(
        .outputOfOtherSource,
        """
        The results in \(path) come from \(name(of: earlier)); this run uses \(name(of: now)). Choose the same \
        source (a key, \(.source), \(.index)), name another \(.output), or start again with \(.force) in place of \
        \(.resume).
        """
      )
    case .otherQueries(let difference):
      return Failure(
        .outputOfOtherQuestions,
        """
        \(path) has the results of other queries: \(sentence(difference)). Give the options of the run that wrote it \
        or \
        name another \(.output); \(.prune) deletes such records.
        """
      )
    case .wouldLose(let losses): return wouldLose(losses, path)
    case .inputUnreadable, .noOpener, .notOpened, .isDirectory, .isNotRegularFile, .isPipe, .tooLarge:
      return Failure(error)
    }
  }

  private static func name(of source: RecordSource) -> String {
    guard let attribution = source.attribution else { return source.name }
    return "\(source.name) (\(attribution))"
  }

  private static func short(_ text: String) -> String { text.count > 60 ? text.prefix(60) + "…" : text }

  private static func sentence(_ difference: RecordDifference) -> String {
    guard let now = difference.now else { return "row \(difference.row) is no longer a valid query" }
    return
      "in the record of row \(difference.row), \(difference.member) is \(short(difference.earlier)) and would now be "
      + short(now)
  }

  private static func wouldLose(_ losses: RecordLosses, _ path: String) -> Failure {
    var parts: [String] = []
    if losses.answers > 0 {
      let verb = losses.answers == 1 ? "belongs" : "belong"
      parts.append("\(counted(losses.answers, "answer")) in \(path) \(verb) to no row of the input")
    }
    if losses.otherLines > 0 {
      let are = losses.otherLines == 1 ? "is no record" : "are no records"
      parts.append("\(counted(losses.otherLines, "line")) of \(path) \(are) of this run")
    }
    let isOne = losses.answers + losses.otherLines == 1
    let they = isOne ? "it" : "they"
    let them = isOne ? "it" : "them"
    return Failure(
      .outputWouldLoseRecords,
      """
      \(parts.joined(separator: ", and ")); \(they) would be deleted. Nothing was changed. Give the whole input with \
      the same options, name another \(.output), or delete \(them) with \(.prune).
      """
    )
  }
}
