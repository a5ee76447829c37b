import Domain

/// Collects the places of a search that paging can reach, at most 45.
///
/// Past the end, the service repeats its last page and may not mark it as the last, so the page number also ends the
/// search.
struct PagedSearch: Sendable {
  /// The result of paging.
  struct Result: Sendable {
    /// The distinct places, in the order of the service.
    var places: [FoundPlace] = []
    /// The number of matches, according to the last page.
    var totalCount = 0
    /// Whether there may be more places than paging can reach.
    var isCrowded = false
    /// The first page; `nil` if there was no budget for it.
    var first: KakaoPage?
    /// Whether the places are all matches: every page's count equals the number of distinct places.
    var isComplete = false
    /// The number of places dropped because they belong to another query.
    var droppedCount = 0
    /// Whether time or requests ran out before the last page.
    var isCutShort = false
    /// Whether a record was left out, or a place came after a farther one.
    ///
    /// In both cases a nearer place may be missing.
    var mayLackNearer = false

    /// The distance up to which no place is missing in metres, if sorted by distance: infinite if none is missing, and
    /// negative if any may be.
    var provenMeters: Double {
      if isComplete { return .infinity }
      return mayLackNearer ? -1 : places.last?.distance?.meters ?? -1
    }
  }

  let client: KakaoClient
  let budget: RequestBudget

  /// Requests pages until there are enough places or no more pages.
  ///
  /// - Parameters:
  ///   - search: The search.
  ///   - limit: The requested number of places; `nil` for all reachable places.
  ///   - first: The first page; `nil` if it isn't known.
  /// - Returns: The places; fewer than requested if requests ran out, or time in a large area.
  /// - Throws: An error if a page can't be fetched or trusted.
  func places(
    of search: KakaoSearch,
    limit: Int?,
    first: KakaoPage? = nil
  ) async throws(PlaceSearchError) -> Result {
    var pages = Pages()
    let wanted = min(limit ?? KakaoSearch.reachableCount, KakaoSearch.reachableCount)
    for number in 1...KakaoSearch.lastPageNumber {
      let response: KakaoPage?
      do throws(PlaceSearchError) {
        response =
          if number == 1, let first { first } else {
            try await client.page(number, of: search, isOneOfSeveral: true, for: budget)
          }
      } catch {
        // A partial result is useful for a large area, but not if paging suffices.
        guard number > 1, (limit ?? .max) > KakaoSearch.reachableCount, budget.leavesPart(after: error) else {
          throw error
        }
        pages.isCutShort = true
        break
      }
      guard let page = response else { break }
      pages.add(page)
      // So many mismatches exceed the limit, whatever the remaining pages contain.
      if pages.discards { break }
      if page.isLast || pages.placeCount >= wanted { break }
      // The area search finds the rest, and reuses these pages.
      if page.isCrowded, search.sortsByDistance, (limit ?? .max) > KakaoSearch.reachableCount { break }
    }
    return try pages.result()
  }

  /// The pages of a search, in order.
  struct Pages: Sendable {
    /// The places of each page, in the order of the service.
    private(set) var received: [[FoundPlace]] = []
    /// Whether the last page was received.
    private(set) var isAtEnd = false
    /// Whether time or requests ran out before the last page.
    var isCutShort = false
    private var collected = Result()
    private var seen: Set<String> = []
    private var counts: Set<Int> = []
    private var unreadableCount = 0
    private var mismatches: KakaoPage.Mismatches?
    private var shownCount = 0

    /// The number of distinct places.
    var placeCount: Int { collected.places.count }
    /// The number of matches, according to the last page.
    var totalCount: Int { collected.totalCount }
    /// Whether there may be more places than paging can reach.
    var isCrowded: Bool { collected.isCrowded }
    /// Whether the pages contain as many distinct places as their count says.
    var areFull: Bool { placeCount == min(received.count * KakaoSearch.pageSize, totalCount) }
    /// Whether so many places belong to another query that they exceed the limit, whatever the remaining pages contain.
    var discards: Bool {
      ResponseMismatch.discardsResponse(with: collected.droppedCount, of: KakaoSearch.reachableCount)
    }

    /// Adds the next page.
    mutating func add(_ page: KakaoPage) {
      received.append(page.places)
      seen.reserveCapacity(seen.count + page.places.count)
      for found in page.places where seen.insert(found.place.id).inserted { collected.places.append(found) }
      if received.count == 1 { collected.first = page }
      counts.insert(page.totalCount)
      unreadableCount += page.unreadableCount
      collected.droppedCount += page.mismatches?.count ?? 0
      mismatches = mismatches ?? page.mismatches
      shownCount += page.places.count + (page.mismatches?.count ?? 0)
      collected.totalCount = page.totalCount
      collected.isCrowded = page.isCrowded
      isAtEnd = page.isLast || received.count == KakaoSearch.lastPageNumber
    }

    /// Returns the result of the pages so far.
    ///
    /// - Throws: `.untrustworthy` if more than a fifth of the places belong to another query.
    func result() throws(PlaceSearchError) -> Result {
      if let mismatches, ResponseMismatch.discardsResponse(with: collected.droppedCount, of: shownCount) {
        throw mismatches.error
      }
      var result = collected
      result.isCutShort = isCutShort
      let meters = result.places.map { $0.distance?.meters ?? 0 }
      result.mayLackNearer = unreadableCount > 0 || zip(meters, meters.dropFirst()).contains { $0 > $1 }
      result.isComplete = counts == [result.places.count] && unreadableCount == 0 && !isCutShort
      return result
    }
  }
}

extension KakaoPage {
  /// Whether there may be more places than paging can reach.
  ///
  /// A count of exactly this many may be wrong, so there may be more. A lower `pageable_count` is detected by comparing
  /// the places with the count.
  var isCrowded: Bool { totalCount >= KakaoSearch.reachableCount }

  /// Whether a first page isn't full although its count says that there are more places.
  var contradictsItself: Bool {
    isCrowded && places.count + unreadableCount < KakaoSearch.pageSize
  }
}
