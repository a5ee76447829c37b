import Domain

extension FileFailure {
  /// The failure of a command that reads or writes a file.
  var failure: Failure {
    switch reason {
    case .exists: Failure(.fileExists, "\(path) already exists. Use \(.force) to overwrite it.")
    case .isDirectory: Failure(.fileIsDirectory, "\(path) is a directory. Name a file.")
    case .isPipe:
      Failure(.fileFailed, "\(path) is a named pipe. Pass a file, or pipe the data to standard input.")
    case .isNotRegularFile: Failure(.fileFailed, "\(path) is a device or a pipe. An index needs a regular file.")
    case .tooLarge(let limit): Failure(.fileTooLarge, "\(path) is larger than \(limit) bytes, the maximum.")
    case .unreadable(let reason): Failure(.fileFailed, "Could not read \(path): \(reason).")
    case .inputUnreadable(let reason): Failure(.inputUnreadable, "Could not read \(path): \(reason).")
    case .unwritable(let reason): Failure(.fileFailed, "Could not write \(path): \(reason).")
    case .brokenPipe: .readerGone
    case .noOpener, .notOpened: Failure(.pageNotOpened, "Could not show \(path): \(openingProblem).")
    case .isInput, .busy, .displaced, .notResumable, .notRecords, .otherSource, .otherQueries, .wouldLose:
      outputFailure(rows: 0, nil)
    }
  }

  /// The failure of a write; the output may be incomplete.
  var partialOutput: Failure {
    guard case .unwritable(let reason) = reason else { return failure }
    return Failure(.outputFailed, "Could not write to \(path): \(reason). The output is incomplete.")
  }

  /// The failure of a write to a file that would have appeared when complete.
  var wholeOutput: Failure {
    guard case .unwritable(let reason) = reason else { return failure }
    return Failure(.outputFailed, "Could not write \(path): \(reason). An existing file is unchanged.")
  }

  /// Returns the failure to read a key file.
  ///
  /// Its name may be the key, so it isn't shown.
  func keyFileNotRead(_ key: ServiceKey) -> Failure {
    let reason = if case .unreadable(let reason) = reason { reason } else { "it isn't a file" }
    return Failure(
      .fileFailed,
      """
      Could not read the file of \(.keyFile): \(reason). Name a file that contains the \(key.term); the key itself \
      can't be an argument.
      """
    )
  }

  /// The failure to open a page that was written.
  var pageNotOpened: Failure {
    Failure(.pageNotOpened, "The page is at \(path), but \(openingProblem). Open it in a browser.")
  }

  private var openingProblem: String {
    guard case .notOpened(let program, let status) = reason else {
      return "there is no program to open it with (xdg-open)"
    }
    return "\(program) could not open it (exit status \(status))"
  }

  // MARK: - Records of a batch

  /// Returns the failure of a batch whose output can't be written or resumed; at most `rows` rows have a record.
  func outputFailure(rows: Int, _ resumption: Resumption?) -> Failure {
    switch reason {
    case .unwritable(let reason):
      Failure(.outputFailed, "Could not write to \(path): \(reason).").afterAtMost(rows, resumption)
    case .unreadable(let reason):
      Failure(.outputFailed, "Could not read \(path) to resume it: \(reason).").afterAtMost(rows, resumption)
    case .brokenPipe: .readerGone
    case .displaced:
      Failure(
        .outputFailed,
        """
        \(path) was moved, deleted or replaced during the run, so the run has ended. \
        \(resumption.map { "Put it back and run the same command with \($0.option), or name" } ?? "Name") another file.
        """
      )
    case .busy: Failure(.outputBusy, "Another run is writing to \(path). Wait until it ends.")
    case .exists:
      Failure(.fileExists, "\(path) already exists. Use \(.resume) to continue it, or \(.force) to overwrite it.")
    case .isInput: .isRead(path: path, .input)
    case .notRecords:
      Failure(
        .outputNotRecords,
        """
        \(path) doesn't begin like the output of this command. Pass the options of the run that wrote it, or name \
        another file.
        """
      )
    case .notResumable:
      Failure(.outputNotResumable, "\(path) isn't a regular file, which \(.resume) needs. Name another file.")
    case .otherSource(let earlier, let now): otherSource(earlier, now)
    case .otherQueries(let difference):
      Failure(
        .outputOfOtherQueries,
        """
        \(path) has the results of other queries: \(difference.clause). Pass the options of the run that wrote it, or \
        name another \(.output); \(.prune) deletes such records.
        """
      )
    case .wouldLose(let losses): losses.failure(path: path)
    case .inputUnreadable, .noOpener, .notOpened, .isDirectory, .isNotRegularFile, .isPipe, .tooLarge: failure
    }
  }

  private func otherSource(_ earlier: RecordSource, _ now: RecordSource) -> Failure {
    Failure(
      .outputOfOtherSource,
      """
      The results in \(path) come from \(earlier.title); this run uses \(now.title). Choose the same source (a key, \
      \(.source), \(.index)), name another \(.output), or start again with \(.force) in place of \(.resume).
      """
    )
  }
}

extension RecordSource {
  fileprivate var title: String { attribution.map { "\(name) (\($0))" } ?? name }
}

extension RecordDifference {
  fileprivate var clause: String {
    guard let now else { return "row \(row) is no longer a valid query" }
    return "in the record of row \(row), \(member) is \(Self.short(earlier)) and would now be \(Self.short(now))"
  }

  private static func short(_ text: String) -> String { text.count > 60 ? text.prefix(60) + "…" : text }
}

extension RecordLosses {
  /// Returns the failure to resume an output, some of whose lines would be deleted.
  fileprivate func failure(path: String) -> Failure {
    var parts: [String] = []
    if results > 0 {
      parts.append(
        "\(counted(results, "record")) of \(path) \(results == 1 ? "belongs" : "belong") to no row of the input"
      )
    }
    if otherLines > 0 {
      parts.append(
        "\(counted(otherLines, "line")) of \(path) \(otherLines == 1 ? "isn't a record" : "aren't records") of this run"
      )
    }
    let isOne = results + otherLines == 1
    return Failure(
      .outputWouldLoseRecords,
      """
      \(parts.joined(separator: ", and ")), and would be deleted. Nothing was changed. Pass the whole input with the \
      same options, name another \(.output), or delete \(isOne ? "it" : "them") with \(.prune).
      """
    )
  }
}
