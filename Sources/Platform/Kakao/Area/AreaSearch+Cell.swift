import Domain

/// What the pages of one cell decide.
extension AreaSearch {
  /// How to go on with a cell.
  enum Next: Sendable, Hashable {
    /// Ask for more of its pages.
    case ask(ClosedRange<Int>, CellVisit.Stage)
    /// It is done but for these parts.
    case end([AreaPart])
  }

  /// Documents at the end of an answer whose order proves nothing: a keyword search has been seen to put others there.
  private var unorderedTailCount: Int { search.text == nil ? 0 : SweepProof.unorderedTailCount }

  /// Decides after all the pages that were asked for have come.
  mutating func next(after visit: CellVisit) -> Next {
    switch visit.stage {
    case .first:
      if case .sweep(let strip) = visit.part, visit.sortsByDistance { return first(of: visit, in: strip) }
      return look(at: visit)
    case .step:
      guard case .sweep(let strip) = visit.part else { return .end([]) }
      return step(of: visit, in: strip)
    case .remainder: return confirm(visit)
    case .confirmation:
      noteEnd(of: visit)
      return compare(visit)
    case .leftovers:
      // More places on one spot than paging can reach: the reachable ones are kept, and they are not all.
      evidence.noteCrowdedSpot()
      return .end([])
    }
  }

  // MARK: Sweeping

  /// The first page of a step: it tells how far the whole step would carry, before the other two are paid for.
  private mutating func first(of visit: CellVisit, in strip: Strip) -> Next {
    guard let first = visit.pages.first, let origin = visit.origin else { return .end([]) }
    // A full answer may hold all places or not; the order tells, whatever the count says.
    guard first.totalCount >= evidence.reachableCount else { return finish(visit) }
    if first.contradictsItself {
      evidence.noteUnreliableCounts()
      return .end([])
    }
    let proof = SweepProof(pages: [first.places], origin: origin, unorderedTailCount: unorderedTailCount)
    guard case .seenUpTo(let meters, let isFine) = proof else {
      evidence.noteDisorder(isForGood: first.places.contains { $0.distance == nil })
      return look(at: visit)
    }
    let gain = gain(of: strip, in: visit.cell, provenUpTo: meters, from: origin).meters
    let third = gain * Double(KakaoSearch.pageSize) / Double(KakaoSearch.pageSize - unorderedTailCount)
    let overlap = isFine ? SweepPlan.fineOverlapInMeters : SweepPlan.overlapInMeters
    let seen = first.places.map(\.place.coordinate)
    let strips = narrowerStrips(
      of: visit.cell,
      strip,
      holding: first.totalCount,
      third: third,
      overlap: overlap,
      seen: seen
    )
    return strips.map { .end($0) } ?? .ask(2...KakaoSearch.lastPageNumber, .step)
  }

  /// All pages of a step: the strip goes on behind what their order proves.
  private mutating func step(of visit: CellVisit, in strip: Strip) -> Next {
    guard let first = visit.pages.first, let origin = visit.origin else { return .end([]) }
    if visit.pages.contains(where: { $0.totalCount != first.totalCount }) { evidence.noteUnreliableCounts() }
    guard
      case .seenUpTo(let meters, _) = SweepProof(
        pages: visit.pages.map(\.places),
        origin: origin,
        unorderedTailCount: unorderedTailCount
      )
    else {
      evidence.noteDisorder()
      return .end([.split(visit.cell, isSecondLook: false)])
    }
    let gain = gain(of: strip, in: visit.cell, provenUpTo: meters, from: origin)
    guard gain.meters < CellSplit.minimumSideInMeters else { return .end([.sweep(strip.advanced(to: gain.position))]) }
    // The sweep does not move on.
    let seen = first.places.map(\.place.coordinate)
    let parts = CellSplit.parts(of: visit.cell, holding: first.totalCount, seen: seen)
    guard parts.count > 1 else {
      evidence.noteCrowdedSpot()
      return .end([])
    }
    return .end(parts.map { .split($0, isSecondLook: false) })
  }

  /// How far a proof carries the sweep, and to where.
  private func gain(
    of strip: Strip,
    in cell: AreaCell,
    provenUpTo meters: Double,
    from origin: Coordinate
  ) -> (meters: Double, position: Double) {
    let axis = strip.line.axis
    let position = strip.line.position(in: cell, provenUpTo: meters, from: origin)
    return (abs(position - strip.line.start(of: cell[axis])) * cell.metersPerDegree(axis), position)
  }

