import Domain
import Foundation
import TestSupport
import Testing

@testable import Platform

/// Searches whole areas with the double.
///
/// Complete results must be correct, and the number of requests is limited.
///
/// `PLACEFIND_SIMULATIONS=60` searches 60 areas of each layout, 6 of each with a fault, and writes their cost.
struct AreaSearchTests {
  /// A service with one fault.
  enum Fault: String, Sendable, CaseIterable {
    case none, wholeMeters, noSort, noOrigin, unorderedTail, smallCap, neverEnds, firstPageOnly, highCount, lowCount,
      drift
    case permutedTail, foreignTail, foreignTailWholeMeters, countOneHigh, hiddenPlace, repeatedPlace, lostPlace

    var quirks: StubQuirks {
      var quirks = StubQuirks()
      switch self {
      case .none: break
      case .wholeMeters: quirks.radiusTakesWholeMeters = true
      case .noSort: quirks.ignoresSort = true
      case .noOrigin: quirks.ignoresOriginWithRect = true
      case .unorderedTail: quirks.disordersTailOfEveryNthPage = 4
      case .smallCap: quirks.pageableCap = 43
      case .neverEnds: quirks.neverEnds = true
      case .firstPageOnly: quirks.repeatsFirstPage = true
      case .highCount: quirks.countError = 3
      case .lowCount: quirks.countError = -3
      case .drift: quirks.countDrifts = true
      case .permutedTail: quirks.keywordTail = .permuted
      case .foreignTail: quirks.keywordTail = .foreign
      case .foreignTailWholeMeters:
        quirks.keywordTail = .foreign
        quirks.radiusTakesWholeMeters = true
      case .countOneHigh: quirks.countError = 1
      case .hiddenPlace: quirks.hidesEveryNthPlace = 97
      case .repeatedPlace: quirks.repeatsPlaceOnEveryNthPage = 7
      case .lostPlace: quirks.dropsPlaceOfEveryNthPage = 7
      }
      return quirks
    }

    /// Whether all places can be found and proven complete despite the fault.
    var leavesTruth: Bool {
      switch self {
      case .none, .wholeMeters, .noSort, .noOrigin, .unorderedTail, .smallCap, .neverEnds, .permutedTail, .foreignTail,
        .foreignTailWholeMeters:
        true
      case .firstPageOnly, .highCount, .lowCount, .drift, .countOneHigh, .hiddenPlace, .repeatedPlace, .lostPlace: false
      }
    }

    /// Returns the maximum number of requests per unavoidable request, plus six; `nil` if there is no maximum.
    func allowance(on layout: StubPlace.Layout) -> Double? {
      switch (self, layout) {
      // All places at a coordinate belong to the same step, so steps end in the middle of a page.
      case (.none, .buildings): 1.5
      case (_, .buildings), (_, .line): nil
      // Without an order, a dense town is split down to its spots: 27 requests for the six pages of one of 66 towns.
      case (.noSort, .town), (.noOrigin, .town): nil
      case (.none, _), (.wholeMeters, _), (.neverEnds, _), (.permutedTail, _): 1.3
      case (.foreignTail, _), (.foreignTailWholeMeters, _): 1.5
      case (.noSort, _), (.noOrigin, _): 2
      default: nil
      }
    }
  }

  static let extra = UInt64(ProcessInfo.processInfo.environment["PLACEFIND_SIMULATIONS"] ?? "")

  /// Returns the number of areas to search.
  static func areaCount(of fault: Fault, usually count: UInt64) -> UInt64 {
    extra.map { fault == .none ? $0 : max(1, $0 / 10) } ?? UInt64(Seeds.count(of: Int(count)))
  }

