import Domain

/// The grids of other countries, by the metres of their land: they are not converted, and the application names what
/// does.
enum ForeignGrids {
  private struct Grid {
    let system: ForeignSystem
    let eastings: ClosedRange<Double>
    let northings: ClosedRange<Double>

    init?(_ line: (key: String, names: [String])) {
      let numbers = line.names.compactMap { Double($0) }
      guard numbers.count == 4, let country = line.names.first else { return nil }
      system = ForeignSystem(code: line.key, country: country.replacing("_", with: " "))
      eastings = numbers[0]...numbers[1]
      northings = numbers[2]...numbers[3]
    }

    func holds(_ point: GridPoint) -> Bool { eastings.contains(point.x) && northings.contains(point.y) }
  }

  private static let all = FieldNames.lines("foreign").compactMap(Grid.init)

  /// Titles of columns with which Korean files do not name metres, and those of other countries do.
  private static let foreignTitles = ["easting", "northing", "l93", "lambert", "rechtswert", "hochwert", "rd"]

  /// The systems on which nine of ten rows are in their countries.
  static func systems(holding rows: [GridPoint]) -> [ForeignSystem] {
    all.filter { grid in rows.count { grid.holds($0) } * 10 >= rows.count * 9 }.map(\.system)
  }

  /// Whether nine of ten rows are on the grid of a country, in its land.
  static func areOnGrid(_ rows: [GridPoint]) -> Bool { !systems(holding: rows).isEmpty }

  /// The reason to refuse metres that are not Korean, as nothing in the titles and rows is; `nil` if they fit no
  /// other country.
  static func refusal(
    path: String,
    _ rows: [GridPoint],
    titles: [String],
    pair: [String],
    isKorean: Bool
  ) -> IndexFileError? {
    if let divisor = DegreeScale.divisor(of: rows, areNamed: false) {
      return .degreesWithoutPoint(path: path, divisor: divisor)
    }
    guard !isKorean, !rows.isEmpty else { return nil }
    var pair = pair
    var systems = systems(holding: rows)
    let east = FieldNames.pairs.last?.east
    let areAxes = pair.first.map { east?.rank(of: ColumnName($0).letters) != nil } ?? true
    if systems.isEmpty, !areAxes {
      // Whoever calls metres latitudes and longitudes may call them so the wrong way round.
      systems = Self.systems(holding: rows.map { ($0.y, $0.x) })
      pair.reverse()
    }
    guard !systems.isEmpty else { return nil }
    let letters = (pair.isEmpty ? titles : pair).map { ColumnName($0).letters }
    let isForeign = letters.contains { title in foreignTitles.contains { title.contains($0) } }
    let candidates = isForeign ? [] : GridProjection.candidates(rows, titles: titles)
    return .systemForeign(path: path, systems: systems, columns: pair, candidates: candidates)
  }
}

extension IndexFileError {
  /// Whether it refuses coordinates in metres.
  var isAboutMetres: Bool {
    switch self {
    case .gridUnknown, .systemForeign, .degreesWithoutPoint: true
    default: false
    }
  }
}
