import Domain

/// What the order of an answer proves about a swept cell.
enum SweepProof: Sendable, Hashable {
  /// Everything nearer to the origin than this many metres in the plane was seen; `isFine` when the places come in the
  /// order of their exact distances, as far as is known.
  case seenUpTo(meters: Double, isFine: Bool)
  /// The order is not that of the origin's distances: nothing is proven.
  case unordered

  /// How far our distances may differ from the service's within one answer, in metres.
  ///
  /// A constant difference does no harm, since the line is placed by the places themselves; the rest comes from
  /// rounding: less than 0.1 in 5,449 recorded distances, plus a margin of half as much.
  private static let toleranceInMeters = 0.15
  /// The same when the order itself shows how well the two agree.
  private static let fineToleranceInMeters = 0.02
  /// The number of documents at the end of a page that have been observed out of order.
  static let unorderedTailCount = 4
  /// The number of neighbours with the same reported metre whose order shows that the service sorts by finer
  /// distances than it reports: by chance they would be in this order once in a thousand times.
  private static let minimumTieCount = 10

  /// Examines the places of consecutive pages in the order in which they came.
  ///
  /// - Parameters:
  ///   - pages: The pages.
  ///   - origin: The point that distances are measured from.
  ///   - unorderedTailCount: How many documents at the end of a page may not belong there, 0...4: their order proves
  ///     nothing, and when they are found not to belong there, nothing after them is proven.
  init(pages: [[FoundPlace]], origin: Coordinate, unorderedTailCount: Int = 0) {
    let projected = ProjectedPoint(origin).asCenter
    var highest = -1.0
    var proven: Double?
    var least = Double.infinity
    var most = -Double.infinity
    var fine = FineOrder()
    // The farthest of the documents at the end of the page before; the next page must not begin with a nearer one.
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
        fine.take(told: meters, exact: exact)
        if meters < highest {
          // A few documents at the end of a page may be out of order; the order holds up to the first of them.
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
    // Truncation to whole metres makes a spread of one; a spread of several means another origin or another formula.
    guard highest >= 0, most - least < 8 else {
      self = .unordered
      return
    }
    let told = (proven ?? highest) - most - Self.toleranceInMeters
    let meters = fine.holds ? max(told, fine.highest - Self.fineToleranceInMeters) : told
    self = .seenUpTo(meters: meters, isFine: fine.isLikely)
  }

  /// Whether places are in the order of their distances down to the centimetre.
  ///
  /// The service reports whole metres only. When many places have the same reported metre and are still in the order
  /// of the distances that we compute, it sorts by finer ones, and the last place proves everything up to a
  /// centimetre before it.
  private struct FineOrder {
    /// The greatest distance so far, in metres.
    var highest = -1.0
    private var told = -1.0
    private var ties = 0
    private var isBroken = false

    /// Whether the order is likely: some evidence for it, none against.
    var isLikely: Bool { !isBroken && ties >= 2 }
    /// Whether the order is certain.
    var holds: Bool { !isBroken && ties >= SweepProof.minimumTieCount }

    /// Takes the next place: its distance as reported and as computed, in metres.
    mutating func take(told meters: Double, exact: Double) {
      if exact < highest - SweepProof.fineToleranceInMeters / 2 { isBroken = true }
      if meters == told, exact > highest + SweepProof.fineToleranceInMeters { ties += 1 }
      highest = max(highest, exact)
      told = meters
    }
  }
}
