import Foundation
import TestSupport
import Testing

@testable import Domain

struct SeaTests {
  /// Coastlines in a square of 1,000 units, with the points that are in the sea and those that are on land; `nil` if
  /// the coastlines are refused.
  struct Trial: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let lines: [[[Int32]]]
    let expected: (sea: [[Int32]], land: [[Int32]])?

    init(_ name: String, _ lines: [[[Int32]]], _ expected: (sea: [[Int32]], land: [[Int32]])?) {
      testDescription = name
      self.lines = lines
      self.expected = expected
    }
  }

  private static let island: [[Int32]] = [[400, 400], [600, 400], [600, 600], [400, 600], [400, 400]]
  private static let north: [[Int32]] = [[300, -50], [300, 1_050]]
  private static let bay: [[Int32]] = [[300, -50], [300, 600], [700, 600], [700, -50]]
  private static let lagoon: [[Int32]] = [
    [499, -50], [498, 300], [300, 300], [300, 700], [700, 700], [700, 300], [501, 300],
  ]

  static let trials = [
    Trial("none", [], ([], [[500, 500]])),
    Trial("elsewhere", [[[-50, -50], [-50, 1_050]]], ([], [[500, 500]])),
    Trial("straight", [north], ([[400, 500], [999, 1], [999, 999]], [[200, 500], [1, 1], [1, 999]])),
    Trial("straight, from the north", [north.reversed()], ([[200, 500], [1, 1]], [[400, 500], [999, 999]])),
    Trial("across a corner", [[[-50, 500], [500, 1_050]]], ([[800, 200], [999, 999]], [[100, 900], [1, 999]])),
    Trial("island", [island], ([[1, 1], [999, 999], [500, 300]], [[500, 500]])),
    Trial("lake of the sea", [island.reversed()], ([[500, 500]], [[1, 1], [999, 999]])),
    Trial(
      "lake on an island",
      [island, [[450, 450], [450, 550], [550, 550], [550, 450], [450, 450]]],
      ([[1, 1], [500, 500]], [[425, 425]])
    ),
    Trial("bay", [bay], ([[500, 300], [310, 10]], [[100, 100], [900, 900], [500, 700]])),
    Trial("peninsula", [bay.reversed()], ([[100, 100], [900, 900], [500, 700]], [[500, 300]])),
    Trial(
      "bay with an island",
      [bay, island.map { [$0[0], $0[1] - 200] }],
      ([[350, 300]], [[500, 300], [100, 100]])
    ),
    Trial("two coasts", [north, [[700, 1_050], [700, -50]]], ([[500, 500]], [[100, 500], [900, 500]])),
    Trial("two coasts of one side", [north, [[700, -50], [700, 1_050]]], nil),
    Trial("island and coast", [north, island], ([[350, 500], [700, 500]], [[500, 500], [100, 500]])),
    Trial("reversed island", [north, island.reversed()], nil),
    Trial("reversed lake", [north, island.map { [$0[0] - 390, $0[1]] }], nil),
    Trial("ends inside", [[[300, -50], [300, 500]]], nil),
    Trial("begins inside", [[[300, 500], [300, 1_050]]], nil),
    Trial("open island", [Array(island.dropLast())], nil),
    Trial("a broken line beside a good one", [north, [[700, 400], [700, 600]]], nil),
    Trial(
      "in pieces",
      [[[300, 700], [300, 1_050]], [[300, -50], [300, 100]], [[300, 100], [300, 700]]],
      ([[400, 500]], [[200, 500]])
    ),
    Trial("a piece from the other side", [[[300, 700], [300, 1_050]], [[300, 700], [300, -50]]], nil),
    Trial("island across the edge", [island.map { [$0[0] - 500, $0[1]] }], ([[500, 500]], [[50, 500]])),
    Trial(
      "island across a corner",
      [island.map { [$0[0] - 500, $0[1] - 500] }],
      ([[500, 500], [1, 500]], [[50, 50], [1, 1]])
    ),
    Trial("on the western edge", [[[0, -50], [0, 1_050]]], ([], [])),
    Trial("on the eastern edge", [[[1_000, -50], [1_000, 1_050]]], ([], [])),
    Trial(
      "partly on the edge",
      [[[200, -50], [200, 0], [600, 0], [600, 1_050]]],
      ([[800, 500]], [[300, 300], [100, 100]])
    ),
    Trial(
      "partly on the edge, the sea inside",
      [[[900, -50], [900, 0], [600, 0], [600, 1_050]]],
      ([[800, 500]], [[300, 300]])
    ),
    Trial("touching the edge", [[[300, -50], [0, 500], [300, 1_050]]], ([[500, 500]], [[10, 10], [10, 990]])),
    Trial("lagoon with a narrow mouth", [lagoon + [[502, -50]]], ([[500, 500]], [[100, 100], [900, 900]])),
    Trial(
      "lagoon whose mouth has crossed sides",
      [lagoon + [[497, -50]]],
      ([[500, 500]], [[100, 100], [900, 900]])
    ),
    Trial(
      "tied islands",
      [island, island.map { [$0[0] + 200, $0[1] + 200] }],
      ([[1, 1], [500, 700]], [[500, 500], [700, 700]])
    ),
    Trial(
      "thin reversed rock",
      [north, [[500, 500], [500, 700], [501, 700], [500, 500]]],
      ([[400, 500], [700, 500]], [[100, 500]])
    ),
  ]

  private static func point(_ numbers: [Int32]) -> Ground.Point {
    Ground.Point(latitude: numbers[1], longitude: numbers[0])
  }

  private static let square = Ground.Box(southWest: point([0, 0]), northEast: point([1_000, 1_000]))

  @Test(arguments: trials) func `coastlines are closed along the edge, or refused`(trial: Trial) throws {
    let sea = Sea(trial.lines.map { $0.map(Self.point) }, in: Self.square)
    guard let expected = trial.expected else {
      #expect(sea == nil)
      return
    }
    let found = try #require(sea)
    for point in expected.sea { #expect(found.contains(Self.point(point)), "\(point)") }
    for point in expected.land { #expect(!found.contains(Self.point(point)), "\(point)") }
    if expected.sea.isEmpty { #expect(found.rings.isEmpty) }
  }

  /// A coast of stars, each in a square of its own: islands, or lakes of the sea in a land.
  private struct World {
    var lines: [[Ground.Point]] = []
    var stars: [[Ground.Point]] = []
    let isLand: Bool

    init(_ random: inout SeededRandom) {
      isLand = random.unit() < 0.3
      let count = 1 + Int(random.next() % 4)
      let side = 8_000.0 / Double(count)
      for row in 0..<count {
        for column in 0..<count where random.unit() < 0.8 {
          let cornerCount = 5 + Int(random.next() % 60)
          let turn = random.unit()
          let star = (0..<cornerCount).map { corner in
            let angle = (Double(corner) + turn) / Double(cornerCount) * 2 * .pi
            let reach = side / 2 * (0.1 + 0.85 * random.unit())
            return Ground.Point(
              latitude: Int32(((Double(row) + 0.5) * side + sin(angle) * reach).rounded()),
              longitude: Int32(((Double(column) + 0.5) * side + cos(angle) * reach).rounded())
            )
          }
          stars.append(star)
          var ring = isLand ? star.reversed() : star
          ring.append(ring[0])
          // In ways of a few nodes, as in the data.
          var first = 0
          while first < ring.count - 1 {
            let last = min(ring.count - 1, first + 1 + Int(random.next() % 20))
            lines.append(Array(ring[first...last]))
            first = last
          }
        }
      }
      lines.shuffle(using: &random)
    }

    /// Returns whether a point is on the right of the nearest coastline, and the distance; `nil` without any.
    func nearest(_ point: Ground.Point) -> (isSea: Bool, distance: Double)? {
      var best: (square: Double, side: Double)?
      for line in lines {
        for (start, end) in zip(line, line.dropFirst()) {
          let along = SIMD2(Double(end.longitude - start.longitude), Double(end.latitude - start.latitude))
          let to = SIMD2(Double(point.longitude - start.longitude), Double(point.latitude - start.latitude))
          let square = (along * along).sum()
          guard square > 0 else { continue }
          let part = min(1, max(0, (along * to).sum() / square))
          let away = to - along * part
          // At a common end, the line that the point is farther beside decides.
          let side = (along.x * to.y - along.y * to.x) / square.squareRoot()
          let distance = (away * away).sum()
          if let best {
            let isTied = abs(distance - best.square) < 1e-6 * best.square
            if isTied ? abs(side) <= abs(best.side) : distance > best.square { continue }
          }
          best = (distance, side)
        }
      }
      return best.map { ($0.side < 0, $0.square.squareRoot()) }
    }
  }

  @Test(arguments: Seeds.some(of: Array(1...300))) func `the sea is on the right of the nearest coastline`(seed: UInt64)
    throws
  {
    var random = SeededRandom(seed)
    let world = World(&random)
    func number() -> Int32 { Int32(random.unit() * 8_000) }
    let (south, west) = (number(), number())
    let corner = Ground.Point(latitude: south, longitude: west)
    let box = Ground.Box(
      southWest: corner,
      northEast: Ground.Point(latitude: south + 10 + number() / 2, longitude: west + 10 + number() / 2)
    )
    let sea = try #require(Sea(world.lines, in: box))
    guard !sea.rings.isEmpty else { return }
    for _ in 0..<200 {
      let point = box.randomPoint(&random)
      // Points of the edge are rounded, and rings narrower than two metres are left out.
      guard let nearest = world.nearest(point), nearest.distance > 3 else { continue }
      #expect(sea.contains(point) == nearest.isSea, "\(point)")
    }
    // Without one of the ways inside, nothing is filled.
    let inside = world.lines.indices.filter { number in
      let line = world.lines[number]
      return line.allSatisfy(box.contains) && line.first != line.last
    }
    guard let lost = inside.randomElement(using: &random) else { return }
    var lines = world.lines
    lines.remove(at: lost)
    #expect(Sea(lines, in: box) == nil)
  }

  @Test(arguments: Seeds.some(of: Array(1...300))) func `an extract has the sea in a part of a map`(seed: UInt64) throws
  {
    var random = SeededRandom(seed)
    let world = World(&random)
    let extract = Ground.Box(southWest: Self.point([1_000, 1_000]), northEast: Self.point([7_000, 7_000]))
    let lines = world.lines.filter { !extract.clipped($0).isEmpty }
    let west = Int32(random.unit() * 4_000)
    let south = Int32(random.unit() * 4_000)
    let box = Ground.Box(
      southWest: Self.point([west, south]),
      northEast: Self.point([west + 4_000, south + 4_000])
    )
    guard let (sea, part) = Sea.closing(lines, in: box), !sea.rings.isEmpty else { return }
    for _ in 0..<200 {
      let point = box.randomPoint(&random)
      guard part.contains(point), part.offset(of: point) == nil, extract.contains(point),
        let nearest = world.nearest(point), nearest.distance > 3
      else { continue }
      #expect(sea.contains(point) == nearest.isSea, "\(point)")
    }
  }

  @Test func `thousands of islands take seconds at most`() throws {
    var lines: [[Ground.Point]] = [[Self.point([-50, 500_000]), Self.point([2_000_000, 500_000])].reversed()]
    for number in 0..<4_000 as Range<Int32> {
      let (x, y) = (number % 100 * 15_000 + 7_000, number / 100 * 4_000 + 507_000)
      let ring = (0...12).map { corner in
        let angle = Double(corner % 12) / 12 * 2 * .pi
        return Self.point([x + Int32(cos(angle) * 1_500), y + Int32(sin(angle) * 1_500)])
      }
      lines.append(ring)
    }
    let box = Ground.Box(southWest: Self.point([0, 0]), northEast: Self.point([1_600_000, 950_000]))
    var sea: Sea?
    let time = ContinuousClock().measure { sea = Sea(lines, in: box) }
    #expect(sea?.rings.count == 4_001)
    #expect(time < .seconds(30), "\(time)")
  }
}

extension Ground.Box {
  /// Returns a point inside the edge.
  fileprivate func randomPoint(_ random: inout SeededRandom) -> Ground.Point {
    Ground.Point(
      latitude: Int32.random(in: southWest.latitude + 1..<northEast.latitude, using: &random),
      longitude: Int32.random(in: southWest.longitude + 1..<northEast.longitude, using: &random)
    )
  }
}
