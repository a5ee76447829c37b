import Domain

/// A part of an area that is still to be searched.
enum AreaPart: Sendable, Hashable {
  /// A strip that is swept step by step.
  case sweep(Strip)
  /// A cell that is split until its places can be reached; `isSecondLook` when its counts were wrong before.
  case split(BoundingBox, isSecondLook: Bool)
}

/// The rest of a strip of the area that is swept lengthwise.
struct Strip: Sendable, Hashable {
  /// The rest.
  let cell: BoundingBox
  /// The direction of the sweep.
  let line: SweepLine

  /// Returns the rest of the strip from a position on.
  func advanced(to position: Double) -> Strip {
    var rest = cell
    rest[line.axis] = line.rest(of: cell[line.axis], from: position)
    return Strip(cell: rest, line: line)
  }
}

/// One search of a part: its pages so far, and those that are awaited.
struct CellQuery: Sendable {
  /// The stages of a query.
  enum Stage: Sendable, Hashable {
    /// The first page, which decides how to go on.
    case first
    /// The other pages of a step of a sweep.
    case step
    /// The other pages of a cell that paging can reach.
    case remainder
    /// The page after the last one, which was not marked as the last.
    case confirmation
    /// The reachable places of a spot that holds more than paging can reach.
    case leftovers
  }

  /// The part.
  let part: AreaPart
  /// The cell to search: the part, trimmed to the area.
  let cell: BoundingBox
  /// The point that distances are measured from.
  let origin: Coordinate?
  /// Whether the nearest to the origin come first.
  let sortsByDistance: Bool
  /// The stage of the query.
  var stage = Stage.first
  /// The number of pages that are awaited.
  var awaited = 1
  /// Whether any of its pages showed a place that was not seen before.
  private(set) var showsNewPlaces = false
  private var received: [Int: KakaoPage] = [:]

  init(part: AreaPart, cell: BoundingBox, origin: Coordinate?, sortsByDistance: Bool) {
    self.part = part
    self.cell = cell
    self.origin = origin
    self.sortsByDistance = sortsByDistance
  }

  /// The pages that have come, in order.
  var pages: [KakaoPage] { received.sorted { $0.key < $1.key }.map(\.value) }

  /// Whether its pages show as many different places as can be reached: none lacks one, has one twice in place of
  /// another, or one that cannot be read.
  var showsAllThatPagesReach: Bool {
    guard let first = pages.first else { return false }
    let reach = min(first.totalCount, first.pageableCount, KakaoSearch.reachableCount)
    return Set(pages.flatMap(\.places).map(\.place.id)).count >= reach
  }

  /// Whether the counts of the cell were wrong before.
  var isSecondLook: Bool { if case .split(_, true) = part { true } else { false } }

  /// Takes a page; `isNew` when it shows a place that was not seen before.
  mutating func take(_ page: KakaoPage, isNew: Bool, number: Int) {
    received[number] = page
    if isNew { showsNewPlaces = true }
    awaited -= 1
  }

  /// Returns the request for a page.
  func request(page: Int, of number: Int) -> AreaRequest {
    AreaRequest(
      query: number,
      scope: .rectangle(cell.asAsked, origin: origin),
      page: page,
      sortsByDistance: sortsByDistance && origin != nil
    )
  }
}

/// One page that an area search needs.
struct AreaRequest: Sendable {
  /// The cell query that it is a page of, by its number in the frontier; `nil` for the present count of the whole area.
  let query: Int?
  /// Where to look.
  let scope: KakaoScope
  /// The number of the page, from 1.
  let page: Int
  /// Whether the nearest to the origin come first.
  let sortsByDistance: Bool
}
