/// The exit statuses of the program; scripts rely on them.
enum ExitStatus: Int32, CaseIterable, Sendable {
  case success = 0
  case fileFailed = 1
  case usage = 2
  case keyRefused = 3
  case quotaExhausted = 4
  case unreachable = 5
  case someRowsFailed = 6
  case untrustworthy = 7
  case incomplete = 8
  case nothingFound = 9
  case hungUp = 129
  case interrupted = 130
  case brokenPipe = 141
  case terminated = 143

  /// The condition for this status, for the help.
  var summary: String {
    switch self {
    case .success: "answered, also when nothing was found"
    case .fileFailed: "a file could not be written or read, libcurl is missing, or a check of doctor failed"
    case .usage: "invalid usage or input"
    case .keyRefused: "no source of places, or a key that is missing or refused"
    case .quotaExhausted: "quota or --budget used up"
    case .unreachable: "service unreachable or failing after retries: trying later may help"
    case .someRowsFailed: "batch finished, or stopped by --max-errors: some rows failed; fetch --update: some indexes"
    case .untrustworthy: "unusable data: an unreadable response, a damaged index"
    case .incomplete: "incomplete, with --require-complete, or not proven nearest, with --require-nearest"
    case .nothingFound: "nothing found: with --fail-empty, or no place with a name or an ID"
    case .hungUp: "hangup: SIGHUP"
    case .interrupted: "interrupted: Ctrl-C"
    case .brokenPipe: "broken pipe: SIGPIPE"
    case .terminated: "terminated: SIGTERM"
    }
  }
}
