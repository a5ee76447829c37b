import Domain
import Foundation
import TestSupport

@testable import Platform

/// A random circle, searched with the double.
struct AreaSimulation: Sendable, CustomStringConvertible {
  /// The form of the query.
  struct QueryForm: Sendable {
    /// Whether to search by a keyword that every place has, instead of by category.
    var isKeyword = false
    /// Whether to add places within a metre of the edge, on both sides.
    var hasCrowdedRim = false
    /// Whether to search only for the nearest places.
    var isNearest = false
  }

  let layout: StubPlace.Layout
  let seed: UInt64
  let radius: Int
  /// The number of places in the circle.
  let total: Int
  /// The number of requested places.
  let wanted: Int
  let requests: Int
  let isComplete: Bool
  /// Whether the places are exactly the correct ones, nearest first.
  ///
  /// Distances that the service hasn't measured differ by up to a metre from those it would report, so two places at
  /// equal distances may be swapped.
  let isTrue: Bool

  /// Whether there are enough places just outside the edge to replace hidden places in the count.
  let hasPlacesOnRim: Bool

  /// The number of requests that the page size makes unavoidable.
  var bound: Int { (wanted + 14) / 15 }
  /// The number of requests per unavoidable request.
  var ratio: Double { Double(requests) / Double(max(bound, 1)) }

  var description: String {
    "\(layout) \(seed): \(wanted) of \(total) within \(radius) m, \(requests) requests for \(bound), "
      + "complete \(isComplete), true \(isTrue)"
  }

  /// Searches a circle whose size, density and location come from a seed.
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
        return StubPlace.at(meters, from: center, bearing: 2 * .pi * random.unit(), id: "rim\(number)")
      }
    }
    let stub = KakaoStub(places: places, key: Fixture.secret, quirks: quirks)
    let area = SearchArea.circle(center: center, radius: try Fixture.radius(Double(radius)))
    let query =
      form.isKeyword
      ? try PlaceQuery(text: SearchText("가짜장소"), area: area) : try PlaceQuery(categories: [.group(.gas)], area: area)
    // Two derivations of the plane differ by two millimetres. If paging suffices, the service's own distances apply.
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
    let found = try await Fixture.places(over: StubExchange.serving(stub), timeout: .seconds(600))
      .places(matching: query.limited(to: limit), progress: nil)
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
  /// Makes a place at a distance from a point, in the service's plane.
  static func at(_ meters: Double, from center: Coordinate, bearing: Double, id: String) -> Self {
    let origin = StubPlane(latitude: center.latitude, longitude: center.longitude).asCenter
    // Scale the degrees until the distance is right: each round leaves a thousandth of the error.
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
