import Domain
import Tables

/// Finds the columns with the coordinates.
extension CSVColumns {
  /// Finds the pairs of coordinate columns, or returns the column with both coordinates.
  mutating func findCoordinates(
    _ columns: [ColumnName],
    titles: [String],
    _ sample: CSVSample,
    usesValues: Bool,
    hasCRS: Bool
  ) throws(IndexFileError) -> Use? {
    try findPairs(columns, titles: titles)
    // If no pair is found, ignore the WGS 84 marks: only one of the two columns may have one.
    if pairs.isEmpty { try findPairs(columns, titles: titles, mindsMarks: false) }
    if pairs.isEmpty, let pair = FieldNames.pair(among: columns), let latitude = titles.firstIndex(of: pair.latitude),
      let longitude = titles.firstIndex(of: pair.longitude)
    {
      pairs = [Pair(latitude: latitude, longitude: longitude, slot: .degreesWithin)]
    }
    var coordinateColumn: Use?
    if let point = choice.point, let column = titles.firstIndex(of: point) {
      pairs = []
      coordinateColumn = Use(column: column, entry: FieldTable.Entry(choice.field(of: point) ?? .coordinate))
    } else if choice.latitude == "" {
      pairs = []
    }
    let projectedPair = Self.projectedPair(columns)
    if coordinateColumn != nil {
      // The user chose a column with both coordinates.
    } else if let projectedPair, hasCRS {
      if !pairs.contains(where: { $0.slot == .plane }) { pairs.append(projectedPair) }
    } else if pairs.isEmpty {
      let marked = titles.indices.filter { columns[$0].isProjected }.map { titles[$0] }
      guard marked.isEmpty else {
        let unsupported = columns.lazy.compactMap(\.unsupportedCode).first
        let named = projectedPair.map { [titles[$0.longitude], titles[$0.latitude]] } ?? []
        if let unsupported { throw .unsupported("EPSG:\(unsupported)", path: path, columns: named) }
        let candidates = CRSProjection.candidates(projectedPair.map { sample.metres(of: $0) } ?? [], titles: titles)
        throw .crsUnknown(path: path, columns: named.isEmpty ? marked : named, candidates: candidates)
      }
      coordinateColumn = usesValues ? CoordinateColumn(titles: titles, sample)?.use : nil
      guard coordinateColumn != nil else { throw .coordinatesMissing(path: path, columns: titles) }
    }
    if !hasCRS, let named = pairs.first, named.slot != .plane, let plane = pairs.last, plane.slot == .plane {
      decide(between: named, and: plane, sample)
    }
    return coordinateColumn
  }

  /// Decides by the first rows whether x and y are an alternative to latitude and longitude, or their replacement.
  ///
  /// Other numbers called x and y, such as metres and cells of a grid, aren't.
  private mutating func decide(between named: Pair, and plane: Pair, _ sample: CSVSample) {
    switch sample.agreement(of: plane, with: named) {
    case .isAlone:
      pairs = [plane]
      isPlane = true
    case .agrees: break
    case .differs: pairs.removeAll { $0.slot == .plane }
    }
  }

  private mutating func findPairs(_ columns: [ColumnName], titles: [String], mindsMarks: Bool = true)
    throws(IndexFileError)
  {
    // If the user named one column of a pair, the other is found by its title.
    let latitude = choice.latitude.flatMap(titles.firstIndex)
    let longitude = choice.longitude.flatMap(titles.firstIndex)
    let isNamed = latitude != nil || longitude != nil
    for slot in CoordinateSlot.pairs where !isNamed || pairs.isEmpty {
      do throws(IndexFileError) {
        let named = columns.map { column in
          slot == .geodetic ? column.isGeodetic : !mindsMarks || !column.isGeodetic
        }
        guard let first = try latitude == nil ? column(slot, slot.north, mayBe: named, names: columns) : latitude,
          let second = try longitude == nil ? column(slot, slot.east, mayBe: named, names: columns) : longitude,
          first != second
        else { continue }
        if pairs.isEmpty { isPlane = isNamed || slot == .plane }
        if pairs.contains(where: { $0.latitude == first || $0.longitude == second }) { continue }
        pairs.append(Pair(latitude: first, longitude: second, slot: isNamed ? .geometry : slot))
      } catch {
        if pairs.isEmpty { throw error }
      }
    }
  }

  /// Returns the pair of columns that are marked as metres of a projection.
  private static func projectedPair(_ columns: [ColumnName]) -> Pair? {
    func column(_ field: ImportField) -> Int? {
      columns.firstIndex { $0.isProjected && CoordinateSlot.plane.rank(of: $0.letters, as: field) != nil }
    }
    guard let latitude = column(.northing), let longitude = column(.easting) else { return nil }
    return Pair(latitude: latitude, longitude: longitude, slot: .plane)
  }

  private func column(
    _ slot: CoordinateSlot,
    _ field: ImportField,
    mayBe: [Bool],
    names: [ColumnName]
  ) throws(IndexFileError) -> Int? {
    var best: (column: Int, rank: Int)?
    for (column, name) in names.enumerated() {
      guard !name.isProjected, mayBe[column], let rank = slot.rank(of: name.letters, as: field) else { continue }
      guard rank != best?.rank else {
        throw .unknownFormat(
          path: path,
          detail: "two columns could be \(name.title)",
          advice: "name the right ones with --map lat=COLUMN and --map lng=COLUMN"
        )
      }
      if rank < best?.rank ?? .max { best = (column, rank) }
    }
    return best?.column
  }
}
