import Domain

/// What stands between the places that were found and their proof.
extension AreaSearch {
  /// Half a side of a spot that is asked for alone, in degrees: a tenth of a metre.
  private static let spotReach = 1e-6
  /// The most places whose distances are asked for one by one: the crowded rims of the simulation have up to 9.
  private static let mostSpots = 12
  /// Circles that the rule is tried with before it is given up; one has been enough in every simulated area.
  private static let mostTrials = 3

  /// The requests that an open check takes, to be sent one after the other.
  func requests(for check: AreaVerdict.OpenCheck) -> [AreaRequest] {
    switch check {
    case .rule:
      return RadiusTrial.trials(around: evidence.sightings.values.map(\.place.coordinate)).prefix(Self.mostTrials).map {
        AreaRequest(
          purpose: .rule($0),
          scope: .circle(center: $0.center, radiusInMeters: $0.radiusInMeters),
          page: 1,
          sortsByDistance: true
        )
      }
    case .count(let place):
      let spot = Self.spot(around: place)
      return [request(.count(spot), spot)].compactMap(\.self)
    case .distances(let places):
      guard places.count <= Self.mostSpots, !evidence.forgetsOrigin else { return [] }
      return places.compactMap { request(.distance, Self.spot(around: $0)) }
    }
  }

  private func request(_ purpose: AreaRequest.Purpose, _ spot: AreaCell) -> AreaRequest? {
    spot.box.map {
      AreaRequest(purpose: purpose, scope: .rectangle($0, origin: search.origin), page: 1, sortsByDistance: false)
    }
  }

  private static func spot(around place: Coordinate) -> AreaCell {
    AreaCell(
      along: (place.latitude - spotReach)...(place.latitude + spotReach),
      across: (place.longitude - spotReach)...(place.longitude + spotReach),
      axis: .latitude
    ).asAsked
  }

  /// Learns from an answer to such a request; its places are in the evidence already.
  mutating func learn(from page: KakaoPage, of request: AreaRequest) {
    switch request.purpose {
    case .cell: break
    case .recount:
      if page.totalCount != count { evidence.noteComparison(agrees: false) }
      count = page.totalCount
    case .count(let cell):
      evidence.noteComparison(agrees: evidence.seen(in: cell).count == page.totalCount)
    case .distance:
      if evidence.forgetsOrigin { inquiries = [] }
    case .rule(let trial):
      guard let found = trial.rule(shownBy: page) else { return }
      rule = found
      inquiries = []
    }
  }
}
