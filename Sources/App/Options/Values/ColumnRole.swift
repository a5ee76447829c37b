import Domain

/// The meaning of a column for the query of a row.
enum ColumnRole: Int, Sendable, Hashable, CaseIterable {
  case latitude, longitude, category, query, radius, limit, id
  /// Both coordinates in one column.
  case at
  /// A name or an address, for rows without coordinates.
  case near
  /// Polygons, and a line, in GeoJSON or well-known text.
  ///
  /// A line may also be an encoded polyline.
  case within, along
  /// Conditions on attributes, separated by semicolons.
  case conditions
  /// The local time at which places must be open.
  case time
  /// The hemispheres of coordinates without signs, N or S and E or W.
  case latitudeHemisphere, longitudeHemisphere

  /// The role that `--map` names.
  init?(field: String) {
    guard let found = Self.allCases.first(where: { $0.field == field }) else { return nil }
    self = found
  }

  /// The name of the role for `--map`.
  var field: String {
    switch self {
    case .latitude: "lat"
    case .longitude: "lng"
    case .at: "point"
    case .latitudeHemisphere: "lat_hemisphere"
    case .longitudeHemisphere: "lng_hemisphere"
    default: names[0]
    }
  }

  /// The columns of a match, other than its text.
  static let ofMatch: [ColumnRole] = [.category, .conditions, .time]

  /// The role needs one of these options: without them, a column with a default name is only data.
  var enablingOptions: [Option] { self == .time ? [.openNow, .openAt] : [] }

  /// The fields that a place may have if a table has the column.
  var addedFields: [PlaceField] {
    switch self {
    case .along: [.along]
    case .time: PlaceField.ofOpening
    default: []
    }
  }

  /// Reads the parts of a cell, at least one, as a property of a match; the reader of rows reads categories.
  func read(_ parts: [String], into match: inout PlaceMatch) throws(Failure) {
    switch self {
    case .conditions:
      match.conditions = try parts.map { (text) throws(Failure) in
        guard let condition = try? AttributeCondition(text) else {
          throw .unreadable("condition", text, .condition, .conditionInvalid)
        }
        return condition
      }
    case .time:
      match.opening.time = OpeningCondition.Time(parts[0])
      guard match.opening.time != nil, parts.count == 1 else {
        throw .unreadable("time", parts.joined(separator: ";"), .localTime, .timeInvalid)
      }
    default: break
    }
  }

  /// The columns of shapes.
  ///
  /// A row with a shape needs no coordinates.
  static let shapes: [ColumnRole] = [.within, .along]

  /// The column names that always mean degrees, whatever other columns a table has.
  var namesOfDegrees: [String] {
    switch self {
    case .latitude: ["lat", "latitude"]
    case .longitude: ["lng", "lon", "longitude"]
    default: []
    }
  }

  /// The default names of the column, the preferred name first.
  var names: [String] {
    switch self {
    case .latitude: ["lat", "latitude", "위도", "y", "y좌표", "좌표정보(y)", "좌표정보y", "northing"]
    case .longitude: ["lng", "lon", "longitude", "경도", "x", "x좌표", "좌표정보(x)", "좌표정보x", "easting"]
    case .category: ["category", "카테고리", "업종", "분류"]
    case .query: ["query", "검색어"]
    case .radius: ["radius", "반경"]
    case .limit: ["limit", "개수"]
    case .id: ["id"]
    case .conditions: ["where", "조건"]
    case .time: ["time", "시각", "일시"]
    case .at: ["at", "좌표"]
    case .near:
      [
        "near", "address", "addr", "주소", "도로명주소", "소재지도로명주소", "도로명전체주소", "소재지", "소재지주소", "지번주소",
        "소재지지번주소", "소재지전체주소", "지번전체주소", "road_address", "lot_address", "road_address_name", "address_name", "장소",
        "위치", "place", "location",
      ]
    case .within: ["within"]
    case .along: ["along"]
    case .latitudeHemisphere:
      [
        "lat_hemisphere", "latitude_hemisphere", "lat_ref", "latitude_ref", "lat_dir", "latitude_direction", "ns",
        "n/s",
        "n_s", "gpslatituderef",
      ]
    case .longitudeHemisphere:
      [
        "lng_hemisphere", "lon_hemisphere", "longitude_hemisphere", "lng_ref", "lon_ref", "longitude_ref", "lng_dir",
        "lon_dir", "longitude_direction", "ew", "e/w", "e_w", "gpslongituderef",
      ]
    }
  }
}
