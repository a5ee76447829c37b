import Domain

/// What the order of an answer proves about a swept cell.
enum SweepProof: Sendable, Hashable {
  /// Everything nearer to the anchor than this many metres in the plane was seen.
  case seenUpTo(meters: Double)
  /// The order is not that of the anchor's distances: nothing is proven.
  case unordered

  /// How far our distances may differ from the service's within one answer, in metres.
  ///
  /// A constant difference does no harm, since the line is placed by the places themselves; what is left comes from
  /// roundings.
  private static let slack = 0.15
  /// Documents at the end of a page that have been seen out of order.
  private static let looseTail = 4

  /// Judges the places of consecutive pages in the order they came.
  ///
  /// - Parameters:
  ///   - pages: The pages.
  ///   - anchor: The point that distances were asked from.
  init(pages: [[FoundPlace]], anchor: Coordinate) {
    let origin = KakaoPlane(anchor).asCenter
    var highest = -1.0
    var proven: Double?
    var (least, most) = (Double.infinity, -Double.infinity)
    for page in pages {
      for (index, found) in page.enumerated() {
        guard let meters = found.distance?.meters else {
          self = .unordered
          return
        }
        let difference = meters - origin.distance(to: KakaoPlane(found.place.coordinate))
        (least, most) = (min(least, difference), max(most, difference))
        if meters < highest {
          // A few documents at the end of a page may be out of order; up to the first of them the order holds.
          guard index >= page.count - Self.looseTail else {
            self = .unordered
            return
          }
          proven = proven ?? highest
        } else if proven == nil || index < page.count - Self.looseTail {
          highest = meters
        }
      }
    }
    // Whole metres cut off make a spread of one; a spread of several means another anchor or another measure.
    guard highest >= 0, most - least < 8 else {
      self = .unordered
      return
    }
    self = .seenUpTo(meters: (proven ?? highest) - most - Self.slack)
  }
}
