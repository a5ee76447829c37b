import Domain

/// Collects the elements of an area: in one request where the server can, else in parts.
struct OverpassSearch: Sendable {
  /// What was found.
  struct Found: Sendable {
    /// The elements, separated by commas; those at the edges of parts more than once.
    var elements: [UInt8] = []
    /// The time of the oldest part.
    var dataTime: String?
    /// Why elements are missing; `nil` when none is.
    var shortage: PlaceSearchError?
    /// The number of elements that were left out because the query can't have returned them.
    var droppedCount = 0

    mutating func add(_ answer: OverpassAnswer) {
      if !elements.isEmpty, !answer.elements.isEmpty { elements.append(UInt8(ascii: ",")) }
      elements += answer.elements
      droppedCount += answer.strangerCount
      if let time = answer.dataTime { dataTime = min(dataTime ?? time, time) }
    }
  }

  /// A part of the area.
  private struct Part {
    let area: BoundingBox
    var allowance = OverpassQuery.Allowance.usual

    /// What is asked instead of a part that was too much: its halves, or once more what the server may take longer for.
    var next: [Part]? {
      if let halves = area.halves { return halves.map { Part(area: $0) } }
      return allowance == .usual ? [Part(area: area, allowance: .large)] : nil
    }
  }

  /// How many parts, one after the other, a server may give no whole answer to: more than it takes to come from the
  /// largest part to the smallest.
  private static let maximumShortages = 16

  let client: OSMClient
  let budget: RequestBudget
  let progress: (@Sendable (SearchProgress) -> Void)?

  /// Collects the elements of a query, and others.
  ///
  /// - Throws: When the query is not supported, and when nothing was found because a request failed.
  /// - Complexity: A request for each square degree, and more where the server gives only a part.
  func elements(for query: PlaceQuery) async throws(PlaceSearchError) -> Found {
    let question = try OverpassQuery(query)
    var parts = try OverpassTiles.tiles(of: query).map { Part(area: $0) }
    budget.grant(timeFor: parts.count - 1)
    var found = Found()
    var done = 0
    var known = parts.count
    var shortages = 0
    while let part = parts.popLast() {
      var shortage: PlaceSearchError?
      var next: [Part]?
      let text = question.text(in: part.area, allowing: part.allowance)
      if let smaller = part.next, client.wasTooMuch(text, for: budget) {
        parts += smaller
        known += smaller.count - 1
        budget.grant(timeFor: 1)
        continue
      }
      do throws(OverpassFailure) {
        let answer = try await client.answer(to: text, about: part.area, of: question.expected, for: budget)
        guard let answer else {
          found.shortage = .budgetSpent(requests: client.maximumRequests ?? 0)
          return found
        }
        found.add(answer)
        shortage = answer.shortage.map { .serviceFailing(status: 200, code: nil, message: $0) }
        next = answer.isCutShort ? part.next : nil
      } catch {
        let cause = error.cause
        // What came is too much or was cut: a smaller answer may come whole.
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
          // What has given none so far gives none of what is left.
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
