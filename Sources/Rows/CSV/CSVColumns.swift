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
    /// The columns of the minutes and seconds, if the pair has only the degrees.
    package var angles: AngleColumns?

    package init(latitude: Int, longitude: Int, slot: CoordinateSlot = .degrees) {
      self.latitude = latitude
      self.longitude = longitude
      self.slot = slot
    }
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
  package internal(set) var pairs: [Pair] = []
  /// The other columns with a known meaning, by precedence.
  package private(set) var uses: [Use] = []
  /// The CRSs of coordinates that aren't degrees.
  package private(set) var systems: CRSPlan
  package let dataset: KnownDataset?
  /// The CRS of metres that the titles or the dataset name.
  let planeCRS: CoordinateReferenceSystem?
  /// The category row that follows from the title of the name column; `nil` if there is none.
  package private(set) var nameCategory: UInt16?
  /// The column with both coordinates, if nothing shows their order.
  package private(set) var columnOfAssumedOrder: String?
  /// Whether the rows are OpenStreetMap elements.
  private(set) var hasElementIDs = false
  /// Whether only the values show which of the two columns contains the latitudes.
  var isPlane = false
  let path: String
  /// The columns that the user chose, or that an earlier reading used.
  package private(set) var choice: ColumnChoice
  /// The titles without the names of objects: `name` for `properties.name`.
  package let plainTitles: [String]
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
    crs: CoordinateReferenceSystem?,
    usesValues: Bool = true
  ) throws(IndexFileError) {
    let plain = FieldNames.plainTitles(of: titles)
    var names = names
    names.choice = names.choice.resolved(among: titles)
    let choice = names.choice.adding(names.earlierChoice, among: titles)
    names.choice = choice.renamed(titles, plain)
    names.earlierChoice = ColumnChoice()
    try self.init(plainTitles: plain, sample, path: path, names: names, crs: crs, usesValues: usesValues)
    guard plain != titles else { return }
    self.choice = choice
    columnOfAssumedOrder = zip(titles, plain).first { $0.1 == columnOfAssumedOrder }?.0
    mapping = mapping.renamed(plain, titles)
  }

  /// Finds the columns by titles without the names of objects.
  private init(
    plainTitles titles: [String],
    _ sample: CSVSample,
    path: String,
    names: FieldNames,
    crs: CoordinateReferenceSystem?,
    usesValues: Bool
  ) throws(IndexFileError) {
    self.path = path
    plainTitles = titles
    choice = names.choice
    var sample = sample
    sample.countryColumn = titles.firstIndex(where: Countries.isTitle)
    let columns = titles.map(ColumnName.init)
    dataset = KnownDataset.of(Set(columns.map(\.letters)))
    planeCRS = columns.lazy.compactMap(\.crs).first ?? dataset?.crs
    systems = CRSPlan(named: crs, ofPlane: planeCRS, scale: names.format.scale)
    let hasCRS = crs != nil || planeCRS != nil
    let coordinateColumn = try findCoordinates(columns, titles: titles, sample, usesValues: usesValues, hasCRS: hasCRS)
    if let pair = pairs.first, pair.slot != .plane { pairs[0].angles = AngleColumns(of: pair, among: titles) }
    systems.swapsFreely = false
    let found = findUses(titles, columns, names: names, sample: sample)
    if let coordinateColumn { uses = uses.filter { $0.column != coordinateColumn.column } + [coordinateColumn] }
    compareNumbers(sample, titles, hasCRS: hasCRS)
    try checkCountries(sample, titles: titles, path: path)
    if isPlane, let pair = pairs.first {
      let projection = systems.projection(of: pair.slot)
      let metres = projection == nil ? [] : sample.metres(of: pair, atMost: CSVSample.maximumProjectedRows)
      if sample.hasLatitudesInX(pair) || projection?.isSwapped(metres) == true {
        pairs[0] = Pair(latitude: pair.longitude, longitude: pair.latitude, slot: pair.slot)
        if pair.angles != nil { pairs[0].angles = AngleColumns(of: pairs[0], among: titles) }
      }
    }
    mapping = makeMapping(titles, names: found, sample: sample)
  }

  /// Returns the shape of rows with a number of cells.
  func shape(ofWidth width: Int) -> CSVRowShape {
    if let pair = pairs.first {
      return CSVRowShape(width: width, .pair(latitude: pair.latitude, longitude: pair.longitude))
    }
    let coordinateColumn = uses.first { !$0.entry.field.isText }
    return CSVRowShape(width: width, coordinateColumn.map { .coordinate($0.column) } ?? .unknown)
  }

  /// Detects degrees without a decimal point, and the order of two numbers in one column.
  private mutating func compareNumbers(_ sample: CSVSample, _ titles: [String], hasCRS: Bool) {
    let named = pairs.first { $0.slot != .plane }
    var found: Int?
    uses = uses.map { use in
      guard !use.entry.field.isText, choice.field(of: titles[use.column])?.order == nil else { return use }
      let comparison = sample.comparison(of: use.column, with: named ?? pairs.first)
      let isOpen = use.entry.field.order == nil || use.entry.field == .geometryText
      if named != nil, isOpen { found = found ?? comparison.divisor }
      if pairs.isEmpty, isOpen, comparison.isAssumed { columnOfAssumedOrder = titles[use.column] }
      guard let order = isOpen ? comparison.order : comparison.orderOfCountries else { return use }
      return Use(column: use.column, entry: FieldTable.Entry(order.field, use.entry.source, rank: Int(use.entry.rank)))
    }
    guard !hasCRS, systems.scale == nil else { return }
    systems.divisors.named = found ?? named.flatMap { sample.divisor(of: $0, titles: titles) }
    systems.divisors.plane = pairs.first { $0.slot == .plane }.flatMap { sample.divisor(of: $0, titles: titles) }
  }

  /// Finds the columns of all fields but coordinates, and returns the names by which they were found.
  private mutating func findUses(
    _ titles: [String],
    _ columns: [ColumnName],
    names: FieldNames,
    sample: CSVSample
  ) -> FieldNames {
    var names = names
    names.kind = .columns
    names.dataset = dataset
    hasElementIDs = Self.haveElementIDs(titles, sample)
    names.hasExactKeys = hasElementIDs
    names.refused = plainKeys(among: titles, sample)
    names.compareNames(among: columns)
    names.refused.formUnion(refused(among: titles, names, sample))
    names.treatAsAddresses(addressTitles(among: titles, names, sample))
    names.treatAsElementTypes(Self.elementTypes(among: titles, sample))
    let taken = Set(pairs.flatMap { [$0.latitude, $0.longitude] + ($0.angles?.columns ?? []) })
    var found: [Use] = []
    for (column, name) in columns.enumerated() where !taken.contains(column) {
      guard let entry = names.entry(of: name) else { continue }
      switch entry.field {
      case .latitude, .longitude, .easting, .northing: continue
      default: found.append(Use(column: column, entry: entry))
      }
    }
    found.sort { ($0.entry.precedence, $0.column) < ($1.entry.precedence, $1.column) }
    // Only one id and one name: a second such column has another meaning, unless the first is empty.
    var seen: Set<ImportField> = []
    let namesFound = found.filter { $0.entry.field == .placeText(.name) }.map(\.column)
    let best = sample.firstFilled(among: namesFound)
    if let best { found.removeAll { $0.entry.field == .placeText(.name) && $0.column != best } }
    if best == nil, let title = proposedName(among: titles, names, sample: sample, taken: taken) {
      names.propose(FieldTable.Entry(.placeText(.name), .lastResort), for: [title])
      if let column = titles.firstIndex(of: title) {
        found.removeAll { $0.column == column || $0.entry.field == .placeText(.name) }
        names.entry(of: title).map { found.append(Use(column: column, entry: $0)) }
      }
    }
    uses = found.filter { use in
      guard use.entry.field == .placeText(.id) || use.entry.field == .placeText(.name) else { return true }
      return seen.insert(use.entry.field).inserted
    }
    nameCategory = uses.first { $0.entry.field == .placeText(.name) }?.entry.category
    return names
  }

  private func plainKeys(among titles: [String], _ sample: CSVSample) -> Set<String> {
    let keys = titles.indices.filter { TagKeys.contains(titles[$0]) }
    guard !keys.isEmpty else { return [] }
    let values = zip(keys, sample.texts(in: keys)).map { (titles[$0], $1) }
    return TagKeys.plain(values, isOfElements: hasElementIDs)
  }

  private static func haveElementIDs(_ titles: [String], _ sample: CSVSample) -> Bool {
    let hasIDs = titles.contains(where: TagKeys.isID)
    let areOfElements = titles.indices.contains { column in
      TagKeys.areOfElements(titles[column], hasIDs: hasIDs) { sample.texts(in: [column])[0] }
    }
    return areOfElements || !elementTypes(among: titles, sample).isEmpty
  }

  private static func elementTypes(among titles: [String], _ sample: CSVSample) -> Set<String> {
    TagKeys.elementTypes(among: titles) { title in
      titles.firstIndex(of: title).map { sample.texts(in: [$0])[0] } ?? []
    }
  }
}
