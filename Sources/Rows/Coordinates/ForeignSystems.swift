package import Domain
import Tables

/// The CRSs of other countries, by the metres of their land.
///
/// They aren't converted; the application names a command that converts them.
package enum ForeignSystems {
  private struct Entry {
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

    func holds(_ point: PlanePoint) -> Bool { eastings.contains(point.x) && northings.contains(point.y) }
  }

  private static let all = FieldNames.lines("foreign").compactMap(Entry.init)

  /// Column titles that denote metres in other countries, but not in Korea.
  private static let foreignTitles = ["easting", "northing", "l93", "lambert", "rechtswert", "hochwert", "rd"]

  /// Returns the CRSs in which at least nine of ten rows are in their countries.
  package static func systems(holding rows: [PlanePoint]) -> [ForeignSystem] {
    all.filter { crs in rows.count { crs.holds($0) } * 10 >= rows.count * 9 }.map(\.system)
  }

  /// Returns whether at least nine of ten rows are in the country of some CRS.
  static func areInForeignSystem(_ rows: [PlanePoint]) -> Bool { !systems(holding: rows).isEmpty }

  /// Returns the error for metres that aren't Korean, if nothing in the titles and rows suggests that they are; `nil`
  /// if they fit no other country.
  package static func refusal(
    path: String,
    _ rows: [PlanePoint],
    titles: [String],
    pair: [String],
    isKorean: Bool
  ) -> IndexFileError? {
    let areAxes = pair.first.map { CoordinateSlot.plane.rank(of: ColumnName($0).letters, as: .easting) != nil } ?? true
    if !areAxes, !rows.isEmpty, DegreeScale.areSexagesimal(rows) {
      return .unknownFormat(
        path: path,
        detail: "its coordinates look like degrees, minutes and seconds without separators (215247 for 21°52′47″)",
        advice: "convert them to decimal degrees: degrees + minutes/60 + seconds/3600"
      )
    }
    if let divisor = DegreeScale.divisor(of: rows, areNamed: false) {
      return .degreesWithoutPoint(path: path, divisor: divisor)
    }
    guard !isKorean, !rows.isEmpty else { return nil }
    var pair = pair
    var systems = systems(holding: rows)
    if systems.isEmpty, !areAxes {
      // Files that call metres latitudes and longitudes may swap the two.
      systems = Self.systems(holding: rows.map { ($0.y, $0.x) })
      pair.reverse()
    }
    guard !systems.isEmpty else { return nil }
    let letters = (pair.isEmpty ? titles : pair).map { ColumnName($0).letters }
    let isForeign = letters.contains { title in foreignTitles.contains { title.contains($0) } }
    let candidates = isForeign ? [] : CRSProjection.koreanCandidates(rows, titles: titles)
    return .systemForeign(path: path, systems: systems, columns: pair, candidates: candidates)
  }
}
