import Domain

extension Failure {
  /// Reports why a batch did not start, did not finish, or did not answer every row.
  init(_ failure: BatchFailure) {
    switch failure {
    case .input(let error): self.init(error)
    case .output(let error, let rows, let canResume): self.init(error, rows: rows, canResume: canResume)
    case .stopped(let error, let rows, let canResume):
      let cause = Failure(error)
      self.init(
        cause.code,
        cause.status,
        retryable: cause.isRetryable,
        Self.message(cause.message, rows: rows, canResume: canResume)
      )
    case .tooManyErrors(let errors, let checked, let rows, let isAtEnd, let canResume):
      let cause =
        "\(errors) of \(counted(checked, "row")) failed, more than --max-errors allows; their records say why."
      self.init("too_many_errors", .unreachable) {
        isAtEnd ? cause : "Stopped, because \(cause) \(Self.state(rows: rows, canResume: canResume))"
      }
    case .interrupted(let stop, let rows, let canResume):
      self.init(
        Self.code(of: stop),
        Self.status(of: stop),
        retryable: true,
        "\(Self.word(for: stop)). \(Self.state(rows: rows, canResume: canResume))"
      )
    case .someRowsFailed(let invalid, let failed, let rows, let canResume):
      self.init("some_rows_failed", .someRowsFailed, retryable: failed > 0) {
        "\(invalid + failed) of \(counted(rows, "row")) \(invalid + failed == 1 ? "was" : "were") not answered "
          + "(\(invalid) invalid, \(failed) failed); the records say why, and --failures FILE collects such rows."
          + (canResume && failed > 0
            ? " The same command with --resume --retry-failed retries the failed ones." : "")
      }
    }
  }

  private static func code(of stop: StopSignal) -> String {
    switch stop {
    case .interrupt: "interrupted"
    case .terminate: "terminated"
    case .hangUp: "hung_up"
    }
  }

  private static func status(of stop: StopSignal) -> ExitStatus {
    switch stop {
    case .interrupt: .interrupted
    case .terminate: .terminated
    case .hangUp: .hungUp
    }
  }

  private static func word(for stop: StopSignal) -> String {
    switch stop {
    case .interrupt: "Interrupted"
    case .terminate: "Terminated"
    case .hangUp: "The terminal was closed"
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

  private init(_ error: BatchInputError) {
    switch error {
    case .unreadable(let failure):
      self.init("input_unreadable", .fileFailed, "Could not read \(failure.path): \(failure.reason).")
    case .jsonArray:
      self.init("input_unusable", .usage, "The input is a JSON array; write one object per line: jq -c '.[]' FILE.")
    case .jsonDocument(true):
      self.init("input_unusable", .usage) {
        "The input is one GeoJSON collection; write one feature per line: jq -c '.features[]' FILE."
      }
    case .jsonDocument(false):
      self.init("input_unusable", .usage) {
        "The input is JSON over several lines; write one object per line: jq -c . FILE."
      }
    case .headerMissing(let columns):
      self.init("header_missing", .usage) {
        "The table has no header: its first line holds numbers. Put a line with names, such as id,lat,lng, before it. "
          + Self.list(columns, called: "The first line is")
      }
    case .utf16:
      self.init("input_unusable", .usage, "The input is UTF-16; convert it: iconv -f UTF-16 -t UTF-8 FILE.")
    case .headerNotUTF8:
      self.init("input_unusable", .usage) {
        "The header is not UTF-8; convert the input, for Korean data often by iconv -f CP949 -t UTF-8 FILE."
      }
    case .carriageReturns:
      self.init("input_unusable", .usage) {
        "The lines end in a carriage return alone; convert the input: tr '\\r' '\\n' < FILE."
      }
    case .headerUnusable:
      self.init("input_unusable", .usage, "The header is not a line of CSV: a quote does not close, or it is too long.")
    case .coordinatesMissing(let columns):
      self.init("columns_missing", .usage) {
        "No columns hold the coordinates; name them with --lat-column and --lng-column, or call one that holds both 'at'. "
          + "A column of addresses or names does too: --near-column. \(Self.list(columns))"
      }
    case .subjectMissing(let columns):
      self.init("columns_missing", .usage) {
        "Say what to search for: a category with -c, text with -q, or columns 'category' or 'query'. "
          + Self.list(columns)
      }
    case .columnMissing(let name, let columns):
      self.init("columns_missing", .usage, "There is no column '\(name)'. \(Self.list(columns))")
    case .columnTwice(let name):
      self.init("columns_ambiguous", .usage, "Two columns are called '\(name)'; rename one of them.")
    }
  }

  private static func list(_ columns: [String], called name: String = "The columns are") -> String {
    let shown = columns.prefix(20).map { "'\($0.prefix(40))'" }.joined(separator: ", ")
    return "\(name) \(shown)\(columns.count > 20 ? " and \(columns.count - 20) more" : "")."
  }

  private init(_ error: BatchOutputError, rows: Int, canResume: Bool) {
    switch error {
    case .unwritable(let path, let reason):
      self.init("output_failed", .fileFailed) {
        Self.message("Could not write to \(path): \(reason).", rows: rows, isAtMost: true, canResume: canResume)
      }
    case .unreadable(let path, let reason):
      self.init("output_failed", .fileFailed) {
        Self.message(
          "Could not read \(path) to resume it: \(reason).",
          rows: rows,
          isAtMost: true,
          canResume: canResume
        )
      }
    case .brokenPipe: self.init("reader_gone", .brokenPipe, "Broken pipe.")
    case .displaced(let path):
      self.init("output_failed", .fileFailed) {
        "\(path) was moved, deleted or replaced while the run was writing to it, so the run has ended. "
          + (canResume ? "Put it back and run the same command with --resume, or name" : "Name") + " another file."
      }
    case .busy(let path):
      self.init("output_busy", .fileFailed, retryable: true) {
        "Another run is writing to \(path); wait until it finishes."
      }
    case .exists(let path):
      self.init("file_exists", .fileFailed) {
        "\(path) already exists; use --resume to continue it, or --force to overwrite it."
      }
    case .sameAsInput(let path):
      self.init("output_is_input", .usage, "\(path) is also the input, which would be overwritten; name another file.")
    case .notRecords(let path):
      self.init("output_not_records", .usage, "\(path) does not hold the records of a batch; name another file.")
    case .notResumable(let path):
      self.init("output_not_resumable", .usage, "\(path) is not a regular file, which --resume needs.")
    case .otherSource(let path, let earlier, let now):
      self.init("output_of_other_source", .usage) {
        "The answers in \(path) come from \(Self.name(of: earlier)); now \(Self.name(of: now)) would answer. Choose the "
          + "same source (a key, --source, --index), name another --output, or start again with --force in place of --resume."
      }
    case .otherQueries(let path, let difference):
      self.init("output_of_other_questions", .usage) {
        "\(path) answers other queries: \(Self.sentence(difference)). Give the options of the run that wrote it or name "
          + "another --output; --prune deletes such records."
      }
    case .wouldLose(let path, let losses): self.init("output_would_lose_records", .usage, Self.sentence(losses, path))
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
