import Domain

/// What is said on standard error beside an answer.
struct AnswerNotices: Sendable {
  /// The query.
  let asked: AskedQuery
  /// The answer.
  let answer: Answer
  /// Requests that the query might cost; `nil` for no bound.
  let maximumRequests: Int?
  /// How long it took.
  let elapsed: Duration

  /// What nobody may overlook about the sample, and the two ways out of it.
  static let sampleWarning =
    "the bundled sample, made-up places around \(SourceConfiguration.sampleCenter); for real ones set KAKAO_REST_API_KEY, "
    + "or build an index: placefind index build FILE"

  /// What is said before the answer is printed.
  func beforehand(isVerbose: Bool) -> [String] {
    var sentences: [String] = []
    if answer.provenance.source == .sample {
      sentences.append("this answer comes from \(Self.sampleWarning)")
    }
    if let reading = answer.provenance.reading { sentences += ErrorReport.sentences(for: reading) }
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

  /// What is said after the answer: that it is empty, that it holds less than was asked for, or that there is more.
  ///
  /// - Parameters:
  ///   - isTableOnTerminal: Whether a person looks at a table, which has no room for it.
  ///   - omission: What the table had no room for.
  /// - Returns: The sentences, none when the answer is what was asked for.
  func afterwards(isTableOnTerminal: Bool, omission: Table.Omission) -> [String] {
    if answer.places.isEmpty, answer.totalCount == 0 {
      return [EmptyAnswer(query: asked.query, source: answer.provenance.source, page: answer.page?.request).sentence]
    }
    if !answer.isComplete, isLessThanWanted { return [partialAnswer.sentence] }
    guard isTableOnTerminal else { return [] }
    let more = "\(answer.places.count) of \(counted(answer.totalCount, "place")); --limit all gives every one"
    let parts = (answer.isComplete ? [] : [more]) + (omission.isNone ? [] : [Self.sentence(for: omission)])
    return parts.isEmpty ? [] : [parts.joined(separator: "; ")]
  }

  /// What a narrow window leaves out of a table, and how to get it.
  private static func sentence(for omission: Table.Omission) -> String {
    let columns = omission.columns.isEmpty ? nil : "\(omission.columns.joined(separator: " and ")) left out"
    let cells = omission.cutCells == 0 ? nil : "\(counted(omission.cutCells, "value")) cut"
    let parts = [columns, cells].compactMap(\.self)
    return "\(parts.joined(separator: ", ")) to fit the terminal; -f json shows everything, --fields chooses columns"
  }

  /// What of the answer is missing, and why.
  var partialAnswer: PartialAnswer {
    let isSpent = maximumRequests.map { answer.provenance.requests >= $0 } ?? false
    return PartialAnswer(
      returned: answer.places.count,
      totalCount: answer.totalCount,
      maximumRequests: isSpent ? maximumRequests : nil,
      earlyEnd: answer.earlyEnd,
      isUnlimited: limit == .all
    )
  }

  /// Whether more was asked for than there is, and more matches.
  private var isLessThanWanted: Bool {
    guard let limit else { return answer.places.isEmpty }
    return limit.count.map { answer.places.count < $0 } ?? true
  }

  private var limit: PlaceLimit? {
    guard case .collection(let limit) = asked.amount else { return nil }
    return limit
  }
}

/// An answer that holds less than there is.
struct PartialAnswer: Sendable, Hashable {
  /// How many places it holds.
  let returned: Int
  /// How many places match, as far as the source says.
  let totalCount: Int
  /// The bound for its own requests, where they were used up.
  let maximumRequests: Int?
  /// What else ended the search; `nil` for nothing.
  let earlyEnd: PlaceCollection.EarlyEnd?
  /// Whether every place was asked for.
  let isUnlimited: Bool

  /// How much is missing, why, and what may help.
  var sentence: String {
    // A search that was cut short may not have counted all there is.
    if earlyEnd != nil || maximumRequests != nil, returned >= totalCount {
      return "only \(counted(returned, "place")) available: \(advice)"
    }
    guard returned < totalCount else {
      return
        "the counts of the source contradict each other, so the \(counted(returned, "place")) may not "
        + "be all; try again, or ask for a smaller area"
    }
    return "only \(returned) of \(counted(totalCount, "place")) available: \(advice)"
  }

  /// Why, and what may help.
  var advice: String {
    if let maximumRequests { return spent(maximumRequests, of: "--max-requests") }
    switch earlyEnd {
    case .budgetSpent(let requests): return spent(requests, of: "--budget")
    case .timeUp:
      return "the time limit was reached; a longer --timeout, a larger --rate or a smaller area gives the rest"
    case nil:
      return isUnlimited
        ? "the source shows no more of this area; a smaller one, or --bbox, may give the rest"
        : "the source shows no more; --limit all, or a smaller area, may give the rest"
    }
  }

  private func spent(_ requests: Int, of option: String) -> String {
    "the \(counted(requests, "request")) of \(option) \(requests == 1 ? "is" : "are") used up; a larger number or a "
      + "smaller area gives the rest"
  }
}

/// An answer without a place.
struct EmptyAnswer: Sendable, Hashable {
  /// The asked.
  let query: PlaceQuery
  /// Who answered.
  let source: Provenance.Source
  /// The page asked for; `nil` for a collection.
  let page: PageRequest?

  /// Metres that Kakao looks at most; a larger radius would be refused.
  private static let farthestOfKakao = 20_000.0

  /// That nothing was found, and what may help.
  var sentence: String {
    var advice: [String] = []
    if let page, page.number > 1 { advice.append("an earlier page than \(page.number)") }
    switch query.area {
    case .circle(_, let radius):
      let farthest = source == .kakao ? Self.farthestOfKakao : SearchRadius.maximum.meters
      if radius.meters < farthest { advice.append("a larger --radius than \(DistanceText.short(radius.distance))") }
    case .anywhere: break
    case .box: advice.append("a larger --bbox")
    }
    switch (query.text, query.categories.isEmpty) {
    case (_?, false): advice.append("one of -c and -q alone")
    case (_?, true): advice.append("a different or shorter text")
    case (nil, _): break
    }
    switch source {
    case .sample: advice.append("a point near \(SourceConfiguration.sampleCenter), where the sample lies")
    case .index: advice.append("another index (`placefind index info` tells what area one covers)")
    case .kakao: break
    }
    return advice.isEmpty ? "nothing found" : "nothing found; \(advice.joined(separator: ", or ")) may find something"
  }
}
