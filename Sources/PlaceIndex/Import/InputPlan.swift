import Domain
import Rows
import Tables

/// Facts about an input that are known before its rows are read.
struct InputPlan: Sendable {
  let path: String
  /// The names of the properties or columns.
  let names: FieldNames
  /// The CRSs of coordinates that aren't degrees.
  let grids: GridPlan
  /// The category of every place, regardless of the rows.
  let forced: ForcedCategory?
  /// The service in the name of a file of licences; see ``RowDraft/finalCategories(_:_:)``.
  let service: CategoryMeaning?
  /// The category of the dataset's places, unless rows have another.
  let datasetCategory: CategoryMeaning
  /// Whether the dataset contains stations, which have platforms as parts.
  let isOfStations: Bool

  init(
    path: String = "",
    names: FieldNames = .init(),
    grids: GridPlan = .init(),
    forced: PlaceCategory? = nil,
    routes: TransitRoutes? = nil
  ) {
    self.path = path
    self.names = names
    self.grids = grids
    self.forced = ForcedCategory(forced)
    service = FileService.of(path, dataset: names.dataset)
    let routes = names.dataset?.isOfStops == true ? routes : nil
    datasetCategory = routes?.category ?? CategoryMeaning(names.dataset?.category)
    isOfStations = routes?.hasStations ?? false
  }
}

/// The category that the caller gives to every place of an input.
struct ForcedCategory: Sendable {
  /// The group or kind; none for a category of the caller's own.
  private let meaning: CategoryMeaning
  /// Whether rows determine the kind of a place within the group.
  private let isGroup: Bool
  /// The source category of every place; empty to use the rows' categories.
  let text: [UInt8]

  /// Makes a forced category; `nil` for any category.
  init?(_ category: PlaceCategory?) {
    guard let category, category != .any else { return nil }
    meaning = CategoryMeaning(category.meaning)
    if case .group = category { isGroup = true } else { isGroup = false }
    if case .source(let word) = category { text = Array(word.utf8) } else { text = [] }
  }

  /// Replaces the group of a place; its kinds stay if the caller gave their group.
  func apply(to entry: inout CategoryEntry, _ vocabulary: ImportVocabulary) {
    entry.groups = meaning.groups
    entry.shown = meaning.group
    entry.kinds = isGroup ? entry.kinds.intersection(vocabulary.kinds(ofGroups: entry.groups)) : meaning.kinds
  }
}

extension RowDraft {
  /// Returns the categories of the place, without its words: from the caller, the row, the name column, or the dataset.
  ///
  /// Mutating, like ``fields``: a function that only reads this large draft would get a copy of it.
  @inline(__always)
  mutating func finalCategories(_ plan: InputPlan, _ vocabulary: ImportVocabulary) -> CategoryEntry {
    var entry = CategoryEntry()
    func add(_ meaning: CategoryMeaning) {
      entry.groups |= meaning.groups
      if entry.shown == RowFormat.noGroup { entry.shown = meaning.group }
      entry.kinds.formUnion(meaning.kinds)
    }
    let named = categories.kinds(vocabulary)
    if let forced = plan.forced {
      entry.kinds = named
      forced.apply(to: &entry, vocabulary)
      return entry
    }
    if let service = service ?? plan.service {
      add(service)
      // A place that serves food may have a narrower group. In a licence for snacks, 백화점 and 관광호텔 are the location of
      // the counter, not its category.
      if Self.foodGroups.contains(entry.shown), Self.foodGroups.contains(categories.shown) {
        entry.shown = categories.shown
        entry.groups = 1 << UInt32(categories.shown)
      }
      entry.kinds.formUnion(named)
      entry.kinds = entry.kinds.intersection(vocabulary.kinds(ofGroups: entry.groups))
      return entry
    }
    let dataset = isOfDataset(plan) ? plan.datasetCategory : .none
    let title = categories.ofNameColumn.isNone ? dataset : categories.ofNameColumn
    entry.kinds = named
    // For libraries or hotels, 공공, 문화 and 관광 describe the operator or the purpose.
    let isAdjective = !title.isNone && named.isEmpty && categories.groups & ~Self.adjectives == 0
    if !isAdjective {
      entry.groups = categories.groups
      entry.shown = categories.shown
    }
    if entry.groups == 0, !categories.isOfNone { add(title) }
    // All places of the dataset have its kind, regardless of other columns.
    if !dataset.kinds.isEmpty { add(dataset) }
    // Metro elements have the tags of railways.
    if entry.groups & CategoryGroup.subway.bit != 0 { vocabulary.railwayStation.map { entry.kinds.remove($0) } }
    return entry
  }

