import Domain
import Foundation
import TestSupport

@testable import Platform

/// One random circle, searched against the stand-in.
struct AreaSimulation: Sendable, CustomStringConvertible {
  /// What is asked.
  struct QueryForm: Sendable {
    /// By a keyword that every place has, and not by category.
    var isKeyword = false
    /// With places within a metre of the edge, on both sides.
    var hasCrowdedRim = false
    /// For the nearest of them alone.
    var isNearest = false
  }

  let layout: StubPlace.Layout
  let seed: UInt64
  let radius: Int
  /// How many places lie in the circle.
  let total: Int
  /// How many were asked for.
  let wanted: Int
  let requests: Int
  let isComplete: Bool
  /// Whether the places are exactly those wanted, nearest first.
  ///
  /// Places that the service has not measured from the centre are within a metre of what it would tell, so two of them
  /// that lie equally far may change places.
  let isTrue: Bool

  /// Whether places stand so close beyond the edge that they may make up in the count for others that are never shown.
  let hasPlacesOnRim: Bool

  /// Requests that the service's page size makes unavoidable.
  var bound: Int { (wanted + 14) / 15 }
  /// Requests for each unavoidable one.
  var ratio: Double { Double(requests) / Double(max(bound, 1)) }

  var description: String {
    "\(layout) \(seed): \(wanted) of \(total) within \(radius) m, \(requests) requests for \(bound), "
      + "complete \(isComplete), true \(isTrue)"
  }

  /// Searches a circle whose size, crowd and place come from a seed.
  init(
    layout: StubPlace.Layout,
    seed: UInt64,
    quirks: StubQuirks = StubQuirks(),
    crowd: Int = 3_000,
    form: QueryForm = QueryForm()
  ) async throws {
    var random = SeededRandom(seed &* 7_919)
    let reach = 300 * pow(50, random.unit())
    let count = Int(50 * pow(Double(crowd) / 50, random.unit()))
    var places = StubPlace.generated(count, layout: layout, reach: reach, seed: seed)
    let radius = Int(min(20_000, reach * (0.3 + random.unit())))
    let latitude = 37.4979 + (random.unit() - 0.5) * reach / 111_000
    let longitude = 127.0276 + (random.unit() - 0.5) * reach / 88_000
    let center = try Coordinate(
      latitude: (latitude * 1e6).rounded() / 1e6,
      longitude: (longitude * 1e6).rounded() / 1e6
    )
    if form.hasCrowdedRim {
      places += (0..<max(6, count / 40)).map { number in
        let meters = Double(radius) - 1 + 2 * random.unit()
        return StubPlace.standing(meters, from: center, bearing: 2 * .pi * random.unit(), id: "rim\(number)")
      }
    }
    let stub = KakaoStub(places: places, key: Fixture.secret, quirks: quirks)
    let area = SearchArea.circle(center: center, radius: try Fixture.radius(Double(radius)))
    let query =
      form.isKeyword
      ? try PlaceQuery(text: SearchText("가짜장소"), area: area) : try PlaceQuery(categories: [.group(.gas)], area: area)
    // Two derivations of the plane differ by two millimetres, and what paging alone can reach is as the service has it.
    func ids(within meters: Double) -> [String] {
      stub.truth(within: meters, latitude: center.latitude, longitude: center.longitude)
    }
    let edge = 0.002
    let truth = ids(within: Double(radius) - edge)
    let isPaged = truth.count <= 45 && quirks.radiusTakesWholeMeters
    let undecided = Set(ids(within: Double(radius) + (isPaged ? 1 : edge))).subtracting(truth)
    hasPlacesOnRim = ids(within: Double(radius) + 1.15).count > ids(within: Double(radius) - 0.15).count
    let wanted = form.isNearest ? min(truth.count, 46 + Int(random.unit() * Double(truth.count))) : truth.count
    let limit: PlaceLimit = form.isNearest ? try Fixture.first(max(46, wanted)) : .all
    let found = try await Fixture.places(over: StubExchange.answering(stub), timeout: .seconds(600))
      .places(matching: query, limit: limit, progress: nil)
    self.layout = layout
    self.seed = seed
    self.radius = radius
    self.wanted = wanted
    total = truth.count
    requests = found.provenance.requests
    isComplete = found.isComplete
    let distances = found.places.map { $0.distance?.meters ?? .infinity }
    let ids = found.places.map(\.place.id).filter { !undecided.contains($0) }
    isTrue = Set(ids) == Set(truth.prefix(wanted)) && ids.count == wanted && distances == distances.sorted()
  }
}

extension StubPlace {
  /// A place at a distance from a point, in the service's plane.
  static func standing(_ meters: Double, from center: Coordinate, bearing: Double, id: String) -> Self {
    let origin = StubPlane(latitude: center.latitude, longitude: center.longitude).asCenter
    // Degrees in proportion until the distance is right: each round leaves a thousandth of the error.
    var reach = meters
    var (latitude, longitude) = (center.latitude, center.longitude)
    for _ in 0..<8 {
      latitude = center.latitude + reach * cos(bearing) / 111_000
      longitude = center.longitude + reach * sin(bearing) / (111_320 * cos(center.latitude * .pi / 180))
      reach += meters - origin.distance(to: StubPlane(latitude: latitude, longitude: longitude))
    }
    return Self(id: id, name: "가짜장소 \(id)", latitude: latitude, longitude: longitude)
  }
}
