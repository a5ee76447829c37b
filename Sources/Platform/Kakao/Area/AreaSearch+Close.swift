import Domain
import Foundation

extension AreaSearch {
  /// What is asked for from the circle's middle at once.
  struct Closing: Sendable {
    /// The circle's middle.
    let center: Coordinate
    /// The circle's radius, in metres in the plane.
    let reach: Double
    /// Places that are expected, all of them inside.
    let expected: Double
  }

  /// Places that are asked for at once where their number is guessed: few enough that 45 will mostly hold them.
  private static let guessedPlaces = 30.0
  /// The same where it is known.
  private static let knownPlaces = 44.0
  /// Places beyond which the first page makes one think again.
  private static let mostPlaces = 46.0
  /// The share of a cell inside of the circle from which on there is nothing to be saved.
  private static let wholeShare = 0.97

  /// Whether what is left of a lane is better taken from the circle's middle than swept; `nil` if not.
  func closing(_ stretch: SweepStretch, in slab: AreaCell) -> Closing? {
    guard stretch.mayClose, let circle = outline.circle else { return nil }
    let inside = outline.share(of: slab)
    guard inside < Self.wholeShare else { return nil }
    let expected = stretch.expected.map(Double.init) ?? (stretch.density * slab.area * inside)
    guard expected <= (stretch.expected == nil ? Self.guessedPlaces : Self.knownPlaces) else { return nil }
    return Closing(center: circle.center, reach: circle.reach, expected: expected)
  }

  /// Takes what is left of a circle's lane from the circle's middle: what lies outside of the circle comes last then,
  /// and is not paid for.
  ///
  /// - Parameters:
  ///   - slab: What is left, trimmed to the circle.
  ///   - stretch: The lane.
  ///   - end: What it is asked from, and how much is expected.
  /// - Returns: What is left after it, which is nothing when the guess was right.
  /// - Throws: When a request fails for good.
  func close(_ slab: AreaCell, of stretch: SweepStretch, _ end: Closing) async throws(PlaceSearchError) -> [AreaWork] {
    var pages: [KakaoPage] = []
    var proven = 0.0
    var unclosed = stretch
    unclosed.mayClose = false
    for number in 1...KakaoSearch.lastPage {
      guard let page = try await page(number, of: slab, anchor: end.center, inOrder: true) else { return [] }
      pages.append(page)
      let proof = SweepProof(pages: pages.map(\.places), anchor: end.center, looseTail: looseTail)
      guard case .seenUpTo(let meters, _) = proof else {
        if page.places.isEmpty, page.totalCount == 0 { return [] }
        return try await disordered(pages[0], of: slab, anchor: end.center)
      }
      if page.totalCount < tally.reachableCount, page.totalCount <= number * KakaoSearch.pageSize {
        return try await finish(slab, from: pages, anchor: end.center, inOrder: true, isSecondLook: false)
      }
      if page.totalCount != pages[0].totalCount { tally.noteUnreliableCounts() }
      proven = meters
      if meters >= end.reach { return [] }
      if number == 1, isTooCrowded(slab, afterPageReaching: meters, end) { return [.sweep(unclosed)] }
    }
    // More than hoped: what lies around the part that was seen.
    guard let core = outline.core(of: slab, along: stretch.line, within: proven) else { return [.sweep(unclosed)] }
    return around(core, in: slab, line: stretch.line).map { .sweep(stretch.part($0, density: stretch.density)) }
  }

  /// Whether the first page shows that there are more places than can be had at once.
  ///
  /// Fifteen places tell something of how crowded it is, and so did whatever let us expect so many.
  private func isTooCrowded(_ slab: AreaCell, afterPageReaching meters: Double, _ end: Closing) -> Bool {
    let seen = max(outline.share(of: slab, within: meters), 0.001)
    let told = Double(KakaoSearch.pageSize - looseTail) * outline.share(of: slab) / seen
    return pow(told, 0.35) * pow(max(end.expected, 1), 0.65) > Self.mostPlaces
  }

  /// The parts of a cell before, behind and beyond its core, as a sweep sees them.
  private func around(_ core: AreaCell, in cell: AreaCell, line: SweepLine) -> [AreaCell] {
    let across = line.axis.across
    var parts: [AreaCell] = []
    if cell[across].lowerBound < core[across].lowerBound {
      var part = cell
      part[across] = cell[across].lowerBound...core[across].lowerBound
      parts.append(part)
    }
    if core[across].upperBound < cell[across].upperBound {
      var part = cell
      part[across] = core[across].upperBound...cell[across].upperBound
      parts.append(part)
    }
    var beyond = core
    beyond[line.axis] = line.rest(of: cell[line.axis], from: line.end(of: core[line.axis]))
    return parts + [beyond]
  }
}
