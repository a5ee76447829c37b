import Domain

extension Failure {
  /// A batch has more questions than a public instance of a service should be asked.
  static func batchTooLarge(_ service: Service, limit: Int, fetching command: String) -> Failure {
    Failure(named: "batchTooLarge", limit, service.title, command, EnvironmentVariable.ownInstance.rawValue)
  }

  /// The source cannot answer any more queries; `rows` have their record.
  static func stopped(_ error: PlaceSearchError, rows: Int, canResume: Bool) -> Failure {
    let cause = Failure(error)
    let sentence = message(cause.message, rows: rows, canResume: canResume)
    return Failure(cause.code, cause.status, retryable: cause.isRetryable, sentence)
  }

  /// More rows failed than `--max-errors` allows, the last of them `row`.
  ///
  /// - Parameters:
  ///   - count: How many failed.
  ///   - row: The number of the last one.
  ///   - isRetryable: Whether it would be allowed if those that may be answered later are.
  ///   - records: How many rows have their record where the run stopped; `nil` for a run that was finished.
  ///   - canResume: Whether the run can be continued.
  /// - Returns: The failure.
  static func tooManyErrors(_ count: String, row: Int, isRetryable: Bool, records: Int?, canResume: Bool) -> Failure {
    let next =
      isRetryable
      ? "run the same command with --resume --retry-failed" : "allow more errors and run it again with --resume"
    let told =
      records.map {
        Failure(named: "stoppedByErrors", row, count, state(rows: $0, canResume: canResume, next: next))
      } ?? Failure(named: "tooManyErrors", count, row)
    // Only then may trying later help.
    return isRetryable ? Failure(told.code, .unreachable, retryable: true, told.message) : told
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
    let were = "\(counted(rows, "row")) \(invalid + failed == 1 ? "was" : "were")"
    let advice = canResume ? " The same command with --resume --retry-failed retries the failed ones." : ""
    return failed > 0
      ? Failure(named: "someRowsFailed", invalid + failed, were, invalid, failed, advice)
      : Failure(named: "someRowsInvalid", invalid, were)
  }

  /// A cause, with what was done before it, if anything was.
  private static func message(_ cause: String, rows: Int, isAtMost: Bool = false, canResume: Bool) -> String {
    rows > 0 ? "\(cause) \(state(rows: rows, isAtMost: isAtMost, canResume: canResume))" : cause
  }

  private static func state(
    rows: Int,
    isAtMost: Bool = false,
    canResume: Bool,
    next: String = "run the same command with --resume"
  ) -> String {
    let done =
      "\(isAtMost ? "At most " : "")\(counted(rows, "row")) \(rows == 1 ? "has its record" : "have their records")"
    return canResume
      ? "\(done); to continue, \(next)."
      : "\(done); only a run with --output FILE can be resumed."
  }

  /// An output cannot be written; at most `rows` have their record.
  static func output(_ error: BatchOutputError, rows: Int, canResume: Bool = false) -> Failure {
    switch error {
    case .unwritable(let path, let reason):
      let cause = "Could not write to \(path): \(reason)."
      return Failure(named: "recordsFailed", message(cause, rows: rows, isAtMost: true, canResume: canResume))
    case .unreadable(let path, let reason):
      let cause = "Could not read \(path) to resume it: \(reason)."
      return Failure(named: "recordsFailed", message(cause, rows: rows, isAtMost: true, canResume: canResume))
    case .brokenPipe: return Failure(named: "readerGone")
    case .displaced(let path):
      let advice = canResume ? "Put it back and run the same command with --resume, or name" : "Name"
      return Failure(named: "recordsDisplaced", path, advice)
    case .busy(let path): return Failure(named: "outputBusy", path)
    case .exists(let path): return Failure(named: "recordsExist", path)
    case .sameAsInput(let path): return isRead(path: path, .input)
    case .notRecords(let path): return Failure(named: "notRecords", path)
    case .notResumable(let path): return Failure(named: "notResumable", path)
    case .otherSource(let path, let earlier, let now):
      return Failure(named: "otherSource", path, name(of: earlier), name(of: now))
    case .otherQueries(let path, let difference): return Failure(named: "otherQueries", path, sentence(difference))
    case .wouldLose(let path, let losses): return wouldLose(losses, path)
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

  private static func wouldLose(_ losses: RecordLosses, _ path: String) -> Failure {
    var parts: [String] = []
    if losses.answers > 0 {
      let verb = losses.answers == 1 ? "belongs" : "belong"
      parts.append("\(counted(losses.answers, "answer")) in \(path) \(verb) to no row of the input")
    }
    if losses.otherLines > 0 {
      parts.append(
        "\(counted(losses.otherLines, "line")) of \(path) \(losses.otherLines == 1 ? "is no record" : "are no records") of this run"
      )
    }
    let (they, them) = losses.answers + losses.otherLines == 1 ? ("it", "it") : ("they", "them")
    return Failure(named: "wouldLose", parts.joined(separator: ", and "), they, them)
  }
}
