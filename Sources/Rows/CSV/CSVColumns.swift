package import Domain
import Tables

/// The meanings of a table's columns.
package struct CSVColumns: Sendable {
  package struct Pair: Sendable, Hashable {
    /// The index of the column of latitudes or northings.
    package var latitude: Int
    /// The index of the column of longitudes or eastings.
    package var longitude: Int
    package let slot: CoordinateSlot
  }

  package struct Use: Sendable {
    package let column: Int
    package let entry: FieldTable.Entry

    /// Whether the values can be read only together with the title of the column.
    package var needsTitle: Bool {
      if case .ownName? = entry.attribute { return true }
      return entry.field == .categoryTag
    }
  }

  /// The pairs of coordinate columns, by priority.
  package private(set) var pairs: [Pair] = []
  /// The other columns with a known meaning, by precedence.
  package private(set) var uses: [Use] = []
  /// The CRSs of coordinates that aren't degrees.
  package private(set) var grids: GridPlan
  package let dataset: KnownDataset?
  /// The category row that follows from the title of the name column; `nil` if there is none.
  package private(set) var nameCategory: UInt16?
  /// Whether only the values show which of the two columns contains the latitudes.
  private var isPlane = false
  private let path: String
  /// The columns that the user chose, or that an earlier reading used.
  package let choice: ColumnChoice
  /// The meaning of the columns.
  package private(set) var mapping = ColumnMapping()

  /// Finds the columns by their titles or, if these don't suffice, by the rows.
  ///
  /// There must be coordinates in a known CRS, and no two columns with the same meaning.
  init(
    titles: [String],
    _ sample: CSVSample,
    path: String,
    names: FieldNames,
    grid: CoordinateReferenceSystem?
  ) throws(IndexFileError) {
    self.path = path
    var names = names
    names.choice = names.choice.resolved(among: titles).adding(names.earlierChoice, among: titles)
    choice = names.choice
    var sample = sample
    sample.countryColumn = titles.firstIndex(where: Countries.isTitle)
    let columns = titles.map(ColumnName.init)
    dataset = KnownDataset.of(Set(columns.map(\.letters)))
    let planeGrid = Self.planeGrid(of: titles)
    grids = GridPlan(named: grid, ofPlane: planeGrid, scale: names.format.scale)
    try findPairs(columns, titles: titles, choice: names.choice)
    // A mark on only one of two columns, or on names that are rarely marked, doesn't exclude them.
    if pairs.isEmpty { try findPairs(columns, titles: titles, choice: names.choice, mindsMarks: false) }
    if pairs.isEmpty, let pair = FieldNames.pair(among: titles), let latitude = titles.firstIndex(of: pair.latitude),
      let longitude = titles.firstIndex(of: pair.longitude)
    {
      pairs = [Pair(latitude: latitude, longitude: longitude, slot: .degreesWithin)]
    }
    var position: Use?
    if let point = names.choice.point, let column = titles.firstIndex(of: point) {
      pairs = []
      position = Use(column: column, entry: FieldTable.Entry(.position))
    } else if names.choice.latitude == "" {
      pairs = []
    }
    let gridPair = Self.gridPair(columns)
    if position != nil {
      // The user chose it.
    } else if let gridPair, grid != nil || planeGrid != nil {
      if !pairs.contains(where: { $0.slot == .plane }) { pairs.append(gridPair) }
    } else if pairs.isEmpty {
      let marked = titles.indices.filter { columns[$0].isGrid }.map { titles[$0] }
      guard marked.isEmpty else {
        let unsupported = columns.lazy.compactMap(\.unsupportedCode).first
        let named = gridPair.map { [titles[$0.longitude], titles[$0.latitude]] } ?? []
        if let unsupported { throw .unsupported("EPSG:\(unsupported)", path: path, columns: named) }
        let candidates = GridProjection.candidates(gridPair.map { sample.metres(of: $0) } ?? [], titles: titles)
        throw .gridUnknown(path: path, columns: named.isEmpty ? marked : named, candidates: candidates)
      }
      position = CoordinateColumn(titles: titles, sample)?.use
      guard position != nil else { throw .coordinatesMissing(path: path, columns: titles) }
    }
    if pairs.first?.slot != .plane, planeGrid == nil, grid == nil, pairs.count > 1 {
      // Metres of an unknown CRS aren't an alternative.
      pairs.removeAll { $0.slot == .plane }
    }
    grids.swapsFreely = false
    names = findUses(titles, names: names, sample: sample)
    if let position { uses = uses.filter { $0.column != position.column } + [position] }
    compareNumbers(sample, titles, isOnGrid: grid != nil || planeGrid != nil)
    try checkCountries(sample, titles: titles, choice: names.choice, path: path)
    if isPlane, let pair = pairs.first {
      let projection = grids.projection(of: pair.slot)
      let metres = projection == nil ? [] : sample.metres(of: pair, atMost: CSVSample.maximumProjectedRows)
      if sample.hasLatitudesInX(pair) || projection?.isSwapped(metres) == true {
        pairs[0] = Pair(latitude: pair.longitude, longitude: pair.latitude, slot: pair.slot)
      }
    }
    mapping = makeMapping(titles, names: names, sample: sample)
  }

  /// Returns the shape of rows with a number of cells.
  func shape(ofWidth width: Int) -> CSVRowShape {
    if let pair = pairs.first {
      return CSVRowShape(width: width, .pair(latitude: pair.latitude, longitude: pair.longitude))
    }
    let position = uses.first { !$0.entry.field.isText }
    return CSVRowShape(width: width, position.map { .position($0.column) } ?? .unknown)
  }

  private mutating func findPairs(
    _ columns: [ColumnName],
    titles: [String],
    choice: ColumnChoice,
    mindsMarks: Bool = true
  ) throws(IndexFileError) {
    // If the user named one column of a pair, the other is found by its title.
    let latitude = choice.latitude.flatMap(titles.firstIndex)
    let longitude = choice.longitude.flatMap(titles.firstIndex)
    let isNamed = latitude != nil || longitude != nil
    for (slot, north, east) in FieldNames.pairs where !isNamed || pairs.isEmpty {
      do throws(IndexFileError) {
        let named = columns.map { column in
          slot == .geodetic ? column.isGeodetic : !mindsMarks || !column.isGeodetic
        }
        guard let first = try latitude == nil ? column(north, mayBe: named, names: columns, titles: titles) : latitude,
          let second = try longitude == nil ? column(east, mayBe: named, names: columns, titles: titles) : longitude,
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

  /// Returns the CRS of metres that the titles or the dataset name.
  static func planeGrid(of titles: [String]) -> CoordinateReferenceSystem? {
    let columns = titles.map(ColumnName.init)
    return columns.lazy.compactMap(\.grid).first ?? KnownDataset.of(Set(columns.map(\.letters)))?.grid
  }

  /// Returns the pair of columns that are marked as metres of a projection.
  private static func gridPair(_ columns: [ColumnName]) -> Pair? {
    guard let (_, north, east) = FieldNames.pairs.last,
      let latitude = columns.firstIndex(where: { $0.isGrid && north.rank(of: $0.letters) != nil }),
      let longitude = columns.firstIndex(where: { $0.isGrid && east.rank(of: $0.letters) != nil })
    else { return nil }
    return Pair(latitude: latitude, longitude: longitude, slot: .plane)
  }

  /// Detects degrees without a decimal point, and the order of two numbers in one column.
  private mutating func compareNumbers(_ sample: CSVSample, _ titles: [String], isOnGrid: Bool) {
    let named = pairs.first { $0.slot != .plane }
    var found: Int?
    uses = uses.map { use in
      guard !use.entry.field.isText else { return use }
      let comparison = sample.comparison(of: use.column, with: named ?? pairs.first)
      let isOpen = use.entry.field.order == nil || use.entry.field == .geometryText
      if named != nil, isOpen { found = found ?? comparison.divisor }
      guard let order = isOpen ? comparison.order : comparison.orderOfCountries else { return use }
      let field: ImportField = order == .latitudeFirst ? .latitudeLongitude : .longitudeLatitude
      return Use(column: use.column, entry: FieldTable.Entry(field, use.entry.source, rank: Int(use.entry.rank)))
    }
    guard !isOnGrid, grids.scale == nil else { return }
    grids.divisors.named = found ?? named.flatMap { sample.divisor(of: $0, titles: titles) }
    grids.divisors.plane = pairs.first { $0.slot == .plane }.flatMap { sample.divisor(of: $0, titles: titles) }
  }

  /// Finds the columns of all fields but coordinates, and returns the names by which they were found.
  private mutating func findUses(_ titles: [String], names: FieldNames, sample: CSVSample) -> FieldNames {
    var names = names
    names.kind = .columns
    names.dataset = dataset
    names.plainKeys = plainKeys(among: titles, sample)
    names.compareNames(among: titles)
    names.refused = refused(among: titles, names, sample)
    let taken = Set(pairs.flatMap { [$0.latitude, $0.longitude] })
    var found: [Use] = []
    for (column, title) in titles.enumerated() where !taken.contains(column) {
      guard let entry = ByteView.over(Array(title.utf8), names.entry) else { continue }
      switch entry.field {
      case .latitude, .longitude, .easting, .northing: continue
      default: found.append(Use(column: column, entry: entry))
      }
    }
    found.sort { ($0.entry.precedence, $0.column) < ($1.entry.precedence, $1.column) }
    // Only one id and one name: a second such column has another meaning, unless the first is empty.
    var seen: Set<ImportField> = []
    let namesFound = found.filter { $0.entry.field == .fact(.name) }.map(\.column)
    let best = sample.firstFilled(among: namesFound)
    if let best { found.removeAll { $0.entry.field == .fact(.name) && $0.column != best } }
    if best == nil {
      names.proposedNames = [proposedName(among: titles, names, sample: sample, taken: taken)].compactMap(\.self)
      if let title = names.proposedNames.first, let column = titles.firstIndex(of: title) {
        found.removeAll { $0.column == column || $0.entry.field == .fact(.name) }
        ByteView.over(Array(title.utf8), names.entry).map { found.append(Use(column: column, entry: $0)) }
      }
    }
    uses = found.filter { use in
      guard use.entry.field == .fact(.id) || use.entry.field == .fact(.name) else { return true }
      return seen.insert(use.entry.field).inserted
    }
    nameCategory = uses.first { $0.entry.field == .fact(.name) }?.entry.category
    return names
  }

  private func plainKeys(among titles: [String], _ sample: CSVSample) -> Set<String> {
    let keys = titles.indices.filter { TagKeys.contains(titles[$0]) }
    guard !keys.isEmpty, !titles.contains(where: TagKeys.isOfElements) else { return [] }
    return TagKeys.plain(zip(keys, sample.texts(in: keys)).map { (titles[$0], $1) })
  }

  private func column(
    _ wanted: FieldNames.Row,
    mayBe: [Bool],
    names: [ColumnName],
    titles: [String]
  ) throws(IndexFileError) -> Int? {
    var best: (column: Int, rank: Int)?
    for (column, name) in names.enumerated() {
      guard !name.isGrid, mayBe[column], let rank = wanted.rank(of: name.letters) else { continue }
      guard rank != best?.rank else {
        throw .unknownFormat(
          path: path,
          detail: "two columns that could be \(titles[column])",
          advice: "name the right ones with --lat-column and --lng-column"
        )
      }
      if rank < best?.rank ?? .max { best = (column, rank) }
    }
    return best?.column
  }
}