  /// Returns whether the row is a place of the dataset's category, rather than a station or entrance among stops, or a
  /// platform of a station.
  private func isOfDataset(_ plan: InputPlan) -> Bool {
    guard plan.isOfStations else { return stopType == 0 }
    return stopType == 1 || stopType == 0 && !hasStation
  }

  private static let adjectives = [CategoryGroup.public, .culture, .attraction].reduce(0) { $0 | $1.bit }
  private static let foodGroups = [CategoryGroup.restaurant, .cafe, .convenience].map { UInt8($0.ordinal) }

  /// Encodes the category entry, and returns whether it names a category; the bytes are valid until the draft changes.
  @inline(__always)
  mutating func makeEntry(_ plan: InputPlan, _ vocabulary: ImportVocabulary) -> (bytes: ByteView, isNamed: Bool) {
    var category = finalCategories(plan, vocabulary)
    category.text = text(.fact(.categoryPath))
    if let forced = plan.forced, !forced.text.isEmpty {
      words.append(category.text)
      return ByteView.over(forced.text) { text in
        category.text = text
        return write(category, isNamed: true)
      }
    }
    return write(category, isNamed: category.groups != 0 || !category.kinds.isEmpty)
  }

  private mutating func write(_ category: CategoryEntry, isNamed: Bool) -> (bytes: ByteView, isNamed: Bool) {
    var category = category
    category.words = words.view
    entry.removeAll()
    category.append(to: &entry)
    return (entry.window(0..<entry.count), isNamed)
  }
}

extension PlaceImporter {
  func plan(for table: CSVTable, path: String) -> InputPlan {
    let names = names(dataset: table.columns.dataset)
    return InputPlan(path: path, names: names, grids: table.columns.grids, forced: header.forced, routes: routes)
  }

  /// Makes the plan for a JSON file from the keys at its beginning.
  mutating func plan(forJSON beginning: ByteView, path: String) throws(IndexFileError) -> InputPlan {
    let beginning = JSONBeginning(beginning)
    if beginning.hasReversedPoints { throw RowCounts.reversedGeoJSON(path) }
    let columns = beginning.keys.map(ColumnName.init)
    header.dataset = KnownDataset.of(Set(columns.map(\.letters)))
    header.license = beginning.isOpenStreetMap ? KnownDataset.licenseOfOpenStreetMap : nil
    header.copyright = beginning.copyright
    // Same notice as from the service, so that the same data is attributed once.
    if beginning.isOverpass {
      header.copyright = OpenStreetMapNotice.attribution
      header.license = OpenStreetMapNotice.license
    }
    header.isAnswer = beginning.keys.contains("osm3s")
    if given.release == nil, header.isAnswer || beginning.isOverpass, let time = DataTime.read(beginning.time) {
      builder.changeClaim { $0.release = time }
    }
    if header.isAnswer {
      header.note(remark: beginning.remark)
      // A response contains the places of its query, whose area it doesn't name.
      builder.changeClaim { $0.isExtract = true }
    }
    header.titles = beginning.keys
    header.unsupportedSystem = beginning.unsupportedSystem
    var names = names(dataset: header.dataset)
    names.isOfElements = beginning.isOfElements
    names.choice = names.choice.adding(names.earlierChoice, among: beginning.keys)
    if !names.isOfElements { names.plainKeys = beginning.plainKeys }
    names.compareNames(among: beginning.keys)
    if !names.isOfElements {
      names.refused = beginning.refused
      names.proposedNames = beginning.proposedNames(names)
    }
    let planeGrid = columns.lazy.compactMap(\.grid).first ?? header.dataset?.grid
    var grids = GridPlan(named: rules.grid ?? beginning.grid, ofPlane: planeGrid, scale: names.format.scale)
    let found = beginning.orders(names)
    names.orders = found.orders
    if grids.plane == nil, grids.scale == nil, header.unsupportedSystem == nil {
      grids.divisors = beginning.divisors(names)
      grids.divisors.named = found.divisor ?? grids.divisors.named
      header.divisor = grids.divisors.named ?? grids.divisors.plane
    }
    if let projection = grids.projection(of: .plane) { grids.isSwapped = projection.isSwapped(beginning.metres(names)) }
    header.mapping = names.isOfElements ? nil : beginning.mapping(names)
    return InputPlan(path: path, names: names, grids: grids, forced: header.forced)
  }

  func names(dataset: KnownDataset?) -> FieldNames {
    var names = FieldNames(language: rules.language)
    names.dataset = dataset
    names.choice = rules.columns
    names.attributes = rules.attributes
    names.pathNames = rules.pathNames
    names.earlierChoice = earlierColumns
    names.format = rules.format
    let asked = TagSelection.categories(in: header.forced) + given.coveredCategories.map(PlaceCategory.init(word:))
    names.keysOfTags = asked.compactMap(OSMTags.key)
    return names
  }
}
