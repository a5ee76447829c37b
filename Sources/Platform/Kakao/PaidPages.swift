import Domain
import Foundation
import Synchronization

/// The pages of searches that ended before they were finished, so that the next attempt does not pay for them again.
///
/// An area of a thousand places takes some seventy requests, and a failure of one of them discards the answer. The
/// pages stay in memory and, where answers are cached, in the cache; a finished search drops its pages. They are used
/// for minutes only, since places move, and each once in an attempt, so that what is asked for again is really asked.
final class PaidPages: Sendable {
  /// The maximum age of a page, whatever the lifetime of the cache is.
  static let maximumAge = Duration.seconds(600)
  /// The maximum number of pages in memory: about 10 MB.
  private static let maximumCount = 1_000
  /// The number of pages in one entry of the cache: about half a megabyte.
  private static let pagesPerEntry = 64

  private let cache: AnswerCache?
  private let lifetime: Duration
  private let clock: WallClock
  /// The pages of each search, the last to end last.
  private let unfinished = Mutex<[(key: JSONTree, pages: [URL: Page])]>([])

  /// Makes a store of pages.
  ///
  /// - Parameters:
  ///   - cache: Where they survive the process; `nil` for nowhere.
  ///   - lifetime: The lifetime of cached answers; at most ``maximumAge`` is used.
  ///   - clock: The time of day.
  init(cache: AnswerCache? = nil, lifetime: Duration = maximumAge, clock: WallClock = .system) {
    self.cache = cache
    self.lifetime = lifetime > .zero ? min(lifetime, Self.maximumAge) : Self.maximumAge
    self.clock = clock
  }

  /// Begins an attempt at a query, with the pages that earlier ones have paid for.
  ///
  /// - Parameters:
  ///   - query: The query.
  ///   - limit: How many places are wanted.
  ///   - service: The address of the service.
  /// - Returns: The attempt, to be ended with ``end(_:isFinished:)``.
  func attempt(at query: PlaceQuery, limit: PlaceLimit, service: String) -> Attempt {
    let asked = JSONTree.asked(AskedQuery(query: query, amount: .collection(limit)), isKey: true)
    let key = JSONTree.members(["service": .text(service), "kind": .text("pages"), "asked": asked])
    let now = clock.now()
    let known = unfinished.withLock { $0.first { $0.key == key }?.pages }
    let pages = (known ?? cached(key)).filter { _, paid in
      paid.paidAtSeconds <= now && .seconds(now - paid.paidAtSeconds) < lifetime
    }
    return Attempt(key: key, earlier: pages, clock: clock)
  }

  /// Ends an attempt.
  ///
  /// - Parameters:
  ///   - attempt: The attempt.
  ///   - isFinished: Whether the query was answered as well as it can be; its pages are then dropped, and kept
  ///     otherwise.
  func end(_ attempt: Attempt, isFinished: Bool) {
    let pages = isFinished ? [:] : attempt.pages
    guard isFinished ? attempt.hadEarlier : attempt.hasNew else { return }
    unfinished.withLock { unfinished in
      unfinished.removeAll { $0.key == attempt.key }
      guard !pages.isEmpty else { return }
      unfinished.append((attempt.key, pages))
      while unfinished.count > 1, unfinished.reduce(0, { $0 + $1.pages.count }) > Self.maximumCount {
        unfinished.removeFirst()
      }
    }
    // An entry without a page replaces those of a finished search.
    let all = pages.map(JSONTree.paidPage)
    for start in stride(from: 0, to: max(1, all.count), by: Self.pagesPerEntry) {
      let some = all[start..<min(start + Self.pagesPerEntry, all.count)]
      cache?.keep(.list(Array(some)), to: Self.entry(start / Self.pagesPerEntry, of: attempt.key))
    }
  }

  /// The pages that another process has left.
  private func cached(_ key: JSONTree) -> [URL: Page] {
    var pages: [URL: Page] = [:]
    var number = 0
    while let entry = cache?.answer(to: Self.entry(number, of: key))?.answer.elements, !entry.isEmpty {
      for (url, page) in entry.compactMap(\.paidPage) { pages[url] = page }
      number += 1
    }
    return pages
  }

  private static func entry(_ number: Int, of key: JSONTree) -> JSONTree {
    .members(["pages": key, "part": .integer(number)])
  }

  /// A page, and when it was answered.
  struct Page: Sendable {
    let page: KakaoPage
    let paidAtSeconds: Int64
  }

  /// One attempt at a query.
  final class Attempt: Sendable {
    private struct State {
      /// The pages of earlier attempts that were not asked for yet.
      var earlier: [URL: Page]
      /// The pages of this attempt, by the address of the request, which never holds the key of the service.
      var pages: [URL: Page] = [:]
      /// Whether the service was asked for one of them.
      var hasNew = false
    }

    fileprivate let key: JSONTree
    fileprivate let hadEarlier: Bool
    private let clock: WallClock
    private let state: Mutex<State>

    fileprivate init(key: JSONTree, earlier: [URL: Page], clock: WallClock) {
      self.key = key
      self.clock = clock
      hadEarlier = !earlier.isEmpty
      state = Mutex(State(earlier: earlier))
    }

    /// Returns the page that an earlier attempt was given for a request, once.
    func take(_ url: URL) -> KakaoPage? {
      state.withLock { state in
        guard let page = state.earlier.removeValue(forKey: url) else { return nil }
        state.pages[url] = page
        return page.page
      }
    }

    /// Keeps a page, unless something in it is not as it should be.
    func keep(_ page: KakaoPage, of url: URL, isMeasured: Bool) {
      guard page.unreadableCount == 0, !isMeasured || page.places.allSatisfy({ $0.distance != nil }) else { return }
      let paid = Page(page: page, paidAtSeconds: clock.now())
      state.withLock { state in
        state.pages[url] = paid
        state.hasNew = true
      }
    }

    fileprivate var hasNew: Bool { state.withLock(\.hasNew) }

    /// The pages of this attempt, and those of earlier ones that it has not come to.
    fileprivate var pages: [URL: Page] { state.withLock { $0.earlier.merging($0.pages) { $1 } } }
  }
}

extension JSONTree {
  /// A page and its request, as the cache stores them.
  fileprivate static func paidPage(_ url: URL, _ paid: PaidPages.Page) -> JSONTree {
    .members([
      "asked": .text(url.absoluteString), "at": .integer(paid.paidAtSeconds),
      "total_count": .integer(paid.page.totalCount), "pageable_count": .integer(paid.page.pageableCount),
      "last": .bool(paid.page.isLast), "places": .list(paid.page.places.map(place)),
    ])
  }

  /// The page that was stored, and its request; `nil` when a part of it cannot be read.
  fileprivate var paidPage: (URL, PaidPages.Page)? {
    guard let url = self["asked"]?.string.flatMap({ URL(string: $0) }), let time = self["at"]?.integer,
      let totalCount = self["total_count"]?.integer, let pageableCount = self["pageable_count"]?.integer,
      let isLast = self["last"]?.isTrue, let elements = self["places"]?.elements
    else { return nil }
    let places = elements.compactMap(\.foundPlace)
    guard places.count == elements.count else { return nil }
    let page = KakaoPage(
      places: places,
      totalCount: totalCount,
      pageableCount: pageableCount,
      isLast: isLast,
      unreadableCount: 0
    )
    return (url, PaidPages.Page(page: page, paidAtSeconds: Int64(time)))
  }
}
