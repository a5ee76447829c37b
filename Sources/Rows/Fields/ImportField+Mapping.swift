import Domain
import Tables

/// The names of fields in a mapping.
extension ImportField {
  private static let mapped: [(name: String, field: ImportField)] = [
    ("name", .placeText(.name)), ("category", .category), ("lat", .latitude), ("lng", .longitude),
    ("point", .coordinate),
    ("address", .anyAddress), ("road_address", .placeText(.roadAddress)), ("lot_address", .placeText(.lotAddress)),
    ("phone", .placeText(.phone)), ("url", .placeText(.url)), ("id", .placeText(.id)),
    ("category_name", .placeText(.categoryPath)),
    ("other_name", .otherName), ("other_name", .localName), ("category", .categories), ("category", .categoryTag),
    ("category", .semasCode), ("category", .ksicCode), ("category", .licenceCode), ("category", .serviceName),
    ("category", .foursquareLabels), ("category", .overture), ("category", .taxonomy), ("name", .names),
    ("lat", .northing), ("lng", .easting), ("point", .latitudeLongitude), ("point", .longitudeLatitude),
    ("point", .geometryText), ("address", .addresses), ("house_number", .houseNumber), ("street", .street),
    ("district", .district), ("city", .city), ("province", .province), ("branch", .branch), ("country", .country),
    ("postcode", .postcode), ("status", .status), ("closing_date", .closingDate), ("closed", .closedFlag),
    ("open", .openFlag), ("disused", .disused), ("confidence", .confidence), ("osm_id", .osmNumber),
    ("osm_id", .osmWayNumber), ("osm_type", .osmType), ("tags", .hstore), ("stop_type", .stopType),
    ("stop_parent", .stopParent), ("lat_hemisphere", .latitudeHemisphere), ("lng_hemisphere", .longitudeHemisphere),
    ("latlng", .latitudeLongitude), ("lnglat", .longitudeLatitude), ("city", .locality),
  ]

  /// The name of the field in a mapping; `nil` for a field that only contains other fields or attributes.
  var mappedName: String? { Self.mapped.first { $0.field == self }?.name }

  /// The field that the user names; `nil` for an attribute.
  init?(mappedName name: String) {
    guard let field = Self.mapped.first(where: { $0.name == name })?.field else { return nil }
    self = field
  }

  /// Returns the names of some fields, in order.
  static func mappedNames(where isWanted: (ImportField) -> Bool) -> [String] {
    mapped.filter { isWanted($0.field) }.map(\.name)
  }

  /// Returns the index of the field in a mapping.
  static func order(ofMapped name: String) -> Int { mapped.firstIndex { $0.name == name } ?? mapped.count }
}

extension FieldNames {
  /// A column or property, with its first values.
  struct SampledColumn {
    let title: String
    let entry: FieldTable.Entry
    let samples: [String]
    /// The fields that objects and lists in the property supply; `nil` for texts and numbers.
    var fields: [String]?

    /// Whether the column may have categories, but has no known one, so that another column decides.
    var lacksKinds: Bool {
      (entry.field == .category || entry.field == .categories) && !samples.isEmpty
        && !samples.contains(where: ImportVocabulary.isKind)
    }
  }

  private static let wholeAddresses: Set<String> = ["address", "road_address", "lot_address", "street"]
  private static let partsOfAddress: Set<String> = ["house_number", "district", "city", "province", "postcode"]

  /// Returns the fields that columns or properties supply, each with the reason; the first column of a field is the one
  /// that is used.
  func mapping(of columns: [SampledColumn]) -> [ColumnMapping.Column] {
    let ordered = columns.enumerated().sorted { first, second in
      let (one, other) = (first.element, second.element)
      if one.lacksKinds != other.lacksKinds { return other.lacksKinds }
      let (precedence, otherPrecedence) = (one.entry.precedence, other.entry.precedence)
      return precedence == otherPrecedence ? first.offset < second.offset : precedence < otherPrecedence
    }.map(\.element)
    let hasKinds = ordered.contains { $0.entry.field.isOfCategories && !$0.lacksKinds }
    let found = ordered.flatMap { column in
      let found = mapping(of: column)
      return hasKinds && column.lacksKinds ? found.filter { $0.reason != .proposal } : found
    }
    // The parts of an address are stored only with an address or a street.
    let hasAddress = found.contains { Self.wholeAddresses.contains($0.field) }
    return found.filter { hasAddress || $0.reason == .chosen || !Self.partsOfAddress.contains($0.field) }
  }

