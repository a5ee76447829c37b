/// Which columns of a table hold what.
struct CSVColumns: Sendable, Hashable {
  /// Position of the column of latitudes.
  private(set) var latitude: Int
  /// Position of the column of longitudes.
  private(set) var longitude: Int
  /// Whether only the values tell which of the two columns holds latitudes.
  let isPlane: Bool
  private let positions: [Int]

  /// Finds the columns by their names.
  ///
  /// - Parameter titles: The header's cells.
  /// - Throws: When there is no pair of columns for coordinates in degrees, or two are called the same.
  init(titles: [String]) throws(CSVRefusal) {
    let names = titles.map(CSVColumnName.init)
    var pair: (latitude: Int, longitude: Int, isPlane: Bool)?
    for kind in CSVCoordinateNames.allCases where pair == nil {
      guard let latitude = try Self.column(kind.latitude, kind, names, titles),
        let longitude = try Self.column(kind.longitude, kind, names, titles)
      else { continue }
      pair = (latitude, longitude, kind == .plane)
    }
    guard let pair else {
      let grid = titles.indices.filter { names[$0].isGrid }.map { titles[$0] }
      throw grid.isEmpty ? .coordinatesMissing(columns: titles) : .coordinatesProjected(columns: grid)
    }
    (latitude, longitude, isPlane) = pair
    let taken: Set<Int> = [pair.latitude, pair.longitude]
    positions = CSVColumnRole.allCases.map { role in
      var best: (column: Int, rank: Int)?
      for column in names.indices where !taken.contains(column) {
        guard let rank = names[column].rank(among: role.names), rank < best?.rank ?? .max else { continue }
        best = (column, rank)
      }
      return best?.column ?? -1
    }
  }

  /// The position of the column that plays a role; `nil` when there is none.
  subscript(role: CSVColumnRole) -> Int? {
    let position = positions[role.rawValue]
    return position >= 0 ? position : nil
  }

  /// Exchanges the two columns of coordinates.
  mutating func exchangeCoordinates() { swap(&latitude, &longitude) }

  private static func column(
    _ wanted: String,
    _ kind: CSVCoordinateNames,
    _ names: [CSVColumnName],
    _ titles: [String]
  ) throws(CSVRefusal) -> Int? {
    var best: (column: Int, rank: Int)?
    for (column, name) in names.enumerated() {
      guard !name.isGrid, name.isGeodetic == (kind == .geodetic), let rank = name.rank(among: wanted) else { continue }
      guard rank != best?.rank else { throw .columnTwice(titles[column]) }
      if rank < best?.rank ?? .max { best = (column, rank) }
    }
    return best?.column
  }
}
