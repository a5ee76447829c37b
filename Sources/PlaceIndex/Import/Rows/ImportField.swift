import Domain

/// What a property of a feature or a column of a table holds, as `Fields.txt` says it.
///
/// A draft keeps the texts of facts, and those of the first fields after them.
enum ImportField: Hashable, BitwiseCopyable {
  /// A fact that is shown, by the name that it has in the table of them.
  case fact(PlaceText.Field)
  case houseNumber
  case street
  case district
  case city
  case province
  /// The branch of a chain, whose text is appended to the name.
  case branch
  case country
  case postcode
  /// `node`, `way` or `relation`.
  case osmType
  case osmNumber
  case osmWayNumber
  case latitude
  case longitude
  /// `x` and `y`: longitude and latitude in most files, swapped in some.
  case easting
  case northing
  case category
  case anyAddress
  /// The confidence of the source that the place exists, 0...1.
  case confidence
  case status
  case closingDate
  case disused
  /// Whether the place is closed, or open, as yes or no.
  case closedFlag
  case openFlag
  case names
  case categories
  case basicCategory
  case taxonomy
  case addresses
  case brandObject
  case nested
  /// An OSM key of a category, such as `amenity`.
  case categoryTag
  case otherName
  case localName
  case semasCode
  case ksicCode
  case licenceCode
  case serviceName
  case foursquareLabels
  case latitudeLongitude
  case longitudeLatitude
  case geometryText
  /// An object or a list of two numbers with the coordinate, or a text that does not say which is first.
  case position
  /// Tags of OpenStreetMap as `"key"=>"value",…`.
  case hstore
  /// Opening hours, of which some say that the place is closed.
  case openingHours
  /// A further fact alone.
  case attribute
  case metroTag
  /// Of GTFS: 0 for a stop or platform, 1 for a station, other numbers for entrances and nodes.
  case stopType
  /// Of GTFS: the station of a platform.
  case stopParent

  /// Where a draft keeps its text; one of which it keeps none is beyond ``textCount``.
  var slot: Int {
    switch self {
    case .fact(let field): return field.rawValue
    case .houseNumber: return PlaceText.Field.count
    case .street: return PlaceText.Field.count + 1
    case .district: return PlaceText.Field.count + 2
    case .city: return PlaceText.Field.count + 3
    case .province: return PlaceText.Field.count + 4
    case .branch: return PlaceText.Field.count + 5
    case .country: return PlaceText.Field.count + 6
    case .postcode: return PlaceText.Field.count + 7
    case .osmType: return PlaceText.Field.count + 8
    case .osmNumber: return PlaceText.Field.count + 9
    case .osmWayNumber: return PlaceText.Field.count + 10
    default: return Self.textCount
    }
  }

  /// The number of fields of which a draft keeps the text.
  static let textCount = PlaceText.Field.count + 11

  /// The field that `Fields.txt` calls so: a fact by its name in schema 1.
  init?(name: String) {
    if let text = PlaceField(rawValue: name)?.text {
      self = .fact(text)
      return
    }
    guard let field = Self.byName.first(where: { $0.name == name })?.field else { return nil }
    self = field
  }

  /// The other fields by the names that they have in `Fields.txt`; a line of it whose field is unknown ends every
  /// import.
  ///
  /// A list, since finding the names of cases by reflection, and making a table of them, takes ten times as long.
  private static let byName: [(name: String, field: ImportField)] = [
    ("houseNumber", .houseNumber), ("street", .street), ("district", .district), ("city", .city),
    ("province", .province), ("branch", .branch), ("country", .country), ("postcode", .postcode),
    ("osmType", .osmType), ("osmNumber", .osmNumber), ("osmWayNumber", .osmWayNumber), ("latitude", .latitude),
    ("longitude", .longitude), ("easting", .easting), ("northing", .northing), ("category", .category),
    ("anyAddress", .anyAddress), ("confidence", .confidence), ("status", .status), ("closingDate", .closingDate),
    ("disused", .disused), ("closedFlag", .closedFlag), ("openFlag", .openFlag), ("names", .names),
    ("categories", .categories), ("basicCategory", .basicCategory), ("taxonomy", .taxonomy),
    ("addresses", .addresses), ("brandObject", .brandObject), ("nested", .nested), ("categoryTag", .categoryTag),
    ("otherName", .otherName), ("localName", .localName), ("semasCode", .semasCode), ("ksicCode", .ksicCode),
    ("licenceCode", .licenceCode), ("serviceName", .serviceName), ("foursquareLabels", .foursquareLabels),
    ("latitudeLongitude", .latitudeLongitude), ("longitudeLatitude", .longitudeLatitude),
    ("geometryText", .geometryText), ("position", .position), ("hstore", .hstore), ("openingHours", .openingHours),
    ("metroTag", .metroTag), ("stopType", .stopType), ("stopParent", .stopParent),
  ]

  /// Whether its values are texts, and not positions.
  var isText: Bool {
    switch self {
    case .position, .latitudeLongitude, .longitudeLatitude, .geometryText: false
    default: true
    }
  }

  var isAddress: Bool {
    switch self {
    case .fact(.lotAddress), .fact(.roadAddress), .street: true
    default: false
    }
  }

  /// Whether it names the category of a place by a word or a code, of which the best column is used.
  var isCategory: Bool {
    switch self {
    case .category, .categories, .semasCode, .ksicCode, .licenceCode: true
    default: false
    }
  }
}

/// Where a value of a row comes from, the best first: of two values for one field, that of the better source is used.
enum ValueSource: UInt8 {
  /// Other values of the row, joined.
  case joined
  case wantedLanguage
  /// A property or column with a name of ``FieldNames/table``, or one that a ``KnownDataset`` names.
  case named
  /// The attributes of ArcGIS, which other programs have beside properties.
  case attributes
  /// The taxonomy, categories and basic category of Overture, and the labels of Foursquare.
  case taxonomy
  case categories
  case labels
  case basicCategory
  /// An object or a list within a property.
  case nested
  /// A name in Korean, then in any other language.
  case korean
  case otherLanguage
  case service
  /// The alternate categories and names of Overture.
  case alternates
  /// A tag of OpenStreetMap with a group, the type of an object, and a tag without a group.
  case tag
  case type
  case bareTag
  /// A column that only ends like one of names.
  case lastResort
  case otherName
}

/// How good a value is: that of a better source, or of the same source and with a name that comes first, is less.
struct Precedence: BitwiseCopyable, Comparable {
  private let order: UInt32

  static let none = Precedence(order: .max)

  init(_ source: ValueSource, _ rank: Int = 0) { order = UInt32(source.rawValue) << 16 | UInt32(rank) }

  private init(order: UInt32) { self.order = order }

  static func < (first: Precedence, second: Precedence) -> Bool { first.order < second.order }
}