  /// Returns the fields that a column or property supplies, each with the reason.
  private func mapping(of column: SampledColumn) -> [ColumnMapping.Column] {
    let (title, entry, samples) = (column.title, column.entry, column.samples)
    // Only objects and tags in a table have fields of their own.
    if entry.field == .nested, kind == .columns,
      samples.contains(where: { $0.hasPrefix("{") || $0.hasPrefix("\"") && $0.contains("\"=>") })
    {
      return [ColumnMapping.Column("attributes", title, .exact)]
    }
    let reason: ColumnMapping.Reason =
      choice.field(of: title) != nil
      ? .chosen
      : isProposedName(title) || Self.needsValues(title) && entry.field.isCategory
        ? .proposal : dataset?.entry(of: ColumnName(title).letters) != nil ? .dataset : .exact
    let attribute = entry.attribute.map { use in
      switch use {
      case .key(let number, _, _): AttributeColumns.table[number].key
      case .ownName: choice.attributeKey(of: title) ?? title
      }
    }
    let isCategoryPath = entry.field == .placeText(.categoryPath)
    let field: ImportField = isCategoryPath && entry.precedence.isGuess ? .category : entry.field
    let fields = column.fields ?? [choice.fieldName(of: title) ?? field.mappedName, attribute].compactMap(\.self)
    return fields.map { field in
      // The title of a proposed name may be the key of an attribute.
      let reason = reason == .proposal && field == attribute ? .exact : reason
      return ColumnMapping.Column(field, title, reason, samples: Array(samples.prefix(2)))
    }
  }
}

extension ColumnMapping {
  /// Makes a mapping from columns to fields.
  ///
  /// - Parameters:
  ///   - columns: The columns that supply fields.
  ///   - titles: All titles.
  ///   - choice: The user's choice of paths, and of fields that no column supplies.
  init(_ columns: [Column], of titles: [String], _ choice: ColumnChoice) {
    self.init()
    let others = choice.columns.filter { _, title in
      title.isEmpty || title.contains(".") && !columns.contains { $0.title == title }
    }
    let columns = columns + others.sorted { $0.key < $1.key }.map { Column($0.key, $0.value, .chosen) }
    let used = Set(columns.map(\.title))
    let sorted = columns.enumerated().sorted { first, second in
      let orders = (ImportField.order(ofMapped: first.element.field), ImportField.order(ofMapped: second.element.field))
      return orders.0 == orders.1 ? first.offset < second.offset : orders.0 < orders.1
    }
    self.columns = sorted.map(\.element)
    unused = titles.filter { !$0.isEmpty && !used.contains($0) }
  }

  /// Returns the mapping with other titles in place of some titles.
  func renamed(_ titles: [String], _ others: [String]) -> ColumnMapping {
    let names = Dictionary(zip(titles, others)) { first, _ in first }
    func renamed(_ column: Column) -> Column {
      Column(column.field, names[column.title] ?? column.title, column.reason, samples: column.samples)
    }
    var mapping = self
    mapping.columns = columns.map(renamed)
    mapping.unused = unused.map { names[$0] ?? $0 }
    mapping.possibleHemispheres = possibleHemispheres.map(renamed)
    return mapping
  }

  /// Finds the unused columns of hemispheres next to numbers without signs.
  ///
  /// - Parameters:
  ///   - titles: The titles of the columns to examine.
  ///   - values: Returns the values of a column.
  mutating func findHemispheres(among titles: [String], values: (String) -> [String]) {
    for (number, field) in [("lat", ImportField.latitudeHemisphere), ("lng", .longitudeHemisphere)] {
      guard let name = field.mappedName, column(of: name) == nil, let numbers = column(of: number)?.title else {
        continue
      }
      let found = titles.first { title in
        let words = values(title)
        return words.contains { Angle.hemisphere($0)?.sign != 1 }
          && ColumnValues.areHemispheres(words, ofLatitude: number == "lat")
      }
      guard let found, !values(numbers).contains(where: { $0.first == "-" }) else { continue }
      possibleHemispheres.append(Column(name, found, .proposal, samples: Array(values(found).prefix(2))))
    }
  }
}
