import Domain
import Foundation
import TestSupport

@testable import Platform

/// One random circle, searched whole against the stand-in.
struct AreaSimulation: Sendable, CustomStringConvertible {
  let layout: StubPlace.Layout
  let seed: UInt64
  let radius: Int
  /// How many places lie in the circle.
  let total: Int
  let requests: Int
  let isComplete: Bool
  /// Whether the places are exactly those of the circle, nearest first.
  ///
  /// Places that the service has not measured from the centre are within a metre of what it would tell, so two of them
  /// that lie equally far may change places.
  let isTrue: Bool

  /// Requests that the service's page size makes unavoidable.
  var bound: Int { (total + 14) / 15 }
  /// Requests for each unavoidable one.
  var ratio: Double { Double(requests) / Double(max(bound, 1)) }

  var description: String {
    "\(layout) \(seed): \(total) within \(radius) m, \(requests) requests for \(bound), complete \(isComplete), true \(isTrue)"
  }

  /// Searches a circle whose size, crowd and place come from a seed.
  ///
  /// - Parameters:
  ///   - layout: How the places lie.
  ///   - seed: Another seed gives other places and another circle.
  ///   - quirks: What the service does wrong.
  ///   - crowd: The most places there are.
  /// - Throws: What the search throws.
  init(layout: StubPlace.Layout, seed: UInt64, quirks: StubQuirks = StubQuirks(), crowd: Int = 3_000) async throws {
    var random = StubRandom(seed: seed &* 7_919)
    let reach = 300 * pow(50, random.unit())
    let count = Int(50 * pow(Double(crowd) / 50, random.unit()))
    let places = StubPlace.generated(count, layout: layout, reach: reach, seed: seed)
    let stub = KakaoStub(places: places, key: Fixture.secret, quirks: quirks)
    radius = Int(min(20_000, reach * (0.3 + random.unit())))
    let latitude = 37.4979 + (random.unit() - 0.5) * reach / 111_000
    let longitude = 127.0276 + (random.unit() - 0.5) * reach / 88_000
    let center = try Coordinate(
      latitude: (latitude * 1e6).rounded() / 1e6,
      longitude: (longitude * 1e6).rounded() / 1e6
    )
    let area = SearchArea.circle(center: center, radius: try Fixture.radius(Double(radius)))
    let found = try await Fixture.places(over: StubExchange.answering(stub), timeout: .seconds(600))
      .places(matching: PlaceQuery(categories: [.gas], area: area), limit: .all, progress: nil)
    let truth = stub.truth(
      within: quirks.radiusTakesWholeMeters ? Double(radius + 1).nextDown : Double(radius),
      latitude: center.latitude,
      longitude: center.longitude
    )
    self.layout = layout
    self.seed = seed
    total = truth.count
    requests = found.provenance.requests
    isComplete = found.isComplete
    let distances = found.places.map { $0.distance?.meters ?? .infinity }
    isTrue =
      Set(found.places.map(\.place.id)) == Set(truth) && found.places.count == truth.count
      && distances == distances.sorted()
  }
}
