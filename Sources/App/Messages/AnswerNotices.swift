import Domain

/// The messages on standard error about an answer.
struct AnswerNotices: Sendable {
  let asked: AskedQuery
  let answer: Answer
  /// The limit of `--max-requests`; `nil` for none.
  let maximumRequests: Int?
  /// How long it took.
  let elapsed: Duration
  /// The services that can be asked instead of the sample.
  let services: [Service]

  /// What the sample is, and how to get real places.
  static func sampleWarning(_ services: [Service]) -> String {
    "the bundled sample, made-up places around \(SourceConfiguration.sampleCenter); for real ones \(services.advice)"
  }

  /// The messages before the answer.
  func beforehand(isVerbose: Bool) -> [String] {
    var sentences: [String] = []
    if answer.provenance.source == .sample {
      sentences.append("this answer comes from \(Self.sampleWarning(services))")
    }
    if answer.droppedCount > 0 {
      sentences.append(
        "\(counted(answer.droppedCount, "place")) left out: the distance, the coordinates or the category belongs to "
          + "another question; check the address of the service, or a proxy in between"
      )
    }
    sentences += asked.query.categories.compactMap { meaning(of: $0) }
    if let reading = answer.provenance.reading { sentences += Failure.sentences(for: reading) }
    if isVerbose {
      sentences.append(
        "\(answer.provenance.source.name) answered \(answer.places.count) of "
          + "\(answer.totalCount.map { counted($0, "place") } ?? "an unknown number of places") in \(DurationParser.text(of: elapsed)) "
          + "with \(counted(answer.provenance.requests, "request"))"
          + (cached.map { ", \($0)" } ?? "")
      )
      if let attribution = answer.provenance.attribution { sentences.append(attribution) }
      if let time = answer.provenance.dataTime { sentences.append("data of \(time)") }
    }
    return sentences
  }

  /// What a category means that is narrower than a group, or that the service calls otherwise.
  private func meaning(of category: PlaceCategory) -> String? {
    switch (category, category.meaning) {
    case (.kind(let kind), _):
      return kind.provenGroup.map { "\(kind.slug) is a kind of \($0.slug); -c \($0.slug) finds every kind" }
    case (.source(let word), let meaning?):
      guard case .service(let service) = answer.provenance.source, service.key != nil else { return nil }
      return "\(service.name) has no category \(word) and was asked for \(meaning.slug)"
    default: return nil
    }
  }

  /// The messages after the answer: that it is empty, that places are missing, or that there are more.
  ///
  /// - Parameters:
  ///   - saysRest: Whether places beyond the limit are mentioned.
  ///   - saysAge: Whether the age of a cached answer is.
  ///   - omission: What did not fit into the table.
  /// - Returns: The messages; none when the answer is as requested.
  func afterwards(saysRest: Bool, saysAge: Bool, omission: Table.Omission) -> [String] {
    let parts = missing(saysRest: saysRest, omission: omission) + (saysAge ? [cached] : [])
    let line = parts.compactMap(\.self).joined(separator: "; ")
    return line.isEmpty ? [] : [line]
  }

  private func missing(saysRest: Bool, omission: Table.Omission) -> [String?] {
    if answer.places.isEmpty, answer.totalCount ?? 0 == 0, answer.isComplete || answer.earlyEnd == nil {
      return [emptyAnswer.sentence]
    }
    if let gap = answer.gap, answer.earlyEnd == nil, !isLessThanWanted { return [gap.sentence] }
    if !answer.isComplete, isLessThanWanted { return [partialAnswer.sentence] }
    if answer.mayLackNearer { return ["places nearer than these may be missing: \(partialAnswer.advice)"] }
    let count = counted(places: answer.places.count, of: answer.totalCount, isComplete: false)
    let more = "\(count); --limit all shows every one"
    return [answer.isComplete || !saysRest ? nil : more, omission.isNone ? nil : Self.sentence(for: omission)]
  }

  /// That the answer comes from the cache, and its age.
  private var cached: String? {
    answer.provenance.age.map { age in
      let seconds = age.components.seconds
      let text = seconds < 60 ? "\(seconds) s" : seconds < 3_600 ? "\(seconds / 60) min" : "\(seconds / 3_600) h"
      return "cached \(text) ago"
    }
  }

  /// What did not fit into a narrow terminal, and how to see it.
  private static func sentence(for omission: Table.Omission) -> String {
    let columns = omission.columns.isEmpty ? nil : "\(omission.columns.joined(separator: " and ")) left out"
    let cells = omission.cutCells == 0 ? nil : "\(counted(omission.cutCells, "value")) cut"
    let parts = [columns, cells].compactMap(\.self)
    return "\(parts.joined(separator: ", ")) to fit the terminal; -f json shows everything, --fields chooses columns"
  }

  /// The answer without a place.
  var emptyAnswer: EmptyAnswer {
    EmptyAnswer(query: asked.query, source: answer.provenance.source, page: answer.page?.request, gap: answer.gap)
  }

  /// What is missing in the answer, and why.
  var partialAnswer: PartialAnswer {
    let isSpent = maximumRequests.map { answer.provenance.requests >= $0 } ?? false
    return PartialAnswer(
      answer.collection,
      maximumRequests: isSpent ? maximumRequests : nil,
      isUnlimited: limit == .all
    )
  }

