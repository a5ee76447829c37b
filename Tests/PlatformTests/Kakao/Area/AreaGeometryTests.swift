import Domain
import Foundation
import TestSupport
import Testing

@testable import Platform

struct AreaOutlineTests {
  @Test(arguments: [(37.4979, 127.0276, 50.0), (33.3, 126.5, 20_000), (37.24, 131.0, 8_000), (38.6, 128.3, 1_000)])
  func `a circle's outline holds every point of the circle and little else`(
    latitude: Double,
    longitude: Double,
    radius: Double
  ) throws {
    let outline = AreaOutline(center: try Coordinate(latitude: latitude, longitude: longitude), radius: radius)
    let middle = ProjectedPoint(latitude: latitude, longitude: longitude)
    var random = StubRandom(seed: 5)
    let reach = radius * 1.2
    for _ in 0..<400 {
      let point = try Coordinate(
        latitude: latitude + (random.unit() * 2 - 1) * reach / 111_000,
        longitude: longitude + (random.unit() * 2 - 1) * reach / 85_000
      )
      let distance = middle.distance(to: ProjectedPoint(point))
      let speck = AreaCell(
        along: point.latitude...point.latitude,
        across: point.longitude...point.longitude,
        axis: .latitude
      )
      if distance <= radius + 1 { #expect(outline.trimmed(speck) != nil) }
      if distance > radius * 1.001 + 3 { #expect(outline.trimmed(speck) == nil) }
    }
  }

  @Test func `a rectangle is cut and nothing else`() throws {
    let box = AreaCell(along: 37...38, across: 127...128, axis: .latitude)
    let outline = AreaOutline(box)
    #expect(outline.trimmed(AreaCell(along: 36...37.5, across: 126...129, axis: .latitude))?.latitudes == 37...37.5)
    #expect(outline.trimmed(AreaCell(along: 36...36.5, across: 127...128, axis: .latitude)) == nil)
  }
}

struct CellSplitTests {
  private let cell = AreaCell(along: 37...37.01, across: 127...127.02, axis: .latitude)

  private func points(_ count: Int, _ place: (Int) -> (Double, Double)) throws -> [Coordinate] {
    try (0..<count).map { number in
      let (latitude, longitude) = place(number)
      return try Coordinate(latitude: latitude, longitude: longitude)
    }
  }

  @Test(arguments: [46, 100, 10_000])
  func `parts cover the cell without a hole`(count: Int) throws {
    let seen = try points(15) { (37.001 + Double($0) * 1e-5, 127.015 + Double($0 % 4) * 1e-4) }
    let parts = CellSplit.parts(of: cell, holding: count, seen: seen)
    #expect(parts.count >= 2)
    #expect(parts.first?.longitudes.lowerBound == 127)
    #expect(parts.last?.longitudes.upperBound == 127.02)
    for (left, right) in zip(parts, parts.dropFirst()) {
      #expect(left.longitudes.upperBound == right.longitudes.lowerBound)
      #expect(left.latitudes == cell.latitudes)
    }
  }

  @Test func `places on one meridian are cut along it`() throws {
    let seen = try points(15) { (37.0005 + Double($0) * 6e-4, 127.01) }
    let parts = CellSplit.parts(of: cell, holding: 200, seen: seen)
    #expect(parts.allSatisfy { $0.longitudes == cell.longitudes })
  }

  @Test func `one strip is the whole cell`() {
    #expect(CellSplit.strips(of: cell, across: .latitude, count: 1, seen: []) == [cell])
  }

  @Test func `a speck is not cut`() throws {
    let speck = AreaCell(along: 37...37.0000001, across: 127...127.0000001, axis: .latitude)
    #expect(CellSplit.parts(of: speck, holding: 200, seen: []).isEmpty)
  }

  @Test func `no cut goes through a spot where many places stand`() throws {
    let seen = try points(15) { _ in (37.005, 127.01) }
    let parts = CellSplit.parts(of: cell, holding: 500, seen: seen)
    #expect(parts.count { $0.longitudes.contains(127.01) } == 1)
  }
}

struct SweepLineTests {
  @Test(arguments: AreaCell.Axis.allCases, [true, false])
  func `the line comes in level, from whichever side`(axis: AreaCell.Axis, isAscending: Bool) throws {
    let cell = AreaCell(along: 37.4...37.5, across: 126.9...127.2, axis: .latitude)
    let line = SweepLine(axis: axis, isAscending: isAscending)
    let origin = ProjectedPoint(try #require(line.origin(of: cell)))
    let start = line.start(of: cell[axis])
    let ends = [cell[axis.across].lowerBound, cell[axis.across].upperBound].map { side in
      origin.distance(
        to: axis == .latitude
          ? ProjectedPoint(latitude: start, longitude: side) : ProjectedPoint(latitude: side, longitude: start)
      )
    }
    #expect(abs(ends[0] - ends[1]) < 0.1)
    #expect(ends[0] > 150_000)
  }
}

struct SweepProofTests {
  private func pages(_ meters: [[Int]], from origin: Coordinate) throws -> [[FoundPlace]] {
    let projected = ProjectedPoint(origin).asCenter
    return try meters.map { page in
      try page.map { meters in
        // A point due north at that distance, found by halving.
        var (low, high) = (origin.latitude, origin.latitude + 3)
        for _ in 0..<60 {
          let middle = (low + high) / 2
          let distance = projected.distance(to: ProjectedPoint(latitude: middle, longitude: origin.longitude))
          if distance < Double(meters) + 0.5 { low = middle } else { high = middle }
        }
        let point = try Coordinate(latitude: low, longitude: origin.longitude)
        let place = Place(id: "\(meters)", name: nil, coordinate: point, group: .gas)
        return FoundPlace(place: place, distance: Distance(meters: Double(meters)))
      }
    }
  }

  private func proven(_ meters: [[Int]]) throws -> Double? {
    let origin = try Coordinate(latitude: 35, longitude: 127)
    guard case .seenUpTo(let reach, _) = SweepProof(pages: try pages(meters, from: origin), origin: origin) else {
      return nil
    }
    return reach
  }

  @Test func `an answer in order proves everything before its last place`() throws {
    let reach = try #require(try proven([[1_000, 1_001, 1_001, 1_050], [1_060, 1_100]]))
    // Half a metre for the cut to whole metres, and our own slack.
    #expect(reach > 1_099 && reach <= 1_100.5)
  }

  /// Forty-five places a decimetre apart, reported in whole metres, with two of them swapped or not.
  private func crowd(swapping swapped: Int?) throws -> (reach: Double, last: Double) {
    let origin = try Coordinate(latitude: 35, longitude: 127)
    let projected = ProjectedPoint(origin).asCenter
    var found = try (0..<45).map { number in
      let point = try Coordinate(latitude: 35.5 + Double(number) * 9e-7, longitude: 127)
      let place = Place(id: "\(number)", name: nil, coordinate: point, group: .gas)
      return FoundPlace(
        place: place,
        distance: Distance(meters: projected.distance(to: ProjectedPoint(point)).rounded(.down))
      )
    }
    let last = projected.distance(to: ProjectedPoint(found[44].place.coordinate))
    if let swapped { found.swapAt(swapped, swapped + 1) }
    let proof = SweepProof(pages: [Array(found[..<15]), Array(found[15..<30]), Array(found[30...])], origin: origin)
    guard case .seenUpTo(let reach, _) = proof else { return (0, last) }
    return (reach, last)
  }

  @Test func `many places told the same metre in the order of their exact distances prove to the centimetre`() throws {
    let (reach, last) = try crowd(swapping: nil)
    #expect(reach < last)
    #expect(last - reach < 0.05)
  }

  @Test func `one of them out of that order, and only the whole metres count`() throws {
    // The two are told the same metre, so by what the service says they are in order.
    let (reach, last) = try crowd(swapping: 7)
    #expect(reach > last - 2)
    #expect(last - reach > 0.1)
  }

  @Test func `a loose tail proves as much as came before it`() throws {
    let reach = try #require(
      try proven([[1_000, 1_010, 1_020, 1_030, 1_040, 1_035, 1_036], [1_050, 1_060, 1_070, 1_080, 1_090]])
    )
    #expect(reach <= 1_040.5)
  }

  @Test(arguments: [
    [[1_000, 900, 1_100, 1_200, 1_300, 1_400, 1_500]], [[1_000, 1_100], [1_000, 1_100, 1_200, 1_300, 1_400]], [[]],
  ])
  func `another order proves nothing`(meters: [[Int]]) throws {
    #expect(try proven(meters) == nil)
  }

  @Test func `distances from another point prove nothing`() throws {
    let origin = try Coordinate(latitude: 35, longitude: 127)
    let elsewhere = try Coordinate(latitude: 35, longitude: 128)
    let pages = try pages([[1_000, 5_000, 50_000]], from: origin)
    #expect(SweepProof(pages: pages, origin: elsewhere) == .unordered)
  }

  @Test func `no distances prove nothing`() throws {
    let origin = try Coordinate(latitude: 35, longitude: 127)
    let place = Place(id: "1", name: nil, coordinate: origin, group: .gas)
    #expect(SweepProof(pages: [[FoundPlace(place: place, distance: nil)]], origin: origin) == .unordered)
  }
}

struct NearestRadiusTests {
  @Test(arguments: [0.5, 1.0, 2.0, 3.0])
  func `a few counts lead to a radius that holds enough and not many more`(power: Double) {
    let count = { (radius: Double) in Int(10_000 * pow(radius / 20_000, power)) }
    let nearest = (1...15).map { Distance(validMeters: 20_000 * pow(Double($0) / 10_000, 1 / power)) }
    var radius = NearestRadius(wanted: 200, nearest: nearest, limit: 20_000, count: 10_000)
    var probes = 0
    while let proposal = radius.proposal() {
      probes += 1
      radius.learn(radiusInMeters: proposal, count: count(Double(proposal)))
    }
    #expect(probes <= 7)
    #expect(radius.best.count >= 200)
    #expect(radius.best.count == count(Double(radius.best.radiusInMeters)))
    if power >= 1 { #expect(radius.best.count <= 300) }
  }

  @Test func `a limit that is nearly everything is not shrunk`() {
    let radius = NearestRadius(wanted: 200, nearest: [], limit: 1_000, count: 230)
    #expect(radius.proposal() == nil)
    #expect(radius.best.radiusInMeters == 1_000)
  }
}
