import Domain

/// A part of an area that remains to be searched.
enum AreaPart: Sendable, Hashable {
  /// A strip that is swept in steps.
  case sweep(Strip)
  /// A cell that is split until paging can reach its places.
  ///
  /// `isSecondLook` means that its counts were wrong before.
  case split(BoundingBox, isSecondLook: Bool)
}

/// The remainder of a strip that is swept lengthwise.
struct Strip: Sendable, Hashable {
  /// The remaining cell.
  let cell: BoundingBox
  /// The direction of the sweep.
  let line: SweepLine

  /// Returns the remainder of the strip from a position.
  func advanced(to position: Double) -> Strip {
    var rest = cell
    rest[line.axis] = line.rest(of: cell[line.axis], from: position)
    return Strip(cell: rest, line: line)
  }
}

/// A search of a part: the pages received and the number of outstanding pages.
struct CellSearch: Sendable {
  /// The stages of a query.
  enum Stage: Sendable, Hashable {
    /// The first page, which determines how to continue.
    case first
    /// The other pages of a sweep step.
    case step
    /// The other pages of a cell that paging can reach completely.
    case remainder
    /// The page after the last one, requested if the last page wasn't marked as the last.
    case confirmation
    /// The reachable places of a spot with more places than paging can reach.
    case leftovers
  }

  let part: AreaPart
  /// The cell to search: the part, trimmed to the area.
  let cell: BoundingBox
  /// The origin of the distances.
  let origin: Coordinate?
  /// Whether the places are sorted by distance from the origin.
  let sortsByDistance: Bool
  var stage = Stage.first
  /// The number of outstanding pages.
  var awaited = 1
  /// Whether any page contained a new place.
  private(set) var showsNewPlaces = false
  private var received: [Int: KakaoPage] = [:]

  init(part: AreaPart, cell: BoundingBox, origin: Coordinate?, sortsByDistance: Bool) {
    self.part = part
    self.cell = cell
    self.origin = origin
    self.sortsByDistance = sortsByDistance
  }

  /// The pages received, in order.
  var pages: [KakaoPage] { received.sorted { $0.key < $1.key }.map(\.value) }

  /// Whether the pages contain as many distinct places as paging can reach: none is missing, unreadable, or replaced by
  /// a duplicate.
  var showsAllThatPagesReach: Bool {
    guard let first = pages.first else { return false }
    let reach = min(first.totalCount, first.pageableCount, KakaoSearch.reachableCount)
    return Set(pages.flatMap(\.places).map(\.place.id)).count >= reach
  }

  /// Whether the counts of the cell were wrong before.
  var isSecondLook: Bool { if case .split(_, true) = part { true } else { false } }

  /// Adds a page; `isNew` means that it contains a new place.
  mutating func take(_ page: KakaoPage, isNew: Bool, number: Int) {
    received[number] = page
    if isNew { showsNewPlaces = true }
    awaited -= 1
  }

  /// Returns the request for a page.
  func request(page: Int, of number: Int) -> AreaRequest {
    AreaRequest(
      query: number,
      scope: .rectangle(cell.roundedForRequest, origin: origin),
      page: page,
      sortsByDistance: sortsByDistance && origin != nil
    )
  }
}

/// A page that an area search needs.
struct AreaRequest: Sendable {
  /// The number of its cell query in the frontier; `nil` for the request that counts the whole area.
  let query: Int?
  /// The area to search.
  let scope: KakaoScope
  /// The page number, counted from 1.
  let page: Int
  /// Whether the places are sorted by distance from the origin.
  let sortsByDistance: Bool
}
