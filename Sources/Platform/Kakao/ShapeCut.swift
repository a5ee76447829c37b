import Domain

/// Divides rectangles that cover a shape along the shape, by their numbers of places.
struct ShapeCut: Sendable {
  /// The initial rectangles.
  let cover: ShapeCover

  /// The approximate number of parts into which a rectangle is divided by its count alone, which doesn't show where its
  /// places are.
  static let partCount = 12
  /// The target number of places per rectangle when dividing by the count of a larger one.
  private static let placesPerPart = 24
  /// The maximum number of rectangles per division.
  private static let maximumCount = 512
  /// The minimum longer side of a rectangle that is divided, in metres.
  private static let minimumSideInMeters = 5.0

  /// Divides a rectangle by its number of places.
  ///
  /// - Parameters:
  ///   - box: The rectangle.
  ///   - count: The number of places in it.
  ///   - partCount: The approximate number of parts; `nil` for parts that paging can reach.
  ///   - cutsFull: Whether to divide a rectangle even if that excludes nothing.
  /// - Returns: The parts; `nil` if dividing the rectangle would exclude little.
  func parts(of box: BoundingBox, holding count: Int, upTo partCount: Int? = nil, cutsFull: Bool = false)
    -> [BoundingBox]?
  {
    guard !isSmall(box), cutsFull || !cover.isFull(box) else { return nil }
    let density = Double(count) / max(1, box.squareMeters)
    let most = max(Double(Self.placesPerPart), partCount.map { Double(count) / Double($0) } ?? 0)
    var parts: [BoundingBox] = []
    var larger = cover.halves(of: box)
    while let part = larger.popLast() {
      let expected = density * part.squareMeters
      let isCut = expected > most && parts.count + larger.count < Self.maximumCount
      if isCut, !isSmall(part), cutsFull || !cover.isFull(part) {
        larger += cover.halves(of: part)
      } else {
        parts.append(part)
      }
    }
    return parts
  }

  /// Returns whether a rectangle is too small to be divided.
  func isSmall(_ box: BoundingBox) -> Bool {
    BoundingBox.Axis.allCases.allSatisfy { box.length($0) < Self.minimumSideInMeters }
  }
}

// MARK: - Cost

extension ShapeCut {
  /// The requests per page of places in a rectangle that is searched as an area.
  private static let requestsPerPage = 1.1
  /// The maximum number of rectangles examined for an estimate; more would exceed a day's quota.
  private static let maximumExaminedCount = 20_000

  /// Returns the number of requests for the first or all places of a shape, for sparse and for dense areas.
  func likelyRequests(limit: Int?, shapeSquareMeters: Double) -> ClosedRange<Int> {
    func requests(placesPerSquareKilometer: Int) -> Int {
      let density = Double(placesPerSquareKilometer) / 1e6
      let places = max(1, density * shapeSquareMeters)
      let share = min(1, Double(max(1, limit ?? .max)) / places)
      return max(1, Int((Double(self.requests(for: cover.whole, density: density)) * share).rounded(.up)))
    }
    let places = SearchCost.placesPerSquareKilometer
    let few = requests(placesPerSquareKilometer: places.lowerBound)
    return few...max(few, requests(placesPerSquareKilometer: places.upperBound))
  }

  /// Returns the number of requests for all places of the shape in some rectangles, at a uniform density.
  func requests(for boxes: [BoundingBox], density: Double) -> Int {
    var pending = boxes
    var requests = 0.0
    var examined = 0
    while let box = pending.popLast() {
      examined += 1
      let expected = density * box.squareMeters
      let pages = max(1, expected / Double(KakaoSearch.pageSize))
      if expected <= Double(KakaoSearch.reachableCount) {
        requests += pages.rounded(.up)
      } else if examined < Self.maximumExaminedCount, let parts = parts(of: box, holding: Int(min(expected, 1e9))) {
        requests += 1
        pending += parts
      } else {
        requests += pages * Self.requestsPerPage
      }
    }
    return Int(min(requests.rounded(.up), 1e9))
  }
}
