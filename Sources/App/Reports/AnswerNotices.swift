import Domain

/// What is said on standard error beside an answer.
struct AnswerNotices: Sendable {
  /// The answer.
  let answer: Answer
  /// The form it is printed in.
  let format: OutputFormat
  /// How long it took.
  let elapsed: Duration

  /// What nobody may overlook about the sample.
  static let sampleWarning =
    "the bundled sample, whose places are made up; set KAKAO_REST_API_KEY or name an --index for real ones"

  /// What is said before the answer is printed.
  func beforehand(isVerbose: Bool) -> [String] {
    var sentences: [String] = []
    if answer.provenance.source == .sample {
      sentences.append("this answer comes from \(Self.sampleWarning)")
    }
    if isVerbose {
      sentences.append(
        "\(answer.provenance.source.rawValue) answered \(answer.places.count) of "
          + "\(counted(answer.totalCount, "place")) in \(DurationText.text(of: elapsed)) "
          + "with \(counted(answer.provenance.requests, "request"))"
      )
      if let attribution = answer.provenance.attribution { sentences.append(attribution) }
    }
    return sentences
  }

  /// What a person is told under a table, which itself has no room for it.
  func afterwards(isTerminal: Bool) -> [String] {
    guard format == .table else { return [] }
    if answer.places.isEmpty { return ["nothing found"] }
    guard isTerminal, !answer.isComplete else { return [] }
    return ["\(answer.places.count) of \(counted(answer.totalCount, "place")); --limit all gives every one"]
  }
}
