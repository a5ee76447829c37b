public import Domain
import Tables

/// The meaning of a property or column, as listed in `Fields.txt`.
///
/// A draft stores the texts of standard fields, and of the first cases after them.
public enum ImportField: Hashable, Sendable, BitwiseCopyable {
  /// A standard field of a place.
  case placeText(PlaceText.Field)
  case houseNumber
  case street
  case district
  /// A part of the city, or the city if there is no other.
  case locality
  case city
  case province
  /// The branch of a chain, which is appended to the name.
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
  /// The hemisphere of a latitude without a sign, or of a longitude.
  case latitudeHemisphere
  case longitudeHemisphere
  case category
  case anyAddress
  /// The source's confidence that the place exists, 0...1.
  case confidence
  case status
  case closingDate
  case disused
  /// A yes or no that means that the place is closed, or open.
  case closedFlag
  case openFlag
  case names
  case categories
  /// A name in the taxonomy of Overture.
  case overture
  case taxonomy
  case hierarchy
  case addresses
  case nested
  /// An object whose members have names in `Fields.txt` that begin with `contact`.
  case contact
  /// An OpenStreetMap key of a category, such as `amenity`.
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
  /// An object or a list of two numbers with the coordinate, or a text that doesn't state their order.
  case coordinate
  /// OpenStreetMap tags as `"key"=>"value",…`.
  case hstore
  /// Opening hours; some values mean that the place is closed.
  case openingHours
  /// The field is only an attribute.
  case attribute
  case metroTag
  /// In GTFS: 0 for a stop or platform, 1 for a station, other numbers for entrances and nodes.
  case stopType
  /// In GTFS: the station of a platform.
  case stopParent

  /// The index of the text in a draft; at least ``textCount`` if the draft doesn't store it.
  @inlinable
  public var slot: Int {
    switch self {
    case .placeText(let field): return field.rawValue
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
    case .locality: return PlaceText.Field.count + 11
    default: return Self.textCount
    }
  }

  /// The number of fields whose texts a draft stores.
  @inlinable
  static var textCount: Int { PlaceText.Field.count + 12 }

  /// Makes a field from its name in `Fields.txt`; a standard field has its name in schema 1.
  init?(name: String) {
    if let text = PlaceField(rawValue: name)?.text {
      self = .placeText(text)
      return
    }
    guard let field = Self.byName.first(where: { $0.name == name })?.field else { return nil }
    self = field
  }

  /// The other fields by their names in `Fields.txt`; a line with an unknown field ends every import.
  ///
  /// An array: reflection on the cases and a dictionary take ten times as long.
  private static let byName: [(name: String, field: ImportField)] = [
    ("houseNumber", .houseNumber), ("street", .street), ("district", .district), ("city", .city),
    ("locality", .locality),
    ("province", .province), ("branch", .branch), ("country", .country), ("postcode", .postcode),
    ("osmType", .osmType), ("osmNumber", .osmNumber), ("osmWayNumber", .osmWayNumber), ("latitude", .latitude),
    ("longitude", .longitude), ("easting", .easting), ("northing", .northing), ("category", .category),
    ("latitudeHemisphere", .latitudeHemisphere), ("longitudeHemisphere", .longitudeHemisphere),
    ("anyAddress", .anyAddress), ("confidence", .confidence), ("status", .status), ("closingDate", .closingDate),
    ("disused", .disused), ("closedFlag", .closedFlag), ("openFlag", .openFlag), ("names", .names),
    ("categories", .categories), ("overture", .overture), ("taxonomy", .taxonomy),
    ("addresses", .addresses), ("hierarchy", .hierarchy), ("nested", .nested), ("contact", .contact),
    ("categoryTag", .categoryTag),
    ("otherName", .otherName), ("localName", .localName), ("semasCode", .semasCode), ("ksicCode", .ksicCode),
    ("licenceCode", .licenceCode), ("serviceName", .serviceName), ("foursquareLabels", .foursquareLabels),
    ("latitudeLongitude", .latitudeLongitude), ("longitudeLatitude", .longitudeLatitude),
    ("geometryText", .geometryText), ("position", .coordinate), ("hstore", .hstore), ("openingHours", .openingHours),
    ("metroTag", .metroTag), ("stopType", .stopType), ("stopParent", .stopParent),
  ]

  /// Whether the values are texts rather than positions.
  var isText: Bool {
    switch self {
    case .coordinate, .latitudeLongitude, .longitudeLatitude, .geometryText: false
    default: true
    }
  }

  var isAddress: Bool {
    switch self {
    case .placeText(.lotAddress), .placeText(.roadAddress), .street: true
    default: false
    }
  }

  /// Whether the value is a whole address.
  var isWholeAddress: Bool { self == .anyAddress || isAddress && self != .street }

  /// Whether the values are categories in any form.
  var isOfCategories: Bool {
    switch self {
    case .overture, .taxonomy, .hierarchy, .serviceName, .foursquareLabels, .categoryTag: true
    default: isCategory
    }
  }

  /// Whether the value is an address or a part of one.
  var isPartOfAddress: Bool {
    switch self {
    case .houseNumber, .street, .district, .locality, .city, .province, .postcode, .country: true
    default: isWholeAddress
    }
  }

  var isHemisphere: Bool { self == .latitudeHemisphere || self == .longitudeHemisphere }

  /// Whether the field is the category of a place, as a word or code; only the best column is used.
  var isCategory: Bool {
    switch self {
    case .category, .categories, .semasCode, .ksicCode, .licenceCode: true
    default: false
    }
  }
}

/// The origin of a value, best first; of two values for a field, the one with the better origin wins.
package enum ValueOrigin: UInt8, BitwiseCopyable {
  /// Joined values of the row.
  case joined
  case wantedLanguage
  /// A property or column with a name in ``FieldNames/table``, or one that a ``KnownDataset`` names.
  case named
  /// The attributes of ArcGIS, which other programs write besides properties.
  case attributes
  /// The taxonomy, categories and basic category of Overture, and the labels of Foursquare.
  case taxonomy
  case categories
  case labels
  case basicCategory
  /// An object or list in a property.
  case nested
  /// A name in Korean, then in any other language.
  case korean
  case otherLanguage
  case service
  /// The alternate categories and names of Overture.
  case alternates
  /// An OpenStreetMap tag with a group, the type of an object, and a tag without a group.
  case tag
  case type
  case bareTag
  /// A column that only ends like a name column.
  case lastResort
  case otherName
}

/// The precedence of a value; a better source, or an earlier name of the same source, is less.
public struct Precedence: BitwiseCopyable, Comparable, Sendable {
  @usableFromInline let order: UInt32

  package static let none = Precedence(order: .max)

  package init(_ source: ValueOrigin, _ rank: Int = 0) { order = UInt32(source.rawValue) << 16 | UInt32(rank) }

  private init(order: UInt32) { self.order = order }

  /// Whether there is no value.
  @inlinable
  var isNone: Bool { order == .max }

  /// Whether only the values of the column show which field it contains.
  var isGuess: Bool { order >> 16 == UInt32(ValueOrigin.lastResort.rawValue) }

  public static func < (first: Precedence, second: Precedence) -> Bool { first.order < second.order }
}
