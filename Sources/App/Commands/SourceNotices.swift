import Domain

/// What `--verbose` prints about a source: which one it is, its key, and each request with its result.
struct SourceNotices: Sendable {
  /// The source that was chosen.
  let source: SourceArguments

  /// Which source is asked, and why.
  var sentence: String {
    switch source.route {
    case .kakao: service
    case .index(let path): file(path)
    case .sample, nil:
      source.options.choice == .sample
        ? "answering from the bundled sample" : "answering from the bundled sample, as there is no index and no key"
    }
  }

  private var service: String {
    let key =
      switch source.keyOrigin {
      case .environment: "the key in \(EnvironmentVariable.key.rawValue)"
      case .file(let path): "the key in \(path == "-" ? "standard input" : path)"
      case nil: "no key"
      }
    return "asking \(source.options.endpoint ?? SourceConfiguration.standardEndpoint) with \(key)"
  }

  private func file(_ path: String) -> String {
    let origin =
      switch source.indexOrigin {
      case .option: "named by --index"
      case .environment: "named by \(EnvironmentVariable.index.rawValue)"
      case .defaultFile: "the default index"
      }
    return "answering from \(path), \(origin)"
  }

  static func sentences(for statistics: RequestStatistics) -> [String] {
    let sentences = statistics.attempts.enumerated().map { position, attempt in
      let outcome =
        switch attempt.outcome {
        case .status(let status): "HTTP \(status)"
        case .timedOut: "no response"
        case .unreachable: "no connection"
        case .refused: "unusable answer"
        }
      let again = attempt.isRetry ? ", tried again" : ""
      return "request \(position + 1)\(again): \(outcome) after \(DurationText.text(of: attempt.duration))"
    }
    let rest = statistics.requests - statistics.attempts.count
    return sentences + (rest > 0 ? ["and \(counted(rest, "more request"))"] : [])
  }
}
