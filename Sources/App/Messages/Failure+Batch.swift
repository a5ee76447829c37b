import Domain

extension Failure {
  /// A batch has more questions than a public instance of a service should be asked.
  static func batchTooLarge(_ service: Service, limit: Int, fetching command: String) -> Failure {
    Failure("batch_too_large", .usage) {
      "The rows ask more than \(limit) different questions, and the servers of \(service.title) are shared by all. Search an "
        + "index of the area instead: \(command) && placefind batch --index rows.pfx … An instance of your own has no limit: "
        + "\(EnvironmentVariable.ownInstance.rawValue)=1."
    }
  }

  /// The source cannot answer any more queries; `rows` have their record.
  static func stopped(_ error: PlaceSearchError, rows: Int, canResume: Bool) -> Failure {
    let cause = Failure(error)
    let sentence = message(cause.message, rows: rows, canResume: canResume)
    return Failure(cause.code, cause.status, retryable: cause.isRetryable, sentence)
  }

  /// More rows failed than `--max-errors` allows: `errors` of the first `checked`; `rows` have their record.
  static func tooManyErrors(errors: Int, checked: Int, rows: Int, isAtEnd: Bool, canResume: Bool) -> Failure {
    let cause = "\(errors) of \(counted(checked, "row")) failed, more than --max-errors allows; their records say why."
    return Failure("too_many_errors", .unreachable) {
      isAtEnd ? cause : "Stopped, because \(cause) \(state(rows: rows, canResume: canResume))"
    }
  }

  /// The user stopped it.
  static func interrupted(_ stop: StopSignal, rows: Int, canResume: Bool) -> Failure {
    let (code, status, word): (String, ExitStatus, String) =
      switch stop {
      case .interrupt: ("interrupted", .interrupted, "Interrupted")
      case .terminate: ("terminated", .terminated, "Terminated")
      case .hangUp: ("hung_up", .hungUp, "The terminal was closed")
      }
    return Failure(code, status, retryable: true, "\(word). \(state(rows: rows, canResume: canResume))")
  }

  /// It finished, and some rows are not answered.
  static func someRowsFailed(invalid: Int, failed: Int, rows: Int, canResume: Bool) -> Failure {
    Failure("some_rows_failed", .someRowsFailed, retryable: failed > 0) {
      "\(invalid + failed) of \(counted(rows, "row")) \(invalid + failed == 1 ? "was" : "were") not answered "
        + "(\(invalid) invalid, \(failed) failed); the records say why, and --failures FILE collects such rows."
        + (canResume && failed > 0
          ? " The same command with --resume --retry-failed retries the failed ones." : "")
    }
  }

  /// A cause, with what was done before it, if anything was.
  private static func message(_ cause: String, rows: Int, isAtMost: Bool = false, canResume: Bool) -> String {
    rows > 0 ? "\(cause) \(state(rows: rows, isAtMost: isAtMost, canResume: canResume))" : cause
  }

  private static func state(rows: Int, isAtMost: Bool = false, canResume: Bool) -> String {
    let done =
      "\(isAtMost ? "At most " : "")\(counted(rows, "row")) \(rows == 1 ? "has its record" : "have their records")"
    return canResume
      ? "\(done); to continue, run the same command with --resume."
      : "\(done); only a run with --output FILE can be resumed."
  }

  /// An output cannot be written; at most `rows` have their record.
  static func output(_ error: BatchOutputError, rows: Int, canResume: Bool = false) -> Failure {
    switch error {
    case .unwritable(let path, let reason):
      Failure("output_failed", .fileFailed) {
        message("Could not write to \(path): \(reason).", rows: rows, isAtMost: true, canResume: canResume)
      }
    case .unreadable(let path, let reason):
      Failure("output_failed", .fileFailed) {
        let cause = "Could not read \(path) to resume it: \(reason)."
        return message(cause, rows: rows, isAtMost: true, canResume: canResume)
      }
    case .brokenPipe: Failure("reader_gone", .brokenPipe, "Broken pipe.")
    case .displaced(let path):
      Failure("output_failed", .fileFailed) {
        "\(path) was moved, deleted or replaced while the run was writing to it, so the run has ended. "
          + (canResume ? "Put it back and run the same command with --resume, or name" : "Name") + " another file."
      }
    case .busy(let path):
      Failure("output_busy", .fileFailed, retryable: true, "Another run is writing to \(path); wait until it finishes.")
    case .exists(let path):
      Failure("file_exists", .fileFailed) {
        "\(path) already exists; use --resume to continue it, or --force to overwrite it."
      }
    case .sameAsInput(let path): isRead(path: path, .input)
    case .notRecords(let path):
      Failure("output_not_records", .usage, "\(path) does not hold the records of a batch; name another file.")
    case .notResumable(let path):
      Failure("output_not_resumable", .usage, "\(path) is not a regular file, which --resume needs.")
    case .otherSource(let path, let earlier, let now):
      Failure("output_of_other_source", .usage) {
        "The answers in \(path) come from \(name(of: earlier)); now \(name(of: now)) would answer. Choose the "
          + "same source (a key, --source, --index), name another --output, or start again with --force in place of --resume."
      }
    case .otherQueries(let path, let difference):
      Failure("output_of_other_questions", .usage) {
        "\(path) answers other queries: \(sentence(difference)). Give the options of the run that wrote it or name "
          + "another --output; --prune deletes such records."
      }
    case .wouldLose(let path, let losses): Failure("output_would_lose_records", .usage, sentence(losses, path))
    }
  }

  private static func name(of source: RecordSource) -> String {
    guard let attribution = source.attribution else { return source.name }
    return "\(source.name) (\(attribution))"
  }

  private static func short(_ text: String) -> String { text.count > 60 ? text.prefix(60) + "…" : text }

  private static func sentence(_ difference: QueryDifference) -> String {
    guard let now = difference.now else { return "row \(difference.row) is no longer a valid query" }
    return
      "in the record of row \(difference.row), \(difference.member) is \(short(difference.earlier)) and would now be "
      + short(now)
  }

  private static func sentence(_ losses: RecordLosses, _ path: String) -> String {
    var parts: [String] = []
    if losses.answers > 0 {
      let verb = losses.answers == 1 ? "belongs" : "belong"
      parts.append("\(counted(losses.answers, "answer")) in \(path) \(verb) to no row of the input")
    }
    if losses.otherLines > 0 {
      parts.append(
        "\(counted(losses.otherLines, "line")) of \(path) \(losses.otherLines == 1 ? "is not a record" : "are not records")"
      )
    }
    let (they, them) = losses.answers + losses.otherLines == 1 ? ("it", "it") : ("they", "them")
    return parts.joined(separator: ", and ") + "; \(they) would be deleted. Nothing was changed. "
      + "Give the whole input, name another --output, or delete \(them) with --prune."
  }
}
