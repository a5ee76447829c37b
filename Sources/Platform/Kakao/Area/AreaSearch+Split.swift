import Domain

extension AreaSearch {
  /// Looks at a cell whose answer proves nothing by its order: takes it whole, or cuts it by its count.
  ///
  /// - Parameters:
  ///   - cell: The cell.
  ///   - isSecondLook: Whether the counts of the cell were wrong before.
  /// - Returns: The parts that are still to be searched.
  /// - Throws: When a request fails for good.
  func look(_ cell: AreaCell, isSecondLook: Bool) async throws(PlaceSearchError) -> [AreaWork] {
    guard let cell = outline.trimmed(cell)?.asAsked else { return [] }
    guard let first = try await page(1, of: cell, anchor: center, inOrder: false) else { return [] }
    return try await look(cell, from: first, anchor: center, inOrder: false, isSecondLook: isSecondLook)
  }

  /// Goes on with a cell whose first page is there.
  ///
  /// - Parameters:
  ///   - cell: The cell, as it was asked for.
  ///   - first: Its first page.
  ///   - anchor: The anchor of the first page.
  ///   - inOrder: The order that was asked for.
  ///   - isSecondLook: Whether the counts of the cell were wrong before.
  /// - Returns: The parts that are still to be searched.
  /// - Throws: When a request fails for good.
  func look(
    _ cell: AreaCell,
    from first: KakaoPage,
    anchor: Coordinate?,
    inOrder: Bool,
    isSecondLook: Bool
  ) async throws(PlaceSearchError) -> [AreaWork] {
    let seen = tally.seen(in: cell)
    // Everything that is counted there was seen before, in whatever way.
    if seen.count == first.totalCount { return [] }
    guard first.totalCount > tally.reachableCount else {
      return try await finish(cell, from: [first], anchor: anchor, inOrder: inOrder, isSecondLook: isSecondLook)
    }
    if first.contradictsItself {
      // What is shown is all that can be had of a cell whose count is made up.
      tally.noteUnreliableCounts()
      return []
    }
    let parts = CellCuts.parts(of: cell, holding: first.totalCount, seen: seen)
    guard parts.count > 1 else {
      // More places on one spot than paging can reach: take what there is, and say that it is not all.
      _ = try await pages(2...KakaoSearch.lastPage, of: cell, anchor: anchor, inOrder: inOrder)
      tally.noteCrowdedSpot()
      return []
    }
    return parts.map { .split($0, isSecondLook: isSecondLook) }
  }

  /// Takes the rest of a cell that paging can reach, and compares the places with the count.
  ///
  /// - Parameters:
  ///   - cell: The cell.
  ///   - first: Its first pages, one at least.
  ///   - anchor: The anchor of the first page.
  ///   - inOrder: The order of the first page.
  ///   - isSecondLook: Whether the counts of the cell were wrong before.
  /// - Returns: The parts to look at again; none when everything counted was seen.
  /// - Throws: When a request fails for good.
  func finish(
    _ cell: AreaCell,
    from first: [KakaoPage],
    anchor: Coordinate?,
    inOrder: Bool,
    isSecondLook: Bool
  ) async throws(PlaceSearchError) -> [AreaWork] {
    let count = first.last?.totalCount ?? 0
    var pages = first
    let last = (count + KakaoSearch.pageSize - 1) / KakaoSearch.pageSize
    if last > pages.count {
      pages += try await self.pages((pages.count + 1)...last, of: cell, anchor: anchor, inOrder: inOrder)
    }
    if let end = pages.last, !end.isLast, tally.trustsEnds, last < KakaoSearch.lastPage,
      end.places.count == KakaoSearch.pageSize
    {
      // A full page that is the last one by the count, and not by its own word: one of the two is wrong.
      let beyond = try await self.pages((last + 1)...(last + 1), of: cell, anchor: anchor, inOrder: inOrder)
      let known = Set(end.places.map(\.place.id))
      if beyond.flatMap(\.places).allSatisfy({ known.contains($0.place.id) }) { tally.noteFalseEnd() }
      pages += beyond
    }
    guard !tally.isCutShort else { return [] }
    let ids = Set(pages.flatMap(\.places).map(\.place.id))
    let areAgreed = pages.allSatisfy { $0.totalCount == count }
    // No service that counts fewer than it shows, or now this and now that, proves anything by its counts.
    if !areAgreed || ids.count > count { tally.noteUnreliableCounts() }
    guard areAgreed, ids.count == count, pages.allSatisfy({ $0.unreadableCount == 0 }) else {
      tally.noteDisagreement()
      guard !isSecondLook, tally.isWorthAnotherLook else {
        tally.noteUnproven()
        return []
      }
      let parts = CellCuts.lanes(
        of: cell,
        across: cell.length(.latitude) > cell.length(.longitude) ? .latitude : .longitude,
        count: 2,
        seen: []
      )
      return parts.map { .split($0, isSecondLook: true) }
    }
    tally.noteAgreement()
    return []
  }
}