  @Test(arguments: [StubPlace.Layout.uniform, .clustered, .line, .town, .buildings], Fault.allCases)
  func `a result that claims to be complete is complete, at a reasonable cost`(layout: StubPlace.Layout, fault: Fault)
    async throws
  {
    var runs: [AreaSimulation] = []
    for seed in 1...Self.areaCount(of: fault, usually: fault == .none ? 2 : 1) {
      let crowd = Self.extra == nil ? 400 : 8_000
      runs.append(try await AreaSimulation(layout: layout, seed: seed, quirks: fault.quirks, crowd: crowd))
    }
    for run in runs {
      #expect(run.isTrue || !run.isComplete || fault == .hiddenPlace && run.hasPlacesOnRim, "\(run)")
      if fault.leavesTruth { #expect(run.isComplete, "\(run)") }
      guard let allowance = fault.allowance(on: layout) else { continue }
      #expect(Double(run.requests) <= allowance * Double(run.bound) + 6, "\(run)")
    }
    if Self.extra != nil { report(runs, of: "\(fault)") }
  }

  private func runs(of form: AreaSimulation.QueryForm, _ fault: Fault, seed first: UInt64) async throws
    -> [AreaSimulation]
  {
    let crowd = Self.extra == nil ? 400 : 3_000
    var runs: [AreaSimulation] = []
    for number in 1...Self.areaCount(of: fault, usually: 1) {
      let layout = [StubPlace.Layout.uniform, .clustered, .line][Int(number % 3)]
      let (seed, quirks) = (first + number, fault.quirks)
      runs.append(try await AreaSimulation(layout: layout, seed: seed, quirks: quirks, crowd: crowd, form: form))
    }
    return runs
  }

  @Test(arguments: [false, true], Fault.allCases)
  func `places within a metre of the edge are decided by their distance, or the result is not complete`(
    isKeyword: Bool,
    fault: Fault
  ) async throws {
    let runs = try await runs(
      of: AreaSimulation.QueryForm(isKeyword: isKeyword, hasCrowdedRim: true),
      fault,
      seed: 1_000
    )
    for run in runs {
      #expect(run.isTrue || !run.isComplete || fault == .hiddenPlace && run.hasPlacesOnRim, "\(run)")
      if fault.leavesTruth { #expect(run.isComplete, "\(run)") }
    }
    if Self.extra != nil { report(runs, of: "\(fault) rim \(isKeyword ? "keyword" : "category")") }
  }

  @Test(arguments: [false, true], Fault.allCases.filter(\.leavesTruth))
  func `the nearest places are exact, whatever is at the end of a page`(isKeyword: Bool, fault: Fault) async throws {
    let form = AreaSimulation.QueryForm(isKeyword: isKeyword, hasCrowdedRim: true, isNearest: true)
    for run in try await runs(of: form, fault, seed: 2_000) { #expect(run.isTrue, "\(run)") }
  }

  @Test(arguments: ["ignored rectangles", "absurd counts", "both"])
  func `a service with contradictory responses is not requested for ever`(_ fault: String) async throws {
    var quirks = StubQuirks()
    quirks.ignoresRect = fault != "absurd counts"
    quirks.reportedCount = fault == "ignored rectangles" ? nil : 700_000
    let stub = KakaoStub(places: StubPlace.generated(300, reach: 2_000), key: Fixture.secret, quirks: quirks)
    let exchange = StubExchange.serving(stub)
    let box = try BoundingBox(west: 127, south: 37.48, east: 127.05, north: 37.52)
    for area in [try Fixture.circle(2_000), .box(box, center: nil)] {
      let found = try await Fixture.places(over: exchange)
        .places(matching: PlaceQuery(categories: [.group(.gas)], area: area).limited(to: .all), progress: nil)
      #expect(!found.isComplete)
      #expect(found.places.count >= 15)
    }
    #expect(exchange.requests.count < 1_000)
  }

  @Test func `as many places as paging can reach are not taken for all of them`() async throws {
    var quirks = StubQuirks()
    quirks.countError = -3
    let stub = KakaoStub(places: StubPlace.generated(48, reach: 400), key: Fixture.secret, quirks: quirks)
    let query = try PlaceQuery(categories: [.group(.gas)], area: Fixture.circle(1_000))
    let found = try await Fixture.places(over: StubExchange.serving(stub))
      .places(matching: query.limited(to: .all), progress: nil)
    #expect(found.totalCount == 48)
    #expect(found.places.count == 48)
    #expect(!found.isComplete)
  }

  @Test(arguments: [(.uniform, 201), (.uniform, 249), (.clustered, 173)] as [(StubPlace.Layout, UInt64)])
  func `too high a count adds no places from beyond the edge`(
    layout: StubPlace.Layout,
    seed: UInt64
  ) async throws {
    // Three more places are counted than exist, and three are within a metre outside the circle.
    let run = try await AreaSimulation(layout: layout, seed: seed, quirks: Fault.highCount.quirks, crowd: 8_000)
    #expect(run.isTrue, "\(run)")
  }

  @Test(arguments: [false, true], [3_000, 20_000])
  func `a place beyond the radius is left out and not counted, whatever a radius means to the service`(
    takesWholeMeters: Bool,
    radius: Int
  ) async throws {
    let center = try Fixture.seoul()
    let edge = [("in", -0.5), ("out", 0.5), ("far", 1.5)].map { id, meters in
      StubPlace.at(Double(radius) + meters, from: center, bearing: 1, id: id)
    }
    var quirks = StubQuirks()
    quirks.radiusTakesWholeMeters = takesWholeMeters
    let stub = KakaoStub(places: StubPlace.generated(100, reach: 2_000) + edge, key: Fixture.secret, quirks: quirks)
    let exchange = StubExchange.serving(stub)
    let query = try PlaceQuery(categories: [.group(.gas)], area: Fixture.circle(Double(radius)))
    let found = try await Fixture.places(over: exchange).places(matching: query.limited(to: .all), progress: nil)
    #expect(found.places.map(\.place.id) == stub.truth(within: Double(radius)))
    #expect(found.places.contains { $0.place.id == "in" })
    #expect(found.isComplete && found.totalCount == found.places.count)
    let radii = exchange.requests.compactMap { LoopbackRequest($0).parameters["radius"] }
    #expect(Set(radii) == ["\(radius)"])
  }

  @Test func `the edge is exact even among closely spaced places`() async throws {
    // 1,717 places on a line of 800 m, with places on every metre.
    let run = try await AreaSimulation(layout: .line, seed: 46, quirks: Fault.wholeMeters.quirks, crowd: 8_000)
    #expect(run.isComplete && run.isTrue, "\(run)")
  }

  @Test func `ten thousand places on one coordinate are not called complete and cost little`() async throws {
    let stub = KakaoStub(places: StubPlace.generated(10_000, layout: .point), key: Fixture.secret)
    let exchange = StubExchange.serving(stub)
    let query = try PlaceQuery(categories: [.group(.gas)], area: Fixture.circle(2_000))
    let found = try await Fixture.places(over: exchange).places(matching: query.limited(to: .all), progress: nil)
    #expect(!found.isComplete)
    #expect(found.totalCount == 10_000)
    #expect(found.places.count >= 45)
    #expect(exchange.requests.count < 60)
  }

  @Test(arguments: [46, 60, 150, 400], [false, true])
  func `one building with more places than paging reaches costs a few requests, on a grid too`(
    count: Int,
    roundsRectangles: Bool
  ) async throws {
    let others = StubPlace.generated(117, reach: 900)
    let building = (0..<count).map { number in
      StubPlace(id: "b\(number)", name: "가짜장소 b\(number)", latitude: 37.499031, longitude: 127.029017)
    }
    var quirks = StubQuirks()
    let plain = StubExchange.serving(KakaoStub(places: others, key: Fixture.secret, quirks: quirks))
    let query = try PlaceQuery(categories: [.group(.gas)], area: Fixture.circle(2_000))
    _ = try await Fixture.places(over: plain).places(matching: query.limited(to: .all), progress: nil)
    quirks.roundsRectangles = roundsRectangles
    let stub = KakaoStub(places: others + building, key: Fixture.secret, quirks: quirks)
    let exchange = StubExchange.serving(stub)
    let found = try await Fixture.places(over: exchange, timeout: .seconds(600))
      .places(matching: query.limited(to: .all), progress: nil)
    #expect(!found.isComplete && found.hasCrowdedSpot && found.earlyEnd == nil)
    #expect(found.places.count >= 117 + 45)
    #expect(exchange.requests.count <= plain.requests.count + 30, "\(plain.requests.count)")
  }

  /// Writes the cost by size of the result.
  private func report(_ runs: [AreaSimulation], of fault: String) {
    var text = ""
    for sizes in [46..<150, 150..<400, 400..<1_000, 1_000..<100_000, 46..<100_000] {
      let ratios = runs.filter { sizes.contains($0.total) }.map(\.ratio).sorted()
      guard let worst = ratios.last, let layout = runs.first?.layout else { continue }
      let median = String(format: "%.2f", ratios[ratios.count / 2])
      text +=
        "\(fault) \(layout) \(sizes): \(ratios.count) areas, median \(median), worst \(String(format: "%.2f", worst))\n"
    }
    FileHandle.standardError.write(Data(text.utf8))
  }

  @Test func `two derivations of the plane agree to two millimetres all over South Korea`() throws {
    for latitude in stride(from: 32.0, through: 39.0, by: 0.5) {
      for longitude in stride(from: 124.0, through: 132.0, by: 0.5) {
        let ours = ProjectedPoint(latitude: latitude, longitude: longitude)
        let other = StubPlane(latitude: latitude, longitude: longitude)
        #expect(abs(ours.east - other.east) < 0.002)
        #expect(abs(ours.north - other.north) < 0.002)
      }
    }
  }
}
