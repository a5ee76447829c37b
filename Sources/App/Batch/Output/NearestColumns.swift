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

  /// The names of the columns next to existing ones; a name that is taken gets a number.
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

/// The values of a row for ``NearestColumns``.
extension RowResult {
  enum NearestValue: Sendable {
    case text(String?)
    case degrees(Double?)
    case meters(Int?)
  }

  /// The `nearest_status` of a row: `none` if there is no place and the result is complete, `unproven` if a nearer
  /// place may be missing.
  var nearestStatus: String {
    switch self {
    case .found(let found, _): found.isNearest != true ? "unproven" : found.places.isEmpty ? "none" : "ok"
    case .invalid: "invalid"
    case .failed: "failed"
    }
  }

  /// Calls a closure with the value of each column, in order.
  func forEachValue(in columns: NearestColumns, _ body: (NearestValue) -> Void) {
    let places = places
    Self.forEachValue(of: places.first, body)
    body(.text(nearestStatus))
    body(.text(failure?.message))
    for index in 1..<max(1, columns.placeCount) {
      Self.forEachValue(of: index < places.count ? places[index] : nil, body)
    }
  }

  private static func forEachValue(of found: FoundPlace?, _ body: (NearestValue) -> Void) {
    body(.text(found?.place.name))
    body(.text(found?.place.id))
    body(.text(found?.place.nearestCategory))
    body(.degrees(found?.place.coordinate.latitude))
    body(.degrees(found?.place.coordinate.longitude))
    body(.meters(found?.distance?.wholeMeters))
  }
}

extension Place {
  /// The slug of the kind or group, or else the source's category.
  fileprivate var nearestCategory: String? {
    if let slug = kind?.slug ?? group?.slug { return slug }
    return categoryPath.flatMap { $0.isEmpty ? nil : $0 }
  }
}
