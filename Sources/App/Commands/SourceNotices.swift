import Domain

/// What `--verbose` prints about a source: which one it is, its key, and each request with its result.
struct SourceNotices: Sendable {
  /// The source that was chosen.
  let source: SourceArguments

  /// Which source is asked, and why.
  var sentence: String {
    switch source.route {
    case .service(let service): "asking \(source.options.endpoint ?? service.address) with \(source.keyOrigin)"
    case .index(let path): "answering from \(path), \(source.indexOrigin)"
    case .sample, nil:
      source.options.choice == .sample
        ? "answering from the bundled sample" : "answering from the bundled sample, as there is no index and no key"
    }
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
