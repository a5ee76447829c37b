import Domain

/// A result with missing places.
struct PartialAnswer: Sendable, Hashable {
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
  /// The number of places that were dropped because they belong to another query.
  let droppedCount: Int
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
    droppedCount = collection.droppedCount
    reachableCount = collection.provenance.source.service?.reachableCount
  }

  /// Says how many places are missing, why, and what may help.
  var sentence: String {
    if limit == .nothing { return sentenceOfCount }
    let count = counted(places: returned, of: totalCount, isComplete: false)
    // A search that ended early may not have counted all places.
    if earlyEnd != nil || maximumRequests != nil, returned >= totalCount ?? 0 {
      return "only \(counted(returned, "place")) available: \(advice)"
    }
    if let gap {
      return returned < totalCount ?? 0
        ? "only \(count): \(gap.sentence)" : "\(counted(returned, "place")) found; \(gap.sentence)"
    }
    guard let totalCount else { return "only \(counted(returned, "place")) available: \(advice)" }
    guard returned < totalCount else {
      let found = "\(counted(returned, "place")) found"
      guard !hasCrowdedSpot else { return "\(found); \(advice)" }
      return "\(found); the counts of the source don't prove that these are all"
    }
    let isLimited = earlyEnd == nil && maximumRequests == nil && (limit.page != nil || limit.count == returned)
    return isLimited ? "\(count); --limit all shows every one" : "only \(count) available: \(advice)"
  }

  /// The warning if only the count was requested and more places may match.
  private var sentenceOfCount: String {
    let count = totalCount.map { "\(counted($0, "place")) counted" } ?? "the places were not counted"
    let isCut = earlyEnd != nil || maximumRequests != nil
    let why = isCut ? advice : gap?.sentence ?? "--limit all finds every one that the source shows"
    return "\(count), and places may be missing: \(why)"
  }

  /// A sentence about nearer places that may be missing: the reason and the remedy.
  var nearestSentence: String {
    let reason: String
    if let gap, earlyEnd == nil, maximumRequests == nil {
      reason = gap.sentence
    } else if droppedCount > 0 {
      reason = "\(counted(droppedCount, "place")) with a wrong distance, coordinate or category were left out"
    } else {
      reason = advice
    }
    return "Nearer places may be missing: \(reason)."
  }

  /// The reason, and what may help.
  var advice: String {
    if let maximumRequests { return spent(maximumRequests, of: "--max-requests") }
    switch earlyEnd {
    case .budgetSpent(let requests): return spent(requests, of: "--budget")
    case .maximumSent(let requests): return spent(requests, of: "--max-requests")
    case .stopped: return "the search was stopped; searching again may give the rest"
    case .unanswered:
      return
        "the service didn't answer for a part of the area; try again later, or search a smaller area"
    case .putOff(let wait, let isAsked):
      let time = TimeFormatter.wait(wait) ?? "0 s"
      let cause = isAsked ? "the service asks to wait \(time)" : "the service is busy and is left alone for \(time)"
      return "\(cause), longer than the time left; trying again after that, or a longer --timeout, may give the rest"
    case .timeUp:
      return "the time limit was reached; a longer --timeout, a larger --rate or a smaller area gives the rest"
    case nil where hasCrowdedSpot:
      let most = reachableCount.map { "more than \($0) places" } ?? "many places"
      return
        "\(most) share one coordinate, and the source returns no more there; -q with a part of their names finds others"
    case nil:
      return limit == .all
        ? "the source shows no more of this area; a smaller one, or --bbox, may give the rest"
        : "the source shows no more; --limit all, or a smaller area, may give the rest"
    }
  }

  private func spent(_ requests: Int, of option: String) -> String {
    "the \(Self.spent(requests, of: option)); a larger number or a smaller area gives the rest"
  }

  /// Says that all requests of an option are used up.
  static func spent(_ requests: Int, of option: String) -> String {
    "\(counted(requests, "request")) of \(option) \(requests == 1 ? "is" : "are") used up"
  }
}
