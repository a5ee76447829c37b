import Domain

/// Cuts rectangles that hold a shape along the shape, by how many places they hold.
struct ShapeCut: Sendable {
  /// The rectangles to begin with.
  let cover: ShapeCover

  /// How many places a rectangle should hold when it is cut by the count of a larger one.
  private static let placesPerPart = 24
  /// The most rectangles that one is cut into at once.
  private static let maximumCount = 512
  /// The shortest longer side of a rectangle that is cut, in metres.
  private static let minimumSideInMeters = 5.0

  /// Cuts a rectangle by how many places it holds.
  ///
  /// - Parameters:
  ///   - box: The rectangle.
  ///   - count: How many places it holds.
  ///   - partCount: About how many parts are wanted; `nil` for parts that paging can reach.
  ///   - cutsFull: Whether a rectangle is cut also where that leaves out nothing.
  /// - Returns: The parts; `nil` where cutting the rectangle would leave out little.
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

  /// Whether a rectangle is too small to be cut.
  func isSmall(_ box: BoundingBox) -> Bool {
    BoundingBox.Axis.allCases.allSatisfy { box.length($0) < Self.minimumSideInMeters }
  }
}

// MARK: - What it costs

extension ShapeCut {
  /// The requests for each page of places of a rectangle that is searched as an area.
  private static let requestsPerPage = 1.1
  /// The most rectangles that are looked at for an estimate: what takes more, takes more than a day's quota.
  private static let maximumLookedAt = 20_000

  /// The requests for the first places of a shape, or for all of them, where places are few and where they are many.
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

  /// The requests for every place of the shape in some rectangles where places lie so densely everywhere.
  func requests(for boxes: [BoundingBox], density: Double) -> Int {
    var pending = boxes
    var requests = 0.0
    var looked = 0
    while let box = pending.popLast() {
      looked += 1
      let expected = density * box.squareMeters
      let pages = max(1, expected / Double(KakaoSearch.pageSize))
      if expected <= Double(KakaoSearch.reachableCount) {
        requests += pages.rounded(.up)
      } else if looked < Self.maximumLookedAt, let parts = parts(of: box, holding: Int(min(expected, 1e9))) {
        requests += 1
        pending += parts
      } else {
        requests += pages * Self.requestsPerPage
      }
    }
    return Int(min(requests.rounded(.up), 1e9))
  }
}
