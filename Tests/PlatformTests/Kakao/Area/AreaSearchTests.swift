import Domain
import Foundation
import TestSupport
import Testing

@testable import Platform

/// Whole areas against the stand-in: the answer must be the truth whenever it says so, and must not cost too much.
///
/// `PLACEFIND_SIMULATIONS=60` searches more of them and writes what they cost.
struct AreaSearchTests {
  /// A service that does one thing wrong.
  enum Fault: String, Sendable, CaseIterable {
    case none, wholeMeters, noSort, noAnchor, looseTail, smallCap, neverEnds, firstPageOnly, highCount, lowCount, drift

    var quirks: StubQuirks {
      var quirks = StubQuirks()
      switch self {
      case .none: break
      case .wholeMeters: quirks.radiusTakesWholeMeters = true
      case .noSort: quirks.ignoresSort = true
      case .noAnchor: quirks.ignoresAnchorWithRect = true
      case .looseTail: quirks.disordersTailOfEveryNthPage = 4
      case .smallCap: quirks.pageableCap = 43
      case .neverEnds: quirks.neverEnds = true
      case .firstPageOnly: quirks.repeatsFirstPage = true
      case .highCount: quirks.countError = 3
      case .lowCount: quirks.countError = -3
      case .drift: quirks.countDrifts = true
      }
      return quirks
    }

    /// Whether every place can be found and known to be all, however the rest goes wrong.
    var leavesTruth: Bool {
      switch self {
      case .none, .wholeMeters, .noSort, .noAnchor, .looseTail, .smallCap, .neverEnds: true
      case .firstPageOnly, .highCount, .lowCount, .drift: false
      }
    }

    /// Requests allowed for each unavoidable one, beside four.
    var allowance: Double? {
      switch self {
      case .none, .wholeMeters, .neverEnds: 1.3
      case .noSort, .noAnchor: 2
      default: nil
      }
    }
  }

  private static let extra = UInt64(ProcessInfo.processInfo.environment["PLACEFIND_SIMULATIONS"] ?? "")

  @Test(arguments: [StubPlace.Layout.uniform, .clustered, .line], Fault.allCases)
  func `an area that is called complete is, at a fair price`(layout: StubPlace.Layout, fault: Fault) async throws {
    // Without the environment's word only what takes a moment: every layout, and every fault on one of them.
    guard Self.extra != nil || fault == .none || layout == .clustered else { return }
    var runs: [AreaSimulation] = []
    for seed in 1...(Self.extra ?? (fault == .none ? 2 : 1)) {
      let crowd = Self.extra == nil ? 400 : 8_000
      runs.append(try await AreaSimulation(layout: layout, seed: seed, quirks: fault.quirks, crowd: crowd))
    }
    for run in runs {
      #expect(run.isTrue || !run.isComplete, "\(run)")
      if fault.leavesTruth { #expect(run.isComplete, "\(run)") }
      guard let allowance = fault.allowance, layout != .line else { continue }
      #expect(Double(run.requests) <= allowance * Double(run.bound) + 4, "\(run)")
    }
    if Self.extra != nil { report(runs, of: fault) }
  }

  @Test func `as many places as paging can reach are not taken for all of them`() async throws {
    var quirks = StubQuirks()
    quirks.countError = -3
    let stub = KakaoStub(places: StubPlace.generated(48, reach: 400), key: Fixture.secret, quirks: quirks)
    let query = try PlaceQuery(categories: [.gas], area: Fixture.circle(1_000))
    let found = try await Fixture.places(over: StubExchange.answering(stub))
      .places(matching: query, limit: .all, progress: nil)
    #expect(found.totalCount == 45)
    #expect(found.places.count == 48)
    #expect(!found.isComplete)
  }

  @Test(arguments: [(.uniform, 201), (.uniform, 249), (.clustered, 173)] as [(StubPlace.Layout, UInt64)])
  func `a count that is too high does not make places beyond the edge part of the answer`(
    layout: StubPlace.Layout,
    seed: UInt64
  ) async throws {
    // Three more are told than there are, and three stand within a metre beyond the circle, where the count alone says
    // how the service takes a radius. Nothing else in these areas is counted on the way.
    let run = try await AreaSimulation(layout: layout, seed: seed, quirks: Fault.highCount.quirks, crowd: 8_000)
    #expect(!run.isComplete, "\(run)")
  }

  @Test func `ten thousand places on one coordinate are not called complete and cost little`() async throws {
    let stub = KakaoStub(places: StubPlace.generated(10_000, layout: .point), key: Fixture.secret)
    let exchange = StubExchange.answering(stub)
    let query = try PlaceQuery(categories: [.gas], area: Fixture.circle(2_000))
    let found = try await Fixture.places(over: exchange).places(matching: query, limit: .all, progress: nil)
    #expect(!found.isComplete)
    #expect(found.totalCount == 10_000)
    #expect(found.places.count >= 45)
    #expect(exchange.requests.count < 60)
  }

  /// Writes the cost by size of the answer, for the record.
  private func report(_ runs: [AreaSimulation], of fault: Fault) {
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
}
