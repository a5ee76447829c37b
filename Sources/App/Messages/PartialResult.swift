import Domain

/// A result with missing places.
struct PartialResult: Sendable, Hashable {
  /// The number of returned places.
  var returned: Int
  /// The total number of matches, if the source reports it.
  var totalCount: Int?
  /// The limit of `--max-requests` if it was reached.
  let maximumRequests: Int?
  /// Another reason why the search ended early; `nil` if there is none.
  let earlyEnd: PlaceCollection.StopReason?
  /// Whether one spot has more places than the source returns for it.
  let hasCrowdedSpot: Bool
  /// The requested places.
  let limit: PlaceLimit

  /// The part of the query that the source can't answer.
  let gap: PlaceCollection.Gap?
  /// The sentence about the places that were dropped because they belong to another query; `nil` if there are none.
  private let droppedSentence: Message?
  /// The sentence about the places with unknown opening hours, if only one of them may be nearer.
  private let undecidedSentence: Message?
  /// The number of places that the source returns for one spot; `nil` if unknown.
  private let reachableCount: Int?

  init(_ collection: PlaceCollection, maximumRequests: Int?, limit: PlaceLimit) {
    returned = collection.places.count
    totalCount = collection.totalCount
    self.maximumRequests = maximumRequests
    self.limit = limit
    earlyEnd = collection.earlyEnd
    hasCrowdedSpot = collection.hasCrowdedSpot
    gap = collection.gap
    droppedSentence = collection.droppedSentence
    undecidedSentence = collection.mayLackUndecided ? collection.undecidedNotice?.message : nil
    reachableCount = collection.provenance.source.service?.reachableCount
  }

  /// Says how many places are missing, why, and what may help.
  var sentence: Message {
    if limit == .nothing { return sentenceOfCount }
    let count = counted(places: returned, of: totalCount)
    // A search that ended early may not have counted all places.
    if earlyEnd != nil || maximumRequests != nil, returned >= totalCount ?? 0 { return found(returned) }
    if let gap {
      return returned < totalCount ?? 0
        ? "Only \(count). \(gap.sentence)" : "\(counted(returned, "place")) found. \(gap.sentence)"
    }
    guard let totalCount else { return found(returned) }
    guard returned < totalCount else {
      let found = "\(counted(returned, "place")) found."
      return hasCrowdedSpot
        ? "\(found) \(advice)" : "\(found) The counts of the source don't prove that these are all."
    }
    let isLimited = earlyEnd == nil && maximumRequests == nil && (limit.page != nil || limit.count == returned)
    guard isLimited else { return "Only \(count) \(verb(totalCount)) found. \(advice)" }
    if let page = limit.page, page.number > 1, returned == 0 {
      let matches = "\(counted(totalCount, "place")) \(totalCount == 1 ? "matches" : "match")"
      return "Page \(page.number) is empty: \(matches). Use an earlier page, or \(largerLimit)."
    }
    return "\(count). \(everyPlace)"
  }

  private func found(_ count: Int) -> Message {
    "Only \(counted(count, "place")) \(verb(count)) found. \(advice)"
  }

  private func verb(_ count: Int) -> String { count == 1 ? "was" : "were" }

  /// Advice on getting every place.
  var everyPlace: Message { "Use \(largerLimit) for all of them." }

  /// The options for every place; a page excludes them.
  private var largerLimit: Message {
    let isSized = limit.page.map { $0.size != PageLimits.standard.sizes.upperBound } ?? false
    let paging: Message = isSized ? "\(.page) and \(.size)" : "\(.page)"
    let place: Message = limit.page == nil ? "" : " in place of \(paging)"
    return "\(terminal: "\(.limit) all\(place)", agent: "a larger limit")"
  }

  /// The warning if only the count was requested and more places may match.
  private var sentenceOfCount: Message {
    let count = totalCount.map { "\(counted($0, "place")) counted." } ?? "The places were not counted."
    let isCut = earlyEnd != nil || maximumRequests != nil
    let why = isCut ? advice : gap?.sentence ?? everyPlace
    return "\(count) Places may be missing. \(why)"
  }

  /// A sentence about nearer places that may be missing: the reason and the remedy.
  var nearestSentence: Message {
    if let undecidedSentence { return "A nearer place may be open. \(undecidedSentence)" }
    let reason: Message
    if let gap, earlyEnd == nil, maximumRequests == nil {
      reason = gap.sentence
    } else if let droppedSentence {
      reason = droppedSentence
    } else {
      reason = advice
    }
    return "Nearer places may be missing. \(reason)"
  }

  /// The reason, and what may help.
  var advice: Message {
    if let maximumRequests { return spent(maximumRequests, of: .maxRequests) }
    switch earlyEnd {
    case .budgetSpent(let requests): return spent(requests, of: .budget)
    case .maximumSent(let requests): return spent(requests, of: .maxRequests)
    case .stopped: return "The search was stopped. Search again for the remaining places."
    case .noResponse:
      return "The service didn't respond for a part of the area. Try again later, or search a smaller area."
    case .putOff(let wait, let isRequested):
      let time = TimeFormatter.wait(wait) ?? "0 s"
      let cause =
        isRequested ? "The service asks to wait \(time)" : "The service is busy, so no request is sent for \(time)"
      return "\(cause), longer than the time left. Try again after that, or with a longer \(.timeout)."
    case .timeUp:
      return
        "The time limit was reached. Use a longer \(.timeout), a larger \(.rate) or a smaller area for the rest."
    case nil where hasCrowdedSpot:
      let most = reachableCount.map { "More than \($0) places" } ?? "Many places"
      return """
        \(most) share one coordinate, and the source returns no more there. Use \(short: .query) with a part of their \
        names to find others.
        """
    case nil:
      return limit == .all
        ? "The source returns no more places of this area. Search smaller areas for the rest."
        : "The source returns no more places. Use \(largerLimit), or a smaller area, for the rest."
    }
  }

  private func spent(_ requests: Int, of option: Option) -> Message {
    "\(Self.spent(requests, of: option)) Use \(terminal: "a larger number or ")a smaller area for the rest."
  }

  /// Says that all requests of an option are used up.
  static func spent(_ requests: Int, of option: Option) -> Message {
    // The server has no such option, but a limit for each call.
    let name: Message = option == .maxRequests ? "\(terminal: "\(option)", agent: "a call")" : "\(option)"
    return "The \(counted(requests, "request")) of \(name) \(requests == 1 ? "is" : "are") used up."
  }
}
