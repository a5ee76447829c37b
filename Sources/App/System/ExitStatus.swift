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
}