  /// The narrower strips that a cell is better swept in, where steps are so short that going over what was seen costs more
  /// than the strips' ends; `nil` where they are not.
  ///
  /// - Parameters:
  ///   - cell: What is left of the strip, trimmed to the area.
  ///   - strip: The strip.
  ///   - count: How many places are left.
  ///   - third: How far a page carries, in metres.
  ///   - overlap: How far each step goes back, in metres.
  ///   - seen: The places of the first page.
  /// - Returns: Two strips at least.
  private func narrowerStrips(
    of cell: AreaCell,
    _ strip: Strip,
    holding count: Int,
    third: Double,
    overlap: Double,
    seen: [Coordinate]
  ) -> [AreaPart]? {
    let loss = overlap + strip.line.bend(in: cell) * 2 / 3
    let twice = loss / ((third + loss) * Double(KakaoSearch.lastPageNumber))
    let strips = SweepPlan.strips(forWaste: twice, count: count)
    guard strips > 1 else { return nil }
    let parts = CellSplit.strips(of: cell, across: strip.line.axis.across, count: strips, seen: seen)
    return parts.count > 1 ? parts.map { .sweep(Strip(cell: $0, line: strip.line)) } : nil
  }

  // MARK: Splitting

  /// A cell whose answer proves nothing by its order: taken whole, or split by its count.
  private mutating func look(at visit: CellVisit) -> Next {
    guard let first = visit.pages.first else { return .end([]) }
    let seen = evidence.seen(in: visit.cell.asAsked)
    // Everything that is counted there was seen before, in whatever way.
    if seen.count == first.totalCount { return .end([]) }
    guard first.totalCount > evidence.reachableCount else { return finish(visit) }
    if first.contradictsItself {
      // The places shown are all that a cell with a made-up count gives.
      evidence.noteUnreliableCounts()
      return .end([])
    }
    let parts = CellSplit.parts(of: visit.cell.asAsked, holding: first.totalCount, seen: seen)
    guard parts.count > 1 else { return .ask(2...KakaoSearch.lastPageNumber, .leftovers) }
    return .end(parts.map { .split($0, isSecondLook: visit.isSecondLook) })
  }

  /// Takes the rest of a cell that paging can reach.
  private mutating func finish(_ visit: CellVisit) -> Next {
    let last = Self.pageCount(for: visit.pages.last?.totalCount ?? 0)
    return last > visit.pages.count ? .ask(visit.pages.count + 1...last, .remainder) : confirm(visit)
  }

  /// Asks for one page more where the last one by the count is full, and not the last by its own word: one of the two is
  /// wrong.
  private mutating func confirm(_ visit: CellVisit) -> Next {
    let last = Self.pageCount(for: visit.pages.first?.totalCount ?? 0)
    guard
      let end = visit.pages.last, !end.isLast, evidence.trustsEnds, last < KakaoSearch.lastPageNumber,
      end.places.count == KakaoSearch.pageSize
    else { return compare(visit) }
    return .ask(last + 1...last + 1, .confirmation)
  }

  private mutating func noteEnd(of visit: CellVisit) {
    let known = Set(visit.pages.dropLast().last?.places.map(\.place.id) ?? [])
    if visit.pages.last?.places.allSatisfy({ known.contains($0.place.id) }) == true { evidence.noteFalseEnd() }
  }

  /// Compares the places of a cell with its count.
  private mutating func compare(_ visit: CellVisit) -> Next {
    let pages = visit.pages
    let count = pages.first?.totalCount ?? 0
    let ids = Set(pages.flatMap(\.places).map(\.place.id))
    let areAgreed = pages.allSatisfy { $0.totalCount == count }
    // No service that counts fewer than it shows, or or changes its counts, proves anything by its counts.
    if !areAgreed || ids.count > count { evidence.noteUnreliableCounts() }
    let agrees = areAgreed && ids.count == count && pages.allSatisfy { $0.unreadableCount == 0 }
    evidence.noteComparison(agrees: agrees)
    guard !agrees else { return .end([]) }
    guard !visit.isSecondLook, evidence.isWorthAnotherLook else {
      evidence.noteUnproven()
      return .end([])
    }
    let cell = visit.cell
    let axis: AreaCell.Axis = cell.length(.latitude) > cell.length(.longitude) ? .latitude : .longitude
    let halves = CellSplit.strips(of: cell, across: axis, count: 2, seen: [])
    return .end(halves.map { .split($0, isSecondLook: true) })
  }

  private static func pageCount(for count: Int) -> Int { (count + KakaoSearch.pageSize - 1) / KakaoSearch.pageSize }
}
