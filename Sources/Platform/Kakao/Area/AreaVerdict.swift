import Domain

/// Which of the places seen lie in the area, and whether they are proven to be all of them.
///
/// They are proven when every part was searched completely and there are as many places as the service counts. When places
/// lie at the edge of a circle, a place beyond the edge could make up for a missing one in the count: then the verdict
/// names the check that is open.
struct AreaVerdict: Sendable {
  /// A check that would improve the verdict.
  enum OpenCheck: Sendable, Hashable {
    /// How the service applies a radius.
    case rule
    /// The distances of these places from the centre, as the service measures them.
    case distances(of: [Coordinate])
    /// Whether a count can be trusted, at this place.
    case count(at: Coordinate)
  }

  /// The places of the area, with their distances from the centre.
  let places: [FoundPlace]
  /// Whether they are proven to be complete.
  let isComplete: Bool
  /// Whether every part was searched and there are as many places as the service counts, even if a check is open.
  let isCounted: Bool
  /// The check that is open; `nil` for none.
  let openCheck: OpenCheck?

  /// Makes the verdict.
  ///
  /// - Parameters:
  ///   - evidence: What was seen.
  ///   - count: How many places the service counts in the area.
  ///   - rule: How the service applies a radius, if known.
  ///   - scope: The area.
  init(_ evidence: AreaEvidence, count: Int, rule: RadiusRule?, in scope: KakaoSearch.Scope) {
    switch scope {
    case .circle(let center, let radius):
      self.init(evidence, count: count, rule: rule, center: center, radiusInMeters: radius)
    case .rectangle(let box, let origin): self.init(evidence, count: count, in: AreaCell(box), center: origin)
    case .nationwide(let origin): self.init(evidence, count: count, in: nil, center: origin)
    }
  }

  private init(_ evidence: AreaEvidence, count: Int, in cell: AreaCell?, center: Coordinate?) {
    let middle = center.map { ProjectedPoint($0).asCenter }
    let reach = cell?.asAsked.grown(byDegrees: AreaCell.slackInDegrees)
    places = evidence.sightings.values.filter { reach?.contains($0.place.coordinate) ?? true }
      .map { sighting in
        FoundPlace(place: sighting.place, distance: middle.map { sighting.told(from: $0) })
      }
    isComplete = evidence.isCovered && evidence.countsAreConsistent && places.count == count
    isCounted = isComplete
    openCheck = nil
  }

  private init(
    _ evidence: AreaEvidence,
    count: Int,
    rule: RadiusRule?,
    center: Coordinate,
    radiusInMeters: Int
  ) {
    let middle = ProjectedPoint(center).asCenter
    var edge = CircleEdge(radiusInMeters: radiusInMeters, toleranceInMeters: evidence.toleranceInMeters)
    for sighting in evidence.sightings.values { edge.take(sighting, from: middle) }
    let (exact, whole) = (edge.exact, edge.exact + edge.wholeOnly)
    // Every place within the exact radius is also within the larger one. If the count fits the exact radius, the larger
    // one would leave a place uncounted that was seen: so then the rule is the exact one.
    let isExact = edge.wholeOnly.isEmpty || exact.count == count
    let rule = rule ?? (isExact ? .exactMeters : nil)
    places = rule == .wholeMeters ? whole : exact
    let onEdge = rule == .wholeMeters ? edge.onWholeEdge : edge.onExactEdge
    let isSearched = evidence.isCovered && evidence.countsAreConsistent
    let agrees = rule != nil && places.count == count
    let isClose = !edge.wholeOnly.isEmpty
    let mayBelieveCounts = !isClose || (evidence.countsHaveAgreed && !evidence.countsHaveDisagreed)
    isCounted = isSearched && agrees
    isComplete = isCounted && onEdge.isEmpty && mayBelieveCounts
    if !isSearched || isComplete {
      openCheck = nil
    } else if !onEdge.isEmpty {
      openCheck = .distances(of: onEdge)
    } else if rule == nil, whole.count == count {
      openCheck = .rule
    } else if agrees, !evidence.countsHaveAgreed, !evidence.countsHaveDisagreed, let place = places.first?.place {
      openCheck = .count(at: place.coordinate)
    } else {
      openCheck = nil
    }
  }
}

/// The places within a radius under each rule, and those for which our computed distance cannot decide.
private struct CircleEdge {
  /// The radius, in metres.
  private let radius: Double
  private let tolerance: Double
  /// Within the exact radius, and so under either rule.
  private(set) var exact: [FoundPlace] = []
  /// Beyond it, by less than a metre: within only when fractions do not count.
  private(set) var wholeOnly: [FoundPlace] = []
  /// So close to the exact radius that our computed distance cannot decide.
  private(set) var onExactEdge: [Coordinate] = []
  /// So close to a metre beyond it.
  private(set) var onWholeEdge: [Coordinate] = []

  init(radiusInMeters: Int, toleranceInMeters: Double) {
    radius = Double(radiusInMeters)
    tolerance = toleranceInMeters
  }

  mutating func take(_ sighting: AreaEvidence.Sighting, from middle: ProjectedPoint) {
    let exactMeters = middle.distance(to: ProjectedPoint(sighting.place.coordinate))
    let found = FoundPlace(place: sighting.place, distance: sighting.told(from: middle))
    // A place that the service returned for this circle is in it; one with a reported distance needs no computed one.
    let isKnown = sighting.isAnswered || sighting.distance != nil
    let told = found.distance?.meters ?? exactMeters.rounded(.down)
    let isMeasured = sighting.distance != nil
    if sighting.isAnswered && told <= radius || (isMeasured ? told < radius : exactMeters <= radius) {
      exact.append(found)
    } else if isMeasured ? told <= radius : exactMeters < radius + 1 {
      wholeOnly.append(found)
    }
    guard !isKnown else { return }
    if abs(exactMeters - radius) <= tolerance { onExactEdge.append(sighting.place.coordinate) }
    if abs(exactMeters - radius - 1) <= tolerance { onWholeEdge.append(sighting.place.coordinate) }
  }
}

extension AreaEvidence.Sighting {
  /// Returns the distance that the service reported, or the one that our formula gives.
  func told(from middle: ProjectedPoint) -> Distance {
    distance ?? Distance(validMeters: middle.distance(to: ProjectedPoint(place.coordinate)).rounded(.down))
  }
}
