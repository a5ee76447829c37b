extension ExitStatus {
  /// Returns the condition for this status, for the help.
  ///
  /// - Parameter isAccepted: Whether the help is for a command with an option.
  /// - Returns: The condition.
  func summary(accepting isAccepted: (Option) -> Bool) -> String {
    switch self {
    case .success: isAccepted(.failEmpty) ? "answered, also when nothing was found" : "answered"
    case .fileFailed: "a file could not be written or read, libcurl is missing, or a check of doctor failed"
    case .usage: "invalid usage or input"
    case .keyRefused: "no source of places, or a key that is missing or refused"
    case .quotaExhausted: isAccepted(.budget) ? "quota or --budget used up" : "quota used up"
    case .unreachable: "service unreachable or failing after retries: trying later may help"
    case .someRowsFailed:
      [
        isAccepted(.maxErrors) ? "some rows are invalid or failed, also if --max-errors stopped the batch" : nil,
        isAccepted(.update) ? "fetch --update: some indexes weren't updated" : nil,
      ].compactMap(\.self).joined(separator: "; ")
    case .untrustworthy: "unusable data: an unreadable response, a damaged index"
    case .incomplete: "incomplete, with --require-complete, or not proven nearest, with --require-nearest"
    case .nothingFound:
      isAccepted(.failEmpty)
        ? "nothing found: with --fail-empty, or no place with a name or an ID" : "no place with that name or ID"
    case .hungUp: "hangup: SIGHUP"
    case .interrupted: "interrupted: Ctrl-C"
    case .brokenPipe: "broken pipe: SIGPIPE"
    case .terminated: "terminated: SIGTERM"
    }
  }
}
