import Domain

/// The columns that `--nearest` appends to each row.
///
/// The first columns are the nearest place, the row's status and error, the place of the row's name or address, and the
/// number of places that are left out; each further place has six columns.
struct NearestColumns: Sendable, Hashable {
  /// The number of places of a row.
  let placeCount: Int
  /// Whether rows have the name or address that was found for their own.
  var namesCenters = false
  /// Whether rows have the number of places that are left out because their opening hours are unknown.
  var countsUnknownHours = false

  private static let placeFields = ["name", "id", "category", "lat", "lng", "distance_m"]

  /// The columns of a row besides those of its places.
  private var rowFields: [String] {
    ["status", "error"] + (namesCenters ? ["near"] : []) + (countsUnknownHours ? ["unknown_hours"] : [])
  }

  var names: [String] {
    var names = (Self.placeFields + rowFields).map { "nearest_\($0)" }
    for number in 2..<max(2, placeCount + 1) { names += Self.placeFields.map { "nearest_\(number)_\($0)" } }
    return names
  }

  /// Returns the number of the place whose name is in a column; `nil` for other columns.
  func named(_ column: Int) -> Int? {
    let count = Self.placeFields.count
    let further = column - count - rowFields.count
    if column == 0 { return 0 }
    return further >= 0 && further % count == 0 ? further / count + 1 : nil
  }

  /// Returns the names of the columns next to existing ones; a name that is taken gets a number.
  func names(besides taken: [String]) -> [String] {
    var taken = Set(taken)
    return names.map { name in
      var free = name
      var number = 2
      while !taken.insert(free).inserted {
        free = "\(name)_\(number)"
        number += 1
      }
      return free
    }
  }
}

/// The result of a row for ``NearestColumns``.
struct NearestResult: Sendable {
  let places: [FoundPlace]
  /// The `nearest_status`: `none` if there is no place and the result is complete, `unproven` if a nearer place may be
  /// missing or has unknown opening hours.
  let status: String
  let error: String?
  /// The name of the centre; `nil` for a row with a coordinate, or without a result.
  private let near: String?
  /// The number of places that are left out because their opening hours are unknown; `nil` for a row without a result.
  private let undecidedCount: Int?

  init(_ found: PlaceCollection, near: String?) {
    places = found.places
    self.near = near
    status = found.isNearest != true ? "unproven" : found.places.isEmpty ? "none" : "ok"
    error = nil
    undecidedCount = found.undecidedCount
  }

  init(_ failure: Failure, as status: RowResult.Status) {
    places = []
    self.status = status.rawValue
    error = failure.message
    near = nil
    undecidedCount = nil
  }

  /// Calls a closure with the value of each column, in order.
  func forEachValue(in columns: NearestColumns, _ body: (CellValue) -> Void) {
    place(at: 0, body)
    body(.text(status))
    body(.text(error))
    if columns.namesCenters { body(.text(near)) }
    if columns.countsUnknownHours { body(.integer(undecidedCount)) }
    for index in 1..<max(1, columns.placeCount) { place(at: index, body) }
  }

  private func place(at index: Int, _ body: (CellValue) -> Void) {
    let found = index < places.count ? places[index] : nil
    body(.text(found?.place.name))
    body(.text(found?.place.id))
    body(.text(found?.place.nearestCategory))
    body(.number(found?.place.coordinate.latitude))
    body(.number(found?.place.coordinate.longitude))
    body(.integer(found?.distance?.wholeMeters))
  }
}

extension Place {
  /// The slug of the kind or group, or else the source's category.
  fileprivate var nearestCategory: String? {
    if let slug = kind?.slug ?? group?.slug { return slug }
    return categoryPath.flatMap { $0.isEmpty ? nil : $0 }
  }
}
