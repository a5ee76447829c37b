import Domain

/// The proof that the order of a response gives about a swept cell.
enum SweepProof: Sendable, Hashable {
  /// Everything nearer to the origin than this distance in metres was seen.
  ///
  /// `isFine` means that the places seem to be sorted by exact distances.
  case seenUpTo(meters: Double, isFine: Bool)
  /// The places aren't sorted by distance from the origin, so nothing is proven.
  case unordered

  /// The tolerance between computed and reported distances within one response in metres.
  ///
  /// A constant difference does no harm, because the position of the line is computed from the places. The remaining
  /// difference is rounding: less than 0.1 in 5,449 recorded distances, plus a margin of half as much.
  private static let toleranceInMeters = 0.15
  /// The tolerance if the order itself shows that both distances agree.
  private static let fineToleranceInMeters = 0.02
  /// The maximum number of documents at the end of a page that have been observed out of order.
  static let unorderedTailCount = 4
  /// The number of neighbours with the same reported metre whose order shows that the service sorts by finer distances
  /// than it reports.
  ///
  /// By chance, they would be in this order once in a thousand times.
  private static let minimumTieCount = 10

  /// Examines the places of consecutive pages in the order of the response.
  ///
  /// - Parameters:
  ///   - pages: The pages.
  ///   - origin: The origin of the distances.
  ///   - unorderedTailCount: The number of documents at the end of a page, 0...4, that may be out of order: their order
  ///     proves nothing, and if they are out of order, nothing after them is proven.
  init(pages: [[FoundPlace]], origin: Coordinate, unorderedTailCount: Int = 0) {
    let projected = ProjectedPoint(origin).asCenter
    var highest = -1.0
    var proven: Double?
    var least = Double.infinity
    var most = -Double.infinity
    var fine = FineOrder()
    // The farthest document at the end of the previous page; the next page must not begin with a nearer one.
    var tail = -1.0
    for page in pages {
      if let first = page.first?.distance?.meters, first < tail { proven = proven ?? highest }
      tail = highest
      for (index, found) in page.enumerated() {
        guard let meters = found.distance?.meters else {
          self = .unordered
          return
        }
        let exact = projected.distance(to: ProjectedPoint(found.place.coordinate))
        least = min(least, meters - exact)
        most = max(most, meters - exact)
        if index >= page.count - unorderedTailCount {
          if meters < tail { proven = proven ?? highest }
          tail = max(tail, meters)
          continue
        }
        fine.take(reported: meters, exact: exact)
        if meters < highest {
          // A few documents at the end of a page may be out of order; the order is valid up to the first of them.
          guard index >= page.count - Self.unorderedTailCount else {
            self = .unordered
            return
          }
          proven = proven ?? highest
        } else if proven == nil || index < page.count - Self.unorderedTailCount {
          highest = meters
        }
      }
    }
    // Truncation to whole metres causes a spread of one metre. A spread of several metres means another origin or
    // another formula.
    guard highest >= 0, most - least < 8 else {
      self = .unordered
      return
    }
    let reported = (proven ?? highest) - most - Self.toleranceInMeters
    let meters = fine.holds ? max(reported, fine.highest - Self.fineToleranceInMeters) : reported
    self = .seenUpTo(meters: meters, isFine: fine.isLikely)
  }

  /// Detects whether places are sorted by distances down to the centimetre.
  ///
  /// The service reports whole metres only. If many places have the same reported metre and are still in the order of
  /// computed distances, the service sorts by finer distances. The last place then proves everything up to a centimetre
  /// before it.
  private struct FineOrder {
    /// The greatest distance so far in metres.
    var highest = -1.0
    private var reported = -1.0
    private var ties = 0
    private var isBroken = false

    /// Whether the order is likely: there is some evidence for it and none against it.
    var isLikely: Bool { !isBroken && ties >= 2 }
    /// Whether the order is certain.
    var holds: Bool { !isBroken && ties >= SweepProof.minimumTieCount }

    /// Adds the next place, with its reported and its computed distance in metres.
    mutating func take(reported meters: Double, exact: Double) {
      if exact < highest - SweepProof.fineToleranceInMeters / 2 { isBroken = true }
      if meters == reported, exact > highest + SweepProof.fineToleranceInMeters { ties += 1 }
      highest = max(highest, exact)
      reported = meters
    }
  }
}
