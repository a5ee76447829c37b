import Domain

/// Collects the elements of an area, in one request if possible, or else in parts.
struct OverpassSearch: Sendable {
  /// The collected elements.
  struct Found: Sendable {
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

    mutating func add(_ answer: OverpassAnswer) {
      if !elements.isEmpty, !answer.elements.isEmpty { elements.append(UInt8(ascii: ",")) }
      elements += answer.elements
      droppedCount += answer.strangerCount
      if let time = answer.dataTime { dataTime = min(dataTime ?? time, time) }
    }
  }

  private struct Part {
    let area: BoundingBox
    var allowance = OverpassQuery.Allowance.usual

    /// The replacement of a part that was too large: its halves, or the same part with a larger allowance.
    var next: [Part]? {
      if let halves = area.halves { return halves.map { Part(area: $0) } }
      return allowance == .usual ? [Part(area: area, allowance: .large)] : nil
    }
  }

  /// The maximum number of consecutive incomplete responses, more than the halvings from the largest part to the
  /// smallest.
  private static let maximumShortages = 16

  let client: OSMClient
  let budget: RequestBudget
  let progress: (@Sendable (SearchProgress) -> Void)?

  /// Collects the elements for a query; the result is a superset.
  ///
  /// - Throws: If the query isn't supported, or if a request failed before anything was found.
  /// - Complexity: One request per square degree, and more if responses are incomplete.
  func elements(for query: PlaceQuery) async throws(PlaceSearchError) -> Found {
    let overpass = try OverpassQuery(query)
    var parts = try OverpassTiles.tiles(of: query).map { Part(area: $0) }
    budget.grant(timeFor: parts.count - 1)
    var found = Found()
    var done = 0
    var known = parts.count
    var shortages = 0
    while let part = parts.popLast() {
      var shortage: PlaceSearchError?
      var next: [Part]?
      let text = overpass.text(in: part.area, allowing: part.allowance)
      if let smaller = part.next, client.wasTooMuch(text, for: budget) {
        parts += smaller
        known += smaller.count - 1
        budget.grant(timeFor: 1)
        continue
      }
      do throws(OverpassFailure) {
        let answer = try await client.answer(to: text, about: part.area, of: overpass.expected, for: budget)
        guard let answer else {
          found.shortage = .budgetSpent(requests: client.maximumRequests ?? 0)
          return found
        }
        found.add(answer)
        shortage = answer.shortage.map { .serviceFailing(status: 200, code: nil, message: $0) }
        next = answer.isCutShort ? part.next : nil
      } catch {
        let cause = error.cause
        // The response was too large or truncated; a smaller one may succeed.
        guard error.mayHelpToHalve(expecting: nil) else {
          guard cause != .cancelled ? !found.elements.isEmpty : budget.leavesPart(after: cause) else { throw cause }
          found.shortage = cause
          return found
        }
        shortage = cause
        next = part.next
      }
      shortages = shortage == nil ? 0 : shortages + 1
      if let shortage {
        if let next, shortages < Self.maximumShortages {
          client.noteTooMuch(text, for: budget)
          parts += next
          known += next.count - 1
          budget.grant(timeFor: 1)
        } else {
          found.shortage = shortage
          done += 1
          // If no part so far was complete, the remaining parts won't be either.
          guard shortages < Self.maximumShortages else { return found }
        }
      } else {
        done += 1
      }
      progress?(SearchProgress(requests: budget.requests, places: 0, cellsDone: done, cellsKnown: known))
    }
    return found
  }
}
