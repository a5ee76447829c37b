import Domain
import Rows
import Tables

/// Facts about an input that are known before its rows are read.
struct InputPlan: Sendable {
  let path: String
  /// The names of the properties or columns.
  let names: FieldNames
  /// The CRSs of coordinates that aren't degrees.
  let systems: CRSPlan
  /// The category of every place, regardless of the rows.
  let forced: ForcedCategory?
  /// The categories with a tag that the caller selects in a file of OpenStreetMap elements; empty for all elements.
  let selection: [CategoryMatcher]
  /// The service in the name of a file of licences; see ``RowDraft/finalCategories(_:_:)``.
  let service: CategoryMeaning?
  /// The category of the dataset's places, unless rows have another.
  let datasetCategory: CategoryMeaning
  /// Whether the dataset contains stations, which have platforms as parts.
  let isOfStations: Bool

  init(
    path: String = "",
    names: FieldNames = .init(),
    systems: CRSPlan = .init(),
    forced: PlaceCategory? = nil,
    routes: TransitRoutes? = nil
  ) {
    self.path = path
    self.names = names
    self.systems = systems
    // In a file of elements, a tag that the caller names selects elements, as in an extract.
    let selected = names.isOfElements ? TagSelection.categories(in: forced) : []
    let isSelection = selected.contains { OSMTags.key(of: $0) != nil }
    selection = isSelection ? selected.map { CategoryMatcher($0, kinds: Kind.all) } : []
    self.forced = isSelection ? nil : ForcedCategory(forced)
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

extension PlaceImporter {
  mutating func plan(for table: CSVTable, path: String) -> InputPlan {
    if table.hasElementIDs { noteExtract(at: nil) }
    let names = names(dataset: table.columns.dataset)
    return InputPlan(path: path, names: names, systems: table.columns.systems, forced: header.forced, routes: routes)
  }

  /// Makes the plan for a JSON file from the keys at its beginning.
  mutating func plan(forJSON beginning: ByteView, path: String) throws(IndexFileError) -> InputPlan {
    let beginning = JSONBeginning(beginning)
    if let format = beginning.foreignFormat { throw .foreignFormat(path: path, format) }
    if beginning.hasReversedPoints { throw RowCounts.reversedGeoJSON(path) }
    let columns = beginning.keys.map(ColumnName.init)
    header.dataset = KnownDataset.of(Set(columns.map(\.letters)))
    header.license = beginning.isOpenStreetMap ? KnownDataset.licenseOfOpenStreetMap : nil
    header.copyright = beginning.copyright
    if beginning.isOverpass { header.noteOpenStreetMap() }
    if beginning.isOfElements || beginning.isOverpass || beginning.hasElementIDs { noteExtract(at: beginning.time) }
    header.titles = beginning.keys
    header.unsupportedSystem = beginning.unsupportedSystem
    var names = names(dataset: header.dataset)
    names.isOfElements = beginning.isOfElements
    names.hasExactKeys = beginning.hasElementIDs
    if beginning.hasElementTypes { names.propose(FieldTable.Entry(.osmType), for: ["type"]) }
    names.choice = names.choice.adding(names.earlierChoice, among: beginning.keys)
    if !names.isOfElements { names.refused = beginning.plainKeys }
    names.compareNames(among: columns)
    if !names.isOfElements {
      names.refused.formUnion(beginning.refused(names))
      names.treatAsAddresses(beginning.addressTitles(names))
      names.treatAsElementTypes(beginning.elementTypes)
      names.propose(FieldTable.Entry(.category, .type), for: beginning.types(names))
      names.propose(FieldTable.Entry(.placeText(.name), .lastResort), for: beginning.proposedNames(names))
    }
    let planeCRS = columns.lazy.compactMap(\.crs).first ?? header.dataset?.crs
    var systems = CRSPlan(named: rules.crs ?? beginning.crs, ofPlane: planeCRS, scale: names.format.scale)
    let fields = beginning.fields(names)
    let found = beginning.orders(fields)
    names.orders = found.orders
    header.columnOfAssumedOrder = found.assumed?.title
    header.isLongitudeAssumedFirst = found.assumed?.order == .longitudeFirst
    if systems.plane == nil, systems.scale == nil, header.unsupportedSystem == nil {
      systems.divisors = beginning.divisors(fields)
      systems.divisors.named = found.divisor ?? systems.divisors.named
      header.divisor = systems.divisors.named ?? systems.divisors.plane
    }
    if let projection = systems.projection(of: .plane) {
      systems.isSwapped = projection.isSwapped(beginning.metres(fields))
    }
    header.mapping = names.isOfElements ? nil : beginning.mapping(names)
    return InputPlan(path: path, names: names, systems: systems, forced: header.forced)
  }

  /// Records that the input is an extract of OpenStreetMap, such as an Overpass response, with data of a time.
  ///
  /// It contains the places of a query or a filter, whose area it doesn't name.
  mutating func noteExtract(at time: String?) {
    header.isExtract = true
    builder.changeClaim { $0.isExtract = true }
    guard metadata.release == nil, let time = DataTime.read(time) else { return }
    builder.changeClaim { $0.release = time }
  }

  func names(dataset: KnownDataset?) -> FieldNames {
    var names = FieldNames(language: rules.language)
    names.dataset = dataset
    names.choice = rules.columns
    names.attributes = rules.attributes
    names.pathNames = rules.pathNames
    names.earlierChoice = earlierColumns
    names.format = rules.format
    let requested =
      TagSelection.categories(in: header.forced) + metadata.coveredCategories.map(PlaceCategory.init(word:))
    names.keysOfTags = requested.compactMap(OSMTags.key)
    return names
  }
}