  /// Whether fewer places were found than requested, although more match.
  private var isLessThanWanted: Bool {
    guard let limit else { return answer.places.isEmpty }
    return limit.count.map { answer.places.count < $0 } ?? true
  }

  private var limit: PlaceLimit? {
    guard case .collection(let limit) = asked.amount else { return nil }
    return limit
  }
}

extension PlaceCollection.Gap {
  var sentence: String {
    switch self {
    case .byWord: "the source has no such category and was asked for the word: places without it may be missing"
    case .beyondCoverage(let areas):
      "the area reaches beyond what the index covers (\(areas.map(\.coverageText).joined(separator: "; ")))"
    case .beyondCategories([.any]): "the index holds every place of the groups and kinds only: others may be missing"
    case .beyondCategories(let held):
      "the index holds every place of \(held.map(\.slug).joined(separator: ", ")) only: others may be missing"
    case .beyondBounds(let box): "the index has no places there; they lie within \(box.edgeText)"
    case .groupsOnly: "the source lists places of the 18 groups only: others are missing"
    }
  }
}

/// An answer in which places are missing.
struct PartialAnswer: Sendable, Hashable {
  /// How many places it has.
  var returned: Int
  /// How many places match, as far as the source says.
  var totalCount: Int?
  /// The limit of `--max-requests`, when it was reached.
  let maximumRequests: Int?
  /// What else ended the search; `nil` for nothing.
  let earlyEnd: PlaceCollection.StopReason?
  /// Whether one spot holds more places than the source shows of it.
  let hasCrowdedSpot: Bool
  /// Whether every place was requested.
  let isUnlimited: Bool

  /// What the source cannot find.
  let gap: PlaceCollection.Gap?

  init(_ collection: PlaceCollection, maximumRequests: Int?, isUnlimited: Bool) {
    (returned, totalCount) = (collection.places.count, collection.totalCount)
    (self.maximumRequests, self.isUnlimited) = (maximumRequests, isUnlimited)
    (earlyEnd, hasCrowdedSpot, gap) = (collection.earlyEnd, collection.hasCrowdedSpot, collection.gap)
  }

  /// How much is missing, why, and what may help.
  var sentence: String {
    // A search that ended early may not have counted every place.
    if earlyEnd != nil || maximumRequests != nil, returned >= totalCount ?? 0 {
      return "only \(counted(returned, "place")) available: \(advice)"
    }
    if let gap {
      let count = counted(places: returned, of: totalCount, isComplete: false)
      return returned < totalCount ?? 0
        ? "only \(count): \(gap.sentence)" : "\(counted(returned, "place")) found; \(gap.sentence)"
    }
    guard let totalCount else { return "only \(counted(returned, "place")) available: \(advice)" }
    guard returned < totalCount else {
      return
        "the counts of the source contradict each other, so places may be missing from these "
        + "\(returned); try again, or search a smaller area"
    }
    return "only \(returned) of \(counted(totalCount, "place")) available: \(advice)"
  }

  /// Why, and what may help.
  var advice: String {
    if let maximumRequests { return spent(maximumRequests, of: "--max-requests") }
    switch earlyEnd {
    case .budgetSpent(let requests): return spent(requests, of: "--budget")
    case .maximumSent(let requests): return spent(requests, of: "--max-requests")
    case .stopped: return "the search was stopped; searching again may give the rest"
    case .unanswered:
      return
        "the service did not answer for a part of the area; trying again later, or a smaller area, may give the rest"
    case .timeUp:
      return "the time limit was reached; a longer --timeout, a larger --rate or a smaller area gives the rest"
    case nil where hasCrowdedSpot:
      return
        "more than 45 places share one spot, where the source shows no more; -q with a part of their names gives others"
    case nil:
      return isUnlimited
        ? "the source shows no more of this area; a smaller one, or --bbox, may give the rest"
        : "the source shows no more; --limit all, or a smaller area, may give the rest"
    }
  }

  private func spent(_ requests: Int, of option: String) -> String {
    "the \(Self.spent(requests, of: option)); a larger number or a smaller area gives the rest"
  }

  /// That all requests of an option are used up.
  static func spent(_ requests: Int, of option: String) -> String {
    "\(counted(requests, "request")) of \(option) \(requests == 1 ? "is" : "are") used up"
  }
}

/// An answer without a place.
struct EmptyAnswer: Sendable, Hashable {
  let query: PlaceQuery
  /// The source that answered.
  let source: Provenance.Source
  /// The page asked for; `nil` for a collection.
  let page: PageRequest?
  /// What the source cannot find.
  let gap: PlaceCollection.Gap?

  /// That nothing was found, and what may help.
  var sentence: String {
    if let gap { return "nothing found; \(gap.sentence)" }
    var advice: [String] = []
    if let page, page.number > 1 { advice.append("an earlier page than \(page.number)") }
    switch query.area {
    case .circle(_, let radius):
      if radius.distance < source.service?.maximumRadius ?? SearchRadius.maximum.distance {
        advice.append("a larger --radius than \(DistanceFormatter.short(radius.distance))")
      }
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
    case .index: advice.append("another index (`placefind index info` shows the area of one)")
    case .service: break
    }
    return advice.isEmpty ? "nothing found" : "nothing found; \(advice.joined(separator: ", or ")) may find something"
  }
}
