import Domain

/// Collects the elements of an area, in one request if possible, or else in parts.
struct OverpassSearch: Sendable {
  /// The collected elements.
  struct Elements: Sendable {
    /// The elements, comma-separated.
    ///
    /// Elements at the edges of parts occur more than once.
    var elements: [UInt8] = []
    /// The time of the oldest part's data.
    var dataTime: String?
    /// The reason why elements are missing; `nil` if none are.
    var shortage: PlaceSearchError?
    /// The number of elements that were left out because they can't match the query.
    var droppedCount = 0

    mutating func add(_ response: OverpassResponse) {
      if !elements.isEmpty, !response.elements.isEmpty { elements.append(UInt8(ascii: ",")) }
      elements += response.elements
      droppedCount += response.mismatchCount
      if let time = response.dataTime { dataTime = min(dataTime ?? time, time) }
    }
  }

  /// The minimum longer side of a part that is halved, in metres.
  ///
  /// For smaller parts, the surroundings dominate the cost.
  private static let minimumSplitMeters = 2_500.0
  /// The maximum number of consecutive incomplete responses, more than the halvings from the largest part to the
  /// smallest.
  private static let maximumShortages = 16

  let client: OSMClient
  let budget: RequestBudget
  let progress: (@Sendable (SearchProgress) -> Void)?

  /// Collects the elements for a query; the result is a superset.
  ///
  /// - Throws: An error if the query isn't supported, or if a request failed before anything was found.
  /// - Complexity: One request per square degree, and more if responses are incomplete.
  func elements(for query: PlaceQuery) async throws(PlaceSearchError) -> Elements {
    let overpass = try OverpassQuery(query)
    let tiles = try OverpassTiles.tiles(of: query)
    budget.grant(timeFor: tiles.count - 1)
    var walk = OverpassWalk(tiles.map { OverpassPart(area: $0, minimumSplitMeters: Self.minimumSplitMeters) })
    var found = Elements()
    var shortages = 0
    try await walk.run { (part) throws(PlaceSearchError) in
      try await request(part, of: overpass, into: &found, &shortages)
    } report: { walk in
      let (done, known) = (walk.partsDone, walk.partsKnown)
      progress?(SearchProgress(requests: budget.requests, places: 0, cellsDone: done, cellsKnown: known))
    }
    return found
  }

  /// Requests a part, unless its response is known to be too large.
  private func request(
    _ part: OverpassPart,
    of overpass: OverpassQuery,
    into found: inout Elements,
    _ shortages: inout Int
  ) async throws(PlaceSearchError) -> OverpassWalk.Outcome {
    let text = overpass.text(in: part.area, allowing: part.allowance)
    let smaller = part.smaller
    if let smaller, client.wasTooMuch(text, for: budget) {
      budget.grant(timeFor: 1)
      return .tooLarge(smaller)
    }
    let shortage: PlaceSearchError?
    var isTooLarge = true
    do throws(PlaceSearchError) {
      let response = try await client.response(to: text, about: part.area, of: overpass.expected, for: budget)
      guard let response else {
        found.shortage = .maximumSent(requests: client.maximumRequests ?? 0)
        return .stopped
      }
      found.add(response)
      shortage = response.shortage.map { .serviceFailing(status: 200, code: nil, message: $0) }
      isTooLarge = response.isCutShort
    } catch {
      // The response was too large or truncated; a smaller one may succeed.
      guard error.mayHelpToHalve(expecting: nil) else {
        guard error != .cancelled ? !found.elements.isEmpty : budget.leavesPart(after: error) else { throw error }
        found.shortage = error
        return .stopped
      }
      shortage = error
    }
    shortages = shortage == nil ? 0 : shortages + 1
    guard let shortage else { return .done }
    // If no part so far was complete, the remaining parts won't be either.
    let isHopeless = shortages >= Self.maximumShortages
    if isTooLarge, !isHopeless, let smaller {
      client.noteTooMuch(text, for: budget)
      budget.grant(timeFor: 1)
      return .tooLarge(smaller)
    }
    found.shortage = shortage
    return isHopeless ? .stopped : .done
  }
}
