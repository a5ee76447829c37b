import Domain

/// The checks that are open before the places found are proven complete.
extension AreaSearch {
  /// Half the side of a spot that is searched alone, in degrees: a tenth of a metre.
  private static let spotRadiusInDegrees = 1e-6
  /// The maximum number of places whose distances are requested one by one; crowded rims of the simulation have up to 9.
  private static let maximumSpotCount = 12
  /// The maximum number of circles for finding the rule; one has been enough in every simulated area.
  private static let maximumTrialCount = 3

  /// Returns the requests of an open check, to be sent one after the other.
  func requests(for check: AreaVerdict.OpenCheck) -> [AreaRequest] {
    switch check {
    case .rule:
      let trials = RadiusTrial.trials(around: evidence.sightings.values.map(\.place.coordinate))
      return trials.prefix(Self.maximumTrialCount).map {
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
      guard places.count <= Self.maximumSpotCount, !evidence.omitsDistances else { return [] }
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
      along: (place.latitude - spotRadiusInDegrees)...(place.latitude + spotRadiusInDegrees),
      across: (place.longitude - spotRadiusInDegrees)...(place.longitude + spotRadiusInDegrees),
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
      if evidence.omitsDistances { checkRequests = [] }
    case .rule(let trial):
      guard let found = trial.rule(shownBy: page) else { return }
      rule = found
      checkRequests = []
    }
  }
}
