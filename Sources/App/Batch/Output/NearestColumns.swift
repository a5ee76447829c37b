import Domain

/// The columns that `--nearest` appends to each row.
///
/// The first eight columns are the nearest place and the row's status and error; each further place has six columns.
struct NearestColumns: Sendable, Hashable {
  /// The number of places of a row.
  let placeCount: Int

  private static let placeFields = ["name", "id", "category", "lat", "lng", "distance_m"]

  var names: [String] {
    var names = Self.placeFields.map { "nearest_\($0)" } + ["nearest_status", "nearest_error"]
    for number in 2..<max(2, placeCount + 1) { names += Self.placeFields.map { "nearest_\(number)_\($0)" } }
    return names
  }

  /// Returns the number of the place whose name is in a column; `nil` for other columns.
  static func named(_ column: Int) -> Int? {
    let further = column - placeFields.count - 2
    if column == 0 { return 0 }
    return further >= 0 && further % placeFields.count == 0 ? further / placeFields.count + 1 : nil
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
  /// missing.
  let status: String
  let error: String?

  init(_ found: PlaceCollection) {
    places = found.places
    status = found.isNearest != true ? "unproven" : found.places.isEmpty ? "none" : "ok"
    error = nil
  }

  init(_ failure: Failure, as status: RowResult.Status) {
    places = []
    self.status = status.rawValue
    error = failure.message
  }

  /// Calls a closure with the value of each column, in order.
  func forEachValue(in columns: NearestColumns, _ body: (CellValue) -> Void) {
    place(at: 0, body)
    body(.text(status))
    body(.text(error))
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
